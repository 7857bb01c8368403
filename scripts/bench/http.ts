// Requests for benchmarks: plain keep-alive HTTP over a bounded number of connections.

import { Agent, request } from "node:http";

/** An answer with its time. */
export type TimedAnswer = { status: number; body: string; ms: number };

/** Sends requests over a bounded number of connections that stay open. */
export class HttpCaller {
  readonly #agent: Agent;
  readonly #url: URL;

  constructor(url: string, connections: number) {
    this.#url = new URL(url);
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** One request, its answer read to the end. */
  send(method: "GET" | "PUT", path: string, token: string, body?: object): Promise<TimedAnswer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          host: this.#url.hostname,
          port: this.#url.port,
          method,
          path,
          headers: {
            authorization: `Bearer ${token}`,
            ...(text === undefined
              ? {}
              : { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
          },
        },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => {
            const ms = performance.now() - started;
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(parts).toString(),
              ms,
            });
          });
        },
      );
      sent.on("error", reject);
      sent.end(text);
    });
  }

  /** Close all connections. */
  close(): void {
    this.#agent.destroy();
  }
}

/** The value below which a share of a list lies; NaN of an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
