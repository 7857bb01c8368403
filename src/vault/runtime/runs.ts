// Long lists of small asynchronous work, in runs.
import { yieldToCallers } from "./yield-to-callers.ts";

/**
 * Values of one run, some 5 ms of work. Slices of jobs, and synchronous requests, have fewer: a pause takes 2.5 ms
 * even when nobody comes, as much as sealing 3,000 values.
 */
const RUN = 4_096;

/**
 * Do something to all items of a list, a run at a time. Between runs other requests get a turn:
 * waiting for WebCrypto alone does not let them in, a timer does.
 */
export async function inRuns<T>(
  items: readonly T[],
  work: (run: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += RUN) {
    if (at > 0) await yieldToCallers();
    await work(items.slice(at, at + RUN));
  }
}
