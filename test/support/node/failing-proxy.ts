// A proxy that fails, in front of a real service: for what a client does then.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A bad answer, a connection that breaks before the request is passed on or after, or no answer at all. */
type Fault = { status: number; retryAfter?: string; code?: string } | "cut" | "cut late" | "silent";

/** A proxy that is up. */
export interface FailingProxy {
  readonly url: string;
  /** What becomes of the next requests, the first first; then all are passed on. */
  faults: Fault[];
  /** Methods and paths that have come. */
  came: string[];
  stop(): void;
}

/** Start one on a free port, in front of the service that is at this URL. */
export async function startFailingProxy(target: string): Promise<FailingProxy> {
  const server = createServer((incoming, outgoing) => {
    proxy.came.push(`${incoming.method} ${incoming.url?.replace("/api/vault/", "")}`);
    const fault = proxy.faults.shift();
    if (fault === "cut") incoming.socket.destroy();
    else if (fault === undefined || fault === "cut late") {
      passOn(target, incoming, outgoing, fault);
    } else if (fault !== "silent") answer(outgoing, fault);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy: FailingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    faults: [],
    came: [],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}

function answer(outgoing: ServerResponse, { status, retryAfter, code }: Exclude<Fault, string>) {
  const words = code === undefined ? "<h1>Bad Gateway</h1>" : JSON.stringify({ error: { code } });
  outgoing.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
  outgoing.end(words);
}

/** To the service; late is when it has answered. */
function passOn(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fault?: "cut late",
) {
  const { method, headers, url } = incoming;
  const onward = request(target + url, { method, headers }, (from) => {
    if (fault !== undefined) return incoming.socket.destroy();
    outgoing.writeHead(from.statusCode ?? 0, from.headers);
    return from.pipe(outgoing);
  });
  incoming.pipe(onward);
}
