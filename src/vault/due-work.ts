// What an alarm does: bounded slices of whatever is due, jobs and deletions side by side, with other
// requests let in between.
import { CHUNKS_WHEN_ALONE, SLICES_PER_ALARM } from "../jobs/slice.ts";
import type { Closing } from "./closing.ts";
import type { Namespace } from "./namespace.ts";
import { letOthersIn } from "./pause.ts";

/** Looks in which nobody came, after which nobody is expected: of 16 callers one look may see none. */
const QUIET_LOOKS = 2;

/** Do due work of a namespace, at most so much that the next alarm is not far off. */
export async function doDueWork(namespace: Namespace, closing: Closing): Promise<void> {
  const { runner, purger, deletionRunner, retention, liveness } = namespace;
  runner.countCrashes();
  await retention.applyIfDue();
  let quietLooks = 0;
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // Closed for good meanwhile: nothing here is to be worked on.
    if (liveness.isClosed) return;
    const ranJob = await runner.runSlice(quietLooks < QUIET_LOOKS ? 1 : CHUNKS_WHEN_ALONE);
    const ranDeletion = await deletionRunner.runSlice();
    // Every round, so that a long job does not keep ended ones from being purged.
    const hasPurged = purger.purgeSome();
    if (!ranJob && !ranDeletion && !hasPurged) break;
    const before = closing.callsBegun;
    // While nobody is expected one look is enough to see that somebody came after all.
    if (quietLooks < QUIET_LOOKS) await letOthersIn(() => closing.callsBegun);
    else await scheduler.wait(0);
    quietLooks = closing.callsBegun === before ? quietLooks + 1 : 0;
  }
  runner.releaseClaims();
}
