// A proxy that fails on request, in front of a real service: for tests of a client's reaction.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A bad answer, a connection cut before or after the service has handled the request, or no answer at all. */
type Fault = { status: number; retryAfter?: string; code?: string } | "cut" | "cut late" | "silent";

/** A running proxy. */
export interface FailingProxy {
  readonly url: string;
  /** Faults of the next requests, in order; later requests are passed on. */
  faults: Fault[];
  /** Methods and paths received so far. */
  came: string[];
  stop(): void;
}

/** Start a proxy on a free port, in front of the service at this URL. */
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

/** Pass a request on; with "cut late", cut the connection once the service has answered. */
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
