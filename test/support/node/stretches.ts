// Measures how long another caller waits at a stretch while the service works (stretch-probe.ts sends its
// requests). The best of several repeats counts, because a garbage collection may fall into one.
import { Worker } from "node:worker_threads";
import { IS_LONG } from "./long/settings.ts";
import type { Service } from "./service.ts";

/**
 * Allowed stretch in milliseconds. 50 are promised, and required where the test has the machine for itself (`npm
 * run test:long`). Beside other tests it is 100: CPU time is measured, not elapsed time, but with shared caches
 * and cores the same work takes up to half as long again. The faults that these tests look for (quadratic work,
 * work on a whole body at once) take hundreds.
 */
export const LONGEST_MS = IS_LONG ? 50 : 100;
const REPEATS = 5;

/** Every fifth row of a table in `npm test`, all rows in the long tests. */
export const some = <T>(table: readonly T[]): readonly T[] =>
  table.filter((_, i) => IS_LONG || i % 5 === 0);

/** Measures one service. */
export interface Probe {
  /** The longest stretch that another caller waited during `work`, in milliseconds; the best of `repeats` runs. */
  stretchOf(work: () => Promise<unknown>, repeats?: number): Promise<number>;
  stop(): Promise<unknown>;
}

/** Start sending requests. */
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
        // Wait for the answer to the last request.
        await new Promise((resolve) => setTimeout(resolve, 50));
        best = Math.min(best, await longest());
      }
      return best;
    },
    stop: () => probe.terminate(),
  };
}
