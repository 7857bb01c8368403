// What an isolate counts of its requests: how many of each operation ended how, and how long they took. A counter has no
// place on Cloudflare, where isolates come and go by themselves: `serve` has one, for as long as its runtime lives.

/** Upper bounds of the classes that times are counted in, in seconds. */
export const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
] as const;

/** Requests of one operation. */
export interface OperationMetrics {
  /** By status. */
  readonly statuses: Map<number, number>;
  /** How many took at most so long, class by class, each without those of the ones before; the last is of all longer ones. */
  readonly classes: number[];
  /** All together, in seconds. */
  seconds: number;
}

/** Counts requests. */
export class RequestMetrics {
  readonly #operations = new Map<string, OperationMetrics>();
  /** Requests with a token that an older version of the root key has signed. */
  ofOlderKeys = 0;

  /** By operation. There are as many as there are routes: what callers make up is one. */
  get operations(): ReadonlyMap<string, OperationMetrics> {
    return this.#operations;
  }

  /** A request has been answered, or its answer begun. */
  count(operation: string, status: number, ms: number): void {
    let metrics = this.#operations.get(operation);
    if (metrics === undefined) {
      metrics = { statuses: new Map(), classes: SECONDS.map(() => 0).concat(0), seconds: 0 };
      this.#operations.set(operation, metrics);
    }
    const seconds = ms / 1_000;
    metrics.statuses.set(status, (metrics.statuses.get(status) ?? 0) + 1);
    const place = SECONDS.findIndex((bound) => seconds <= bound);
    const at = place < 0 ? SECONDS.length : place;
    metrics.classes[at] = (metrics.classes[at] ?? 0) + 1;
    metrics.seconds += seconds;
  }
}
