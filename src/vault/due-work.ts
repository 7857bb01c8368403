// What an alarm does: bounded slices of whatever is due, jobs and deletions side by side, with other
// requests let in between.

import { MAX_SLICE_CHUNKS, SLICES_PER_ALARM } from "../jobs/slice.ts";
import type { Namespace } from "./namespace.ts";
import { yieldToCallers } from "./runtime/yield-to-callers.ts";

/** Slices during which nobody called, after which nobody is expected: of 16 callers one pause may see none. */
const QUIET_SLICES = 4;

/** Do due work of a namespace, at most so much that the next alarm is not far off. */
export async function doDueWork(namespace: Namespace): Promise<void> {
  const { runner, purger, deletionRunner, retention, liveness, recycler } = namespace;
  runner.countCrashes();
  await retention.applyIfDue();
  let quietSlices = 0;
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // Closed for good meanwhile: nothing here is to be worked on.
    if (liveness.isClosed) return;
    const { callsBegun } = recycler;
    const { besideCallers, alone } = MAX_SLICE_CHUNKS;
    const ranJob = await runner.runSlice(quietSlices < QUIET_SLICES ? besideCallers : alone);
    const ranDeletion = await deletionRunner.runSlice();
    // Every round, so that a long job does not keep ended ones from being purged.
    const hasPurged = purger.purgeSome();
    if (!ranJob && !ranDeletion && !hasPurged) break;
    await yieldToCallers();
    quietSlices = recycler.callsBegun === callsBegun ? quietSlices + 1 : 0;
  }
  runner.releaseClaims();
}
