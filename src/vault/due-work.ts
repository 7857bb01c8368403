// What an alarm does: bounded slices of whatever is due, jobs and deletions side by side, with other
// requests let in between.
import { SLICES_PER_ALARM } from "../jobs/slice.ts";
import type { Closing } from "./closing.ts";
import type { Namespace } from "./namespace.ts";
import { letOthersIn } from "./pause.ts";

/** Do due work of a namespace, at most so much that the next alarm is not far off. */
export async function doDueWork(namespace: Namespace, closing: Closing): Promise<void> {
  const { runner, purger, deletionRunner, retention, liveness } = namespace;
  runner.countCrashes();
  await retention.applyIfDue();
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // Closed for good meanwhile: nothing here is to be worked on.
    if (liveness.isClosed) return;
    const ranJob = await runner.runSlice();
    const ranDeletion = await deletionRunner.runSlice();
    // Every round, so that a long job does not keep ended ones from being purged.
    const hasPurged = purger.purgeSome();
    if (!ranJob && !ranDeletion && !hasPurged) break;
    await letOthersIn(() => closing.callsBegun);
  }
  runner.releaseClaims();
}
