// Providers of language models that the operator names, and the way to them: the runtime reaches no network, so what it
// sends to a provider goes through a socket of ours, which leads to that one host and to no other.

import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { connect, createServer, isIP, type Server, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { CommandFailure, EXIT } from "../cli/command.ts";

/** APIs a provider may have, as `--llm` names them, and where those who made them have theirs. */
const MODEL_APIS = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
} as const;
type ModelApi = keyof typeof MODEL_APIS;

/** A provider: the address of its API, the path of its version among it. */
export type ModelUpstream = { readonly api: ModelApi; readonly url: URL };

/** Hosts that may be spoken to without TLS: this machine, a container's neighbour, a private network (RFC 1918). */
const NEAR =
  /^(?:localhost|[a-z][\w-]*|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+)$/;
const VERSION = "/v1";
/** How often it is seen to that the socket is still there. */
const LOOK_MS = 1_000;
/** Until a connection to a provider stands. */
const CONNECT_PATIENCE_MS = 10_000;

/** Each `NAME=URL` of the command line. A URL without a path means the API's first version. */
export function readModelUpstreams(given: readonly string[]): ModelUpstream[] {
  const upstreams = given.map(readModelUpstream);
  const names = upstreams.map(({ api }) => api);
  if (new Set(names).size === names.length) return upstreams;
  throw wrong("each of them may be given once");
}

function readModelUpstream(text: string): ModelUpstream {
  const [, name, address = ""] = /^([^=]*)=?(.*)$/.exec(text) ?? [];
  const names = Object.keys(MODEL_APIS) as ModelApi[];
  const api = names.find((one) => one === name);
  const example = (one: ModelApi) => `as in ${one}=${MODEL_APIS[one]}`;
  if (api === undefined) throw wrong(`NAME is one of ${names.join(", ")}, ${example("openai")}`);
  if (!URL.canParse(address)) throw wrong(`${api} has no URL, ${example(api)}`);
  const url = new URL(address);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && NEAR.test(url.hostname))) {
    throw wrong(`${api} needs https; http is for this machine and private networks`);
  }
  // Credentials in an address end up in lists of processes; a query would get lost.
  if (url.username || url.password || url.search || url.hash) {
    throw wrong(`the URL of ${api} is a scheme, a host and a path, nothing more`);
  }
  url.pathname = url.pathname === "/" ? VERSION : url.pathname.replace(/\/+$/, "");
  return { api, url };
}

function wrong(why: string): CommandFailure {
  return new CommandFailure(`--llm takes NAME=URL: ${why}.`, EXIT.usage);
}

/** The operator's keys for these providers, by the names of their variables. A model of one's own may need none. */
export function readModelKeys(
  env: Readonly<Record<string, string | undefined>>,
  upstreams: readonly ModelUpstream[],
): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const { api, url } of upstreams) {
    const name = keyName(api);
    const key = env[name]?.trim();
    if (!key) {
      console.error(`${name} is not set: ${url.host} is asked without a key.`);
    } else if (/^[\x21-\x7e]+$/.test(key)) {
      keys[name] = key;
    } else {
      throw new CommandFailure(`${name} must be plain ASCII without blanks.`, EXIT.secrets);
    }
  }
  return keys;
}

/** Variable with the key for a provider. */
export function keyName(api: ModelApi): string {
  return `LLM_${api.toUpperCase()}_KEY`;
}

/** Lead what connects to the socket of this path to the provider, until the server is closed. */
export async function openWayTo({ url }: ModelUpstream, path: string): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (runtime) => {
    const provider = connectTo(url);
    const lost = setTimeout(() => provider.destroy(), CONNECT_PATIENCE_MS);
    provider.once(url.protocol === "https:" ? "secureConnect" : "connect", () =>
      clearTimeout(lost),
    );
    runtime.pipe(provider).pipe(runtime);
    runtime.on("error", () => {}).once("close", () => provider.destroy());
    // What it has sent before it closed is still on its way. Where it broke off, the runtime is to see that.
    provider
      .on("error", () => {})
      .once("close", () => {
        clearTimeout(lost);
        if (!provider.readableEnded) runtime.destroy();
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
