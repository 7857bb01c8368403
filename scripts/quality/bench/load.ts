// Sends requests over several connections and tells how long they took.

import { type Answer, Connection } from "./connection.ts";
import { quantile } from "./statistics.ts";

/** Times of answers in milliseconds, and the client's share of one core meanwhile. */
export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly clientShare: number;
}

/** Connections to one server. */
export class Connections {
  readonly #port: number;
  #all: Connection[];

  private constructor(port: number, all: Connection[]) {
    this.#port = port;
    this.#all = all;
  }

  /** Open so many. */
  static async open(port: number, count: number): Promise<Connections> {
    const opening = Array.from({ length: count }, () => Connection.open(port));
    return new Connections(port, await Promise.all(opening));
  }

  /** Send all requests, each connection the next one that is left; gives the seconds it took. */
  async sendAll(requests: readonly Buffer[]): Promise<number> {
    await this.#reopen();
    const started = performance.now();
    let next = 0;
    await this.#each(async (connection) => {
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        await good(connection, request);
      }
    });
    return (performance.now() - started) / 1000;
  }

  /** Send requests, one after the other on every connection, until it is over. */
  async sendUntil(isOver: () => boolean, make: () => Buffer): Promise<Load> {
    await this.#reopen();
    const times: number[] = [];
    const started = performance.now();
    const cpu = process.cpuUsage();
    await this.#each(async (connection) => {
      while (!isOver()) {
        const request = make();
        const sent = performance.now();
        await good(connection, request);
        times.push(performance.now() - sent);
      }
    });
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    return {
      perSecond: times.length / (ms / 1000),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      clientShare: (user + system) / 1000 / ms,
    };
  }

  /** Send one request on the first connection. */
  async send(request: Buffer): Promise<string> {
    await this.#reopen();
    const [first] = this.#all;
    if (first === undefined) throw new Error("no connection");
    return (await good(first, request)).body;
  }

  /** Close them. */
  close(): void {
    for (const connection of this.#all) connection.close();
  }

  /** What was closed for being idle is opened anew. */
  async #reopen(): Promise<void> {
    const opening = this.#all.map((one) => (one.isOpen ? one : Connection.open(this.#port)));
    this.#all = await Promise.all(opening);
  }

  async #each(work: (connection: Connection) => Promise<void>): Promise<void> {
    await Promise.all(this.#all.map(work));
  }
}

async function good(connection: Connection, request: Buffer): Promise<Answer> {
  const answer = await connection.send(request);
  if (answer.status === 200) return answer;
  throw new Error(`a request was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
}
