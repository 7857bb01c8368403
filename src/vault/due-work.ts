// What an alarm does: bounded slices of whatever is due, jobs and deletions side by side, with other
// requests let in between.

import { MAX_SLICE_CHUNKS, SLICES_PER_ALARM } from "../jobs/slice.ts";
import { beginStretch, yieldToCallers } from "../platform/yield-to-callers.ts";
import type { Namespace } from "./namespace.ts";
import { waitForAWhile } from "./runtime/patience.ts";

/** Do due work of a namespace, at most so much that the next alarm is not far off. */
export async function doDueWork(namespace: Namespace): Promise<void> {
  beginStretch();
  const { runner, jobAudit, callbackSender, purger, memory } = namespace;
  const { deletionRunner, liveness, recycler } = namespace;
  runner.countCrashes();
  const accepting = acceptDue(namespace);
  const isOver = await waitForAWhile(accepting);
  // Whether the ledger took their entries is open then, as in a request.
  if (!isOver) void accepting.catch(() => namespace.ledgerSync.invalidate());
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // Closed for good meanwhile: nothing here is to be worked on.
    if (liveness.isClosed) return;
    // Everybody waits for the object to close: a later alarm goes on.
    if (recycler.isClosing) break;
    const ranJob = await runner.runSlice(MAX_SLICE_CHUNKS);
    const ranDeletion = await deletionRunner.runSlice();
    // Every round, so that a long job does not keep ended ones from being purged.
    const hasPurged = purger.purgeSome();
    const hasForgotten = memory.purgeSome();
    const hasTold = callbackSender.sendSome();
    if (!ranJob && !ranDeletion && !hasPurged && !hasForgotten && !hasTold) break;
    const { callsBegun } = recycler;
    await yieldToCallers();
    // Requests come in from the Worker one by one: with some here, others are on their way.
    if (recycler.callsBegun !== callsBegun) await yieldToCallers();
  }
  runner.releaseClaims();
  await jobAudit.tell();
}

/** What needs the Registry before anything is done. */
async function acceptDue({ retention, deletionService }: Namespace): Promise<void> {
  await retention.applyIfDue();
  await deletionService.acceptHeld();
}
