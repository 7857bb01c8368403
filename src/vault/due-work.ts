// What an alarm does: bounded slices of all due work, jobs and deletions side by side; other requests run between slices.

import { MAX_SLICE_CHUNKS, SLICES_PER_ALARM } from "../jobs/slice.ts";
import { waitForAWhile } from "../platform/in-time.ts";
import { beginStretch, yieldToCallers } from "../platform/yield-to-callers.ts";
import type { Namespace } from "./namespace.ts";

/** Do a namespace's due work, bounded so that the next alarm is never far off. */
export async function doDueWork(namespace: Namespace): Promise<void> {
  beginStretch();
  const { runner, jobAudit, callbackSender, purger, memory } = namespace;
  const { deletionRunner, liveness, recycler } = namespace;
  runner.countCrashes();
  const accepting = acceptDue(namespace);
  const isOver = await waitForAWhile(accepting);
  // If it fails later, it is unknown whether the ledger took the entries: handled as in a request.
  if (!isOver) void accepting.catch(() => namespace.ledgerPosition.invalidate());
  for (let slice = 0; slice < SLICES_PER_ALARM; slice++) {
    // The namespace was closed for good meanwhile: do no more work in it.
    if (liveness.isClosed) return;
    // All callers wait for the object to close: a later alarm continues.
    if (recycler.isClosing) break;
    const ranJob = await runner.runSlice(MAX_SLICE_CHUNKS);
    const ranDeletion = await deletionRunner.runSlice();
    // In every round, so that a long job does not delay the purging of ended ones.
    const hasPurged = purger.purgeSome();
    const hasForgotten = memory.purgeSome();
    const hasSentCallbacks = callbackSender.sendSome();
    if (!ranJob && !ranDeletion && !hasPurged && !hasForgotten && !hasSentCallbacks) break;
    const { callsBegun } = recycler;
    await yieldToCallers();
    // The Worker's requests arrive one by one: when some have arrived, more are on their way.
    if (recycler.callsBegun !== callsBegun) await yieldToCallers();
  }
  runner.releaseClaims();
  await jobAudit.write();
}

/** Accept deletions due by the retention rule, or recorded during a legal hold; calls the Registry. */
async function acceptDue({ retention, deletionService }: Namespace): Promise<void> {
  await retention.applyIfDue();
  await deletionService.acceptHeld();
}
