// Erasure: deletion of mappings by age, its job, and the standing retention.
import { type Context, Hono } from "hono";
import {
  type DeletionOutcome,
  type DeletionRecord,
  parseAge,
  parseDuration,
  readDryRun,
} from "../../contract/erasure.ts";
import { MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { type Age, DAY_MS, isoDate, wireTimestamp } from "../../core/time.ts";
import type { DeletionPreview, DeletionView } from "../../vault/rpc.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "data_missing" } as const;

/** Sub-app of the namespace's own administration. */
export const deletionRoutes = new Hono<HttpEnv>()
  .put("/delete/personal-data-mapping", namespaceCaller("metadata_change"), async (c) => {
    const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
    if (!body.ok) return refuse(c, body.error);
    const age = parseAge(body.value["data"]);
    if (!age.ok) return refuse(c, age.error);
    const dryRun = readDryRun(body.value);
    if (!dryRun.ok) return refuse(c, dryRun.error);
    if (dryRun.value === true) return preview(c, age.value);
    const accepted = await callVault(c, (vault) => vault.requestDeletion(callerOf(c), age.value));
    if (!accepted.ok) return refuse(c, accepted.error);
    const { trackingId } = accepted.value;
    return respond(c, { tracking_id: trackingId, status: "PENDING", job_type: "data-deletion" });
  })
  .get("/job-status", namespaceCaller("metadata_change"), async (c) => {
    const trackingId = c.req.query("tracking_id") ?? "";
    if (trackingId === "") return refuse(c, { code: "invalid_field", detail: "tracking_id" });
    const found = await callVault(c, (vault) => vault.readDeletion(callerOf(c), trackingId));
    if (!found.ok) return refuse(c, found.error);
    const record = recordOf(found.value);
    if (c.req.query("include_replay") !== "true") return respond(c, record);
    const replay = await callVault(c, (vault) => vault.readReplay(callerOf(c), trackingId));
    return replay.ok ? respond(c, { ...record, replay: replay.value }) : refuse(c, replay.error);
  })
  .put("/retention", namespaceCaller("metadata_change"), async (c) => {
    const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
    if (!body.ok) return refuse(c, body.error);
    const data = body.value["data"];
    if (typeof data !== "object" || data === null || Array.isArray(data)) return refuse(c, MISSING);
    const { duration } = data as { duration?: unknown };
    if (duration === undefined) return refuse(c, { code: "invalid_duration" });
    const days = duration === null ? null : parseDuration(duration);
    if (days !== null && !days.ok) return refuse(c, days.error);
    const kept = days?.value.duration ?? null;
    const set = await callVault(c, (vault) => vault.setRetention(callerOf(c), kept));
    if (!set.ok) return refuse(c, set.error);
    return respond(c, { duration: kept, would_clear: set.value.mappings });
  })
  .get("/retention", namespaceCaller("metadata_change"), async (c) => {
    const found = await callVault(c, (vault) => vault.readRetention(callerOf(c)));
    if (!found.ok) return refuse(c, found.error);
    const { days, lastTrackingId } = found.value;
    return respond(c, { duration: days, last_tracking_id: lastTrackingId });
  });

async function preview(c: Context<HttpEnv>, age: Age): Promise<Response> {
  const found = await callVault(c, (vault) => vault.previewDeletion(callerOf(c), age));
  return found.ok ? respond(c, previewOf(found.value)) : refuse(c, found.error);
}

function previewOf(view: DeletionPreview) {
  return {
    dry_run: true,
    would_clear: view.mappings,
    by_day: view.days.map(({ day, mappings }) => ({ date: isoDate(day * DAY_MS), mappings })),
  };
}

/** A deletion as its followers see it. */
function recordOf(view: DeletionView): DeletionRecord {
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
