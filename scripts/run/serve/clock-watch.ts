// Notices when the machine's clock is set back. To what runs in an object of workerd time never goes back: a timer that is
// set afterwards waits until the clock has caught up, and with it whatever yields or waits (jobs, erasures, large requests),
// for hours after a clock that was ahead by hours. A runtime that starts afterwards has no such timers.

import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const CHECK_EVERY_MS = 1_000;
/** Smaller steps are usual when time is synchronised: callers wait for them no longer than this. */
const LEAST_MS = 5_000;

/** Resolves with the milliseconds by which the clock has been set back in one step; with null when `signal` fires before. */
export async function clockSetBack(signal: AbortSignal): Promise<number | null> {
  const offset = () => Date.now() - performance.now();
  for (let last = offset(); !signal.aborted; ) {
    await sleep(CHECK_EVERY_MS, null, { signal, ref: false }).catch(() => null);
    const now = offset();
    if (last - now >= LEAST_MS) return last - now;
    last = now;
  }
  return null;
}
