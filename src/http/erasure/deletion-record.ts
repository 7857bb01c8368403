// A deletion as its followers see it on the wire.
import type { DeletionOutcome, DeletionRecord } from "../../contract/deletion.ts";
import { wireTimestamp } from "../../core/time.ts";
import type { DeletionView } from "../../vault/rpc.ts";

/** The record of a deletion. */
export function recordOf(view: DeletionView): DeletionRecord {
  const { state, cleared, total, percent } = view;
  return {
    tracking_id: view.trackingId,
    requested_user: view.requestedUser,
    requested_timestamp: wireTimestamp(view.requested),
    process_end_time: view.finished === null ? null : wireTimestamp(view.finished),
    job_type: "data-deletion",
    status: state === "HELD" ? "PENDING" : state,
    response: state === "SUCCESS" ? outcomeOf(view) : null,
    error_message: view.isPaused ? "legal hold" : "",
    progress: { cleared, total, percent },
    receipt: view.receipt,
  };
}

function outcomeOf({ cleared, matches }: DeletionView): DeletionOutcome {
  if (matches === null) {
    const message = "Records older than the specified date have been cleared successfully.";
    return { cleared_records: cleared, message };
  }
  const { exact, normalised, contained } = matches;
  return {
    cleared_records: cleared,
    message: "Matching records have been cleared successfully.",
    match: { exact, normalised, contained },
    kept_shared: matches.keptShared,
    attribute_pairs: matches.pairs,
    jobs_purged: matches.jobs,
    mask_jobs_still_open: matches.openJobs,
  };
}
