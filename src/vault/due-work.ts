// What an alarm does: bounded slices of whatever is due, jobs and deletions side by side, with other
// requests let in between.

import { SLICES_PER_ALARM } from "../jobs/slice.ts";
import type { Clock } from "../platform/clock.ts";
import type { Namespace } from "./namespace.ts";
import type { ObjectRecycler } from "./runtime/object-recycler.ts";
import { SliceThrottle } from "./runtime/slice-throttle.ts";

/** Do due work of a namespace, at most so much that the next alarm is not far off. */
export async function doDueWork(
  namespace: Namespace,
  recycler: ObjectRecycler,
  clock: Clock,
): Promise<void> {
  const { runner, purger, deletionRunner, retention, liveness, masker } = namespace;
  runner.countCrashes();
  await retention.applyIfDue();
  const pace = new SliceThrottle({
    clock,
    callsBegun: () => recycler.callsBegun,
    look: () => scheduler.wait(0),
    holdWrites: () => masker.holdWrites(),
  });
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // Closed for good meanwhile: nothing here is to be worked on.
    if (liveness.isClosed) return;
    const hasWorked = await pace.slice(async (most) => {
      const chunks = await runner.runSlice(most);
      const ranDeletion = await deletionRunner.runSlice();
      // Every round, so that a long job does not keep ended ones from being purged.
      const hasPurged = purger.purgeSome();
      if (ranDeletion || hasPurged) return { chunks: 0 };
      return chunks === null ? "nothing" : { chunks };
    });
    if (!hasWorked) break;
  }
  runner.releaseClaims();
}
