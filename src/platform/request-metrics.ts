// What an isolate counts of its requests: how many of each operation ended with which status, and how long they took. On
// Cloudflare, where isolates come and go, such counters are useless; under `serve` they live as long as the runtime.

/** Upper bounds of the histogram's classes, in seconds. */
export const SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
] as const;

/** Counts of one operation's requests. */
export interface OperationMetrics {
  readonly statuses: Map<number, number>;
  /** Number of requests in each class of SECONDS, not cumulative; the last element counts those above every bound. */
  readonly classes: number[];
  /** Sum of all durations, in seconds. */
  seconds: number;
}

/** Counts the requests of one isolate. */
export class RequestMetrics {
  readonly #operations = new Map<string, OperationMetrics>();
  /** Requests whose token was signed with an older version of the root key. */
  ofOlderKeys = 0;

  /** Counts by operation. At most one for each route: all unknown paths share one. */
  get operations(): ReadonlyMap<string, OperationMetrics> {
    return this.#operations;
  }

  /** Count a request that was answered, or whose answer has begun. */
  count(operation: string, status: number, ms: number): void {
    let metrics = this.#operations.get(operation);
    if (metrics === undefined) {
      metrics = { statuses: new Map(), classes: SECONDS.map(() => 0).concat(0), seconds: 0 };
      this.#operations.set(operation, metrics);
    }
    const seconds = ms / 1_000;
    metrics.statuses.set(status, (metrics.statuses.get(status) ?? 0) + 1);
    const bucket = SECONDS.findIndex((bound) => seconds <= bound);
    const at = bucket < 0 ? SECONDS.length : bucket;
    metrics.classes[at] = (metrics.classes[at] ?? 0) + 1;
    metrics.seconds += seconds;
  }
}
