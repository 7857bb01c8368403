// How long somebody else waits for the service at a stretch while it works (stretch-probe.ts asks). The best of some
// repeats counts: a collection of garbage may fall into one.
import { Worker } from "node:worker_threads";
import { IS_LONG } from "./long/settings.ts";
import type { Service } from "./service.ts";

/**
 * What is asked, in milliseconds. 50 are promised, and held where the test has the machine for itself (`npm run test:long`).
 * Beside other tests twice as many: time computed is counted, not time passed, but with caches and cores shared the same work
 * takes up to half as long again. What the tests are for, work that is quadratic or done on a whole body at once, takes
 * hundreds.
 */
export const LONGEST_MS = IS_LONG ? 50 : 100;
const REPEATS = 5;

/** Of a table the fifth that `npm test` asks, or all of it. */
export const some = <T>(table: readonly T[]): readonly T[] =>
  table.filter((_, i) => IS_LONG || i % 5 === 0);

/** Measures one service. */
export interface Probe {
  /** The longest stretch that somebody else waited for while `work` was done, in milliseconds, at best of so many repeats. */
  stretchOf(work: () => Promise<unknown>, repeats?: number): Promise<number>;
  stop(): Promise<unknown>;
}

/** Start asking. */
export function startProbe({ url, workerdPid: pid }: Service): Probe {
  const probe = new Worker(new URL("./stretch-probe.ts", import.meta.url), {
    workerData: { url, pid },
  });
  const longest = () =>
    new Promise<number>((resolve) => {
      probe.once("message", resolve);
      probe.postMessage("tell");
    });
  return {
    async stretchOf(work, repeats = REPEATS) {
      let best = Number.POSITIVE_INFINITY;
      for (let repeat = 0; repeat < repeats && best > LONGEST_MS; repeat++) {
        await longest();
        await work();
        // The answer to whom waited last.
        await new Promise((resolve) => setTimeout(resolve, 50));
        best = Math.min(best, await longest());
      }
      return best;
    },
    stop: () => probe.terminate(),
  };
}
