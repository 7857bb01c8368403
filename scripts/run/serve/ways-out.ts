// Connections out of the runtime, which reaches no network itself. Requests to an address that the operator
// has named go through a socket of ours that leads to that one host.

import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect, createServer, isIP, type Server, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Hosts for which plain HTTP is allowed: this machine, a neighbouring container, a private network (RFC 1918). */
const NEAR =
  /^(?:localhost|[a-z][\w-]*|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+)$/;
/** Interval of the check that the socket still exists. */
const LOOK_MS = 1_000;
/** Time limit for making a connection. */
const CONNECT_PATIENCE_MS = 10_000;

/** A way to one host, and what the Worker gets of it. */
export interface WayOut {
  /** Name of the service in workerd's configuration, and of the socket. */
  readonly name: string;
  /** Name of the Worker's binding for it. */
  readonly binding: string;
  readonly url: URL;
  /** Path of the socket where it begins. */
  readonly socket: string;
}

/** The URL, or what is wrong with it, as words that follow its name in a message. */
export function readAddress(text: string): URL | string {
  if (!URL.canParse(text)) return "has no URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && NEAR.test(url.hostname))) {
    return "needs https; http is for this machine and private networks";
  }
  // Credentials in an address would show in process lists; a query would get lost.
  if (url.username || url.password || url.search || url.hash) {
    return "takes a scheme, a host and a path, nothing more";
  }
  return url;
}

/** Forward connections on the way's socket to its host, until the server is closed. */
export async function openWay({
  url,
  socket: path,
}: Pick<WayOut, "url" | "socket">): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (runtime) => {
    const host = connectTo(url);
    const lost = setTimeout(() => host.destroy(), CONNECT_PATIENCE_MS);
    host.once(url.protocol === "https:" ? "secureConnect" : "connect", () => clearTimeout(lost));
    runtime.pipe(host).pipe(runtime);
    runtime.on("error", () => {}).once("close", () => host.destroy());
    // Data that the host sent before it closed is still being delivered. Where it broke off, the runtime must notice.
    host
      .on("error", () => {})
      .once("close", () => {
        clearTimeout(lost);
        if (!host.readableEnded) runtime.destroy();
      });
  });
  server.listen(path);
  await once(server, "listening");
  // For connections that cannot be accepted: the runtime sees them closed.
  server.on("error", () => {});
  // Recreated when somebody has removed it: a failed connection would not lead us to notice.
  const looks = setInterval(() => {
    if (server.listening && !existsSync(path)) server.close().listen(path);
  }, LOOK_MS).unref();
  server.on("close", () => {
    if (!server.listening) clearInterval(looks);
  });
  return server;
}

/** The host is looked up for each connection: its address may change while the service runs for months. */
function connectTo(url: URL): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "http:") return connect({ host, port: Number(url.port || 80) });
  const servername = isIP(host) === 0 ? host : "";
  return connectTls({
    host,
    port: Number(url.port || 443),
    servername,
    ALPNProtocols: ["http/1.1"],
  });
}
