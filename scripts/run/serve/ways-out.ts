// Ways out of the runtime, which reaches no network: what it sends to an address that the operator has named goes through a
// socket of ours, which leads to that one host and to no other.

import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect, createServer, isIP, type Server, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** Hosts that may be spoken to without TLS: this machine, a container's neighbour, a private network (RFC 1918). */
const NEAR =
  /^(?:localhost|[a-z][\w-]*|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+)$/;
/** How often it is seen to that the socket is still there. */
const LOOK_MS = 1_000;
/** Until a connection stands. */
const CONNECT_PATIENCE_MS = 10_000;

/** A way, and what the Worker is given of it. */
export interface WayOut {
  /** Name of the service, and of the socket. */
  readonly name: string;
  /** Name of the binding that leads there. */
  readonly binding: string;
  readonly url: URL;
  /** Path of the socket it begins at. */
  readonly socket: string;
}

/** The URL, or what is wrong with it, in words that follow on the name of what it belongs to. */
export function readAddress(text: string): URL | string {
  if (!URL.canParse(text)) return "has no URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && NEAR.test(url.hostname))) {
    return "needs https; http is for this machine and private networks";
  }
  // Credentials in an address end up in lists of processes; a query would get lost.
  if (url.username || url.password || url.search || url.hash) {
    return "takes a scheme, a host and a path, nothing more";
  }
  return url;
}

/** Lead what connects to the way's socket to its host, until the server is closed. */
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
    // What it has sent before it closed is still on its way. Where it broke off, the runtime is to see that.
    host
      .on("error", () => {})
      .once("close", () => {
        clearTimeout(lost);
        if (!host.readableEnded) runtime.destroy();
      });
  });
  server.listen(path);
  await once(server, "listening");
  // Of a connection that cannot be taken: the runtime sees it closed.
  server.on("error", () => {});
  // Made anew where somebody has removed it: who connects is told nothing that would lead here.
  const looks = setInterval(() => {
    if (server.listening && !existsSync(path)) server.close().listen(path);
  }, LOOK_MS).unref();
  server.on("close", () => {
    if (!server.listening) clearInterval(looks);
  });
  return server;
}

/** Looked up anew for each connection, as an address may change while the service runs for months. */
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
