// The benchmark's HTTP client: node:http over kept-alive connections, one request at a time on each.

import { Agent, type IncomingMessage, request } from "node:http";
import { quantile } from "./statistics.ts";

/** A request: PUT with a JSON body, or GET without one. */
export interface Call {
  readonly path: string;
  readonly token: string;
  readonly body?: Buffer;
}

/** Answers per second, with the median and the 99th percentile of their times in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const PATIENCE_MS = 300_000;

/** Connections to one server on this machine. */
export class Client {
  readonly #port: number;
  readonly #connections: number;
  readonly #agent: Agent;

  constructor(port: number, connections: number) {
    this.#port = port;
    this.#connections = connections;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Send one request; returns the answer's body. Any status but 200 and 204 is an error. */
  async send(call: Call): Promise<string> {
    const answer = await this.#answer(call);
    const parts: Buffer[] = [];
    for await (const part of answer) parts.push(part);
    const body = Buffer.concat(parts).toString();
    if (answer.statusCode === 200 || answer.statusCode === 204) return body;
    throw new Error(`a request was answered ${answer.statusCode}: ${body.slice(0, 200)}`);
  }

  /** Send all requests over all connections; returns the seconds it took. */
  async sendAll(calls: readonly Call[]): Promise<number> {
    const started = performance.now();
    let next = 0;
    await this.#onEach(async () => {
      for (let call = calls[next++]; call !== undefined; call = calls[next++])
        await this.send(call);
    });
    return (performance.now() - started) / 1000;
  }

  /** `sendUntil`, for `ms` milliseconds. */
  sendFor(ms: number, make: () => Call, connections?: number): Promise<Load> {
    const end = performance.now() + ms;
    return this.sendUntil(() => performance.now() > end, make, connections);
  }

  /** Send requests on each of `connections` connections, one after the other, until `isOver`. */
  async sendUntil(
    isOver: () => boolean,
    make: () => Call,
    connections = this.#connections,
  ): Promise<Load> {
    const times: number[] = [];
    const started = performance.now();
    await this.#onEach(async () => {
      while (!isOver()) {
        const call = make();
        const sent = performance.now();
        await this.send(call);
        times.push(performance.now() - sent);
      }
    }, connections);
    const seconds = (performance.now() - started) / 1000;
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    return { perSecond: times.length / seconds, p50, p99 };
  }

  /** The first match of a pattern in an answer, whose rest, megabytes of results perhaps, is not awaited. */
  async firstMatch(call: Call, pattern: RegExp): Promise<string> {
    const answer = await this.#answer(call);
    let text = "";
    for await (const part of answer) {
      text += part.toString("latin1");
      const found = pattern.exec(text)?.[1];
      // Leaving the loop closes the connection.
      if (found !== undefined) return found;
    }
    throw new Error(`not answered: ${text.slice(0, 300)}`);
  }

  /** Close the connections; requests in flight fail. */
  close(): void {
    this.#agent.destroy();
  }

  #answer({ path, token, body }: Call): Promise<IncomingMessage> {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const method = body === undefined ? "GET" : "PUT";
    const where = { host: "127.0.0.1", port: this.#port, agent: this.#agent, path, method };
    return new Promise((resolve, reject) => {
      const sent = request({ ...where, headers, timeout: PATIENCE_MS }, resolve);
      sent.on("timeout", () => sent.destroy(new Error("no answer for minutes")));
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async #onEach(work: () => Promise<void>, connections = this.#connections): Promise<void> {
    await Promise.all(Array.from({ length: connections }, work));
  }
}
