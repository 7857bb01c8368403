// Deletion of mappings by age, deletion jobs, and the standing retention.
import { type Context, Hono } from "hono";
import { parseAge, parseRetention, readDryRun } from "../../contract/erasure.ts";
import type {
  DeletionOutcome,
  DeletionRecord,
  DryRunOutcome,
} from "../../contract/responses/erasure.ts";
import { hex } from "../../core/ids.ts";
import { DAY_MS, isoDate, wireTimestamp } from "../../core/time.ts";
import type {
  AgeTarget,
  DeletionPreview,
  DeletionTrouble,
  DeletionView,
  PersonPreview,
  RepeatableRequest,
} from "../../vault/deletion-rpc.ts";
import { demandWholeUnmask, namespaceCaller } from "../authenticate.ts";
import { readObject, readQuery } from "../body.ts";
import { askVault } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { readIdempotencyKey, requestDigestOf } from "../idempotency-key.ts";

/** Sub-app of the namespace's own administration. */
export const deletionRoutes = new Hono<HttpEnv>()
  .put("/delete/personal-data-mapping", namespaceCaller("metadata_change"), (c) =>
    deleteByAge(c, "age"),
  )
  .get("/job-status", namespaceCaller("metadata_change"), async (c) => {
    const trackingId = readQuery(c, "tracking_id");
    const view = await askVault(c, (vault, caller) => vault.readDeletion(caller, trackingId));
    // Counts of a dry run reveal whether a value exists.
    if (view.isDryRun) demandWholeUnmask(c);
    const record = recordOf(view);
    if (c.req.query("include_replay") !== "true") return respond(c, record);
    const replay = await askVault(c, (vault, caller) => vault.readReplay(caller, trackingId));
    return respond(c, { ...record, replay });
  })
  .put("/retention", namespaceCaller("metadata_change"), async (c) => {
    const days = orRefuse(parseRetention((await readObject(c))["data"]));
    const set = await askVault(c, (vault, caller) => vault.setRetention(caller, days));
    return respond(c, { duration: days, would_clear: set.records });
  })
  .get("/retention", namespaceCaller("metadata_change"), async (c) => {
    const retention = await askVault(c, (vault, caller) => vault.readRetention(caller));
    const { days, lastTrackingId, isPaused } = retention;
    const paused = isPaused ? { paused_by: LEGAL_HOLD } : {};
    return respond(c, { duration: days, last_tracking_id: lastTrackingId, ...paused });
  });

/** Accepts a deletion by age, or counts what it would delete. */
export async function deleteByAge(c: Context<HttpEnv>, target: AgeTarget): Promise<Response> {
  const body = await readObject(c);
  const age = orRefuse(parseAge(body["data"]));
  const request = await repeatableRequest(c, age);
  if (orRefuse(readDryRun(body))) {
    const found = await askVault(c, (vault, caller) => vault.previewDeletion(caller, age, target));
    return respond(c, previewOf(found, target));
  }
  const accepted = await askVault(c, (vault, caller) =>
    vault.requestDeletion(caller, age, request, target),
  );
  return respond(c, acceptedDeletion(accepted));
}

/** Recognizes a deletion request that is sent again; undefined when it has no key. */
export async function repeatableRequest(
  c: Context<HttpEnv>,
  asked: object,
): Promise<RepeatableRequest | undefined> {
  const key = readIdempotencyKey(c);
  if (key === undefined) return undefined;
  return { key, bodyDigest: hex(await requestDigestOf(asked)) };
}

/** The answer that accepts a deletion of any sort. */
export function acceptedDeletion({ trackingId }: { readonly trackingId: string }): object {
  return { tracking_id: trackingId, status: "PENDING", job_type: "data-deletion" };
}

/** Counts from the dry run of an erasure of one person. */
export function dryRunOutcome({ mappings, matches }: PersonPreview): DryRunOutcome {
  return { dry_run: true, would_clear: mappings, ...foundRecord(matches) };
}

/** Matches of an erasure of one person, those in jobs left out. */
function foundRecord({
  exact,
  normalised,
  contained,
  keptShared,
  pairs,
}: PersonPreview["matches"]) {
  const match = { exact, normalised, contained };
  return { match, kept_shared: keptShared, attribute_pairs: pairs };
}

function previewOf({ records, days }: DeletionPreview, target: AgeTarget) {
  const counted = { dry_run: true, would_clear: records };
  if (target === "audit") return counted;
  const by_day = days.map(({ day, mappings }) => ({ date: isoDate(day * DAY_MS), mappings }));
  return { ...counted, by_day };
}

/** A deletion job as answers show it. */
function recordOf(view: DeletionView): DeletionRecord<DeletionOutcome | DryRunOutcome> {
  const { state, cleared, total, percent, isDryRun } = view;
  return {
    tracking_id: view.trackingId,
    requested_user: view.requestedUser,
    requested_timestamp: wireTimestamp(view.requested),
    process_end_time: view.finished === null ? null : wireTimestamp(view.finished),
    job_type: "data-deletion",
    ...(isDryRun ? { dry_run: true } : {}),
    status: state === "HELD" ? "PENDING" : state,
    response: state === "SUCCESS" ? outcomeOf(view) : null,
    error_message: view.isPaused ? LEGAL_HOLD : troubleText(view.blocked) || renewalText(view),
    progress: { cleared: isDryRun ? 0 : cleared, total, percent },
    receipt: view.receipt,
    blocked: blockedRecord(view.blocked),
    quarantined: view.quarantined,
  };
}

const LEGAL_HOLD = "legal hold";

const FAILED_AT: Record<DeletionTrouble["by"], string> = {
  ledger: "the erasure ledger cannot be reached",
  key: "a stored key cannot be opened",
  search: "what was asked for cannot be opened any more; ask for the erasure again",
  internal: "a step fails; the log has more",
};

function troubleText(trouble: DeletionTrouble | null): string {
  if (trouble === null) return "";
  const { by, phase, attempts, nextTry } = trouble;
  const next = `next try at ${wireTimestamp(nextTry)}`;
  return `${FAILED_AT[by]} (phase ${phase}, failed tries: ${attempts}, ${next})`;
}

/** Why a deletion waits although nothing failed: everything it covers is gone, but its receipt would not be true yet. */
function renewalText({ renewal }: DeletionView): string {
  return renewal === null
    ? ""
    : `erased; before the receipt the index is renewed, from ${wireTimestamp(renewal)} on (phase renew)`;
}

function blockedRecord(trouble: DeletionTrouble | null): DeletionRecord["blocked"] {
  if (trouble === null) return null;
  const { by, phase, attempts, nextTry } = trouble;
  return { by, phase, attempts, next_try: wireTimestamp(nextTry) };
}

function outcomeOf(view: DeletionView): DeletionOutcome | DryRunOutcome {
  const { cleared, matches, isDryRun } = view;
  if (matches === null) {
    const message = "Records older than the specified date have been cleared successfully.";
    return { cleared_records: cleared, message };
  }
  if (isDryRun) return dryRunOutcome({ mappings: cleared, matches });
  return {
    cleared_records: cleared,
    message: "Matching records have been cleared successfully.",
    ...foundRecord(matches),
    jobs_purged: matches.jobs,
    mask_jobs_still_open: matches.openJobs,
  };
}
