// Answers about deletions by age, value, token and attribute, and about the standing retention.
import * as z from "zod";
import { type Made, timestamp, trackingId } from "./envelope.ts";

const count = z.int().min(0);

const matchRecord = z
  .strictObject({ exact: count, normalised: count, contained: count })
  .describe("Numbers of matching mappings, by kind of match");
const keptShared = count.describe(
  "Mappings that lost only the pair, because another holder uses them too",
);
const attributePairs = count.describe("Attribute pairs removed from mappings of other values");

/** Outcome of a deletion. Only deletions by value, token or attribute have more than the first two members. */
const deletionOutcome = z.strictObject({
  cleared_records: count,
  message: z.string(),
  match: matchRecord.optional(),
  kept_shared: keptShared.optional(),
  attribute_pairs: attributePairs.optional(),
  jobs_purged: count.optional(),
  mask_jobs_still_open: count
    .optional()
    .describe("Mask jobs with a match that had not ended at the time"),
});

/** Counts from the dry run of an erasure of one person. */
const dryRunOutcome = z.strictObject({
  dry_run: z.literal(true),
  would_clear: count,
  match: matchRecord,
  kept_shared: keptShared,
  attribute_pairs: attributePairs,
});

/** Members that the records of all sorts of deletions share. */
export const deletionMembers = {
  tracking_id: trackingId,
  requested_user: z.string(),
  requested_timestamp: timestamp,
  process_end_time: timestamp.nullable(),
  status: z.enum(["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED"]),
  error_message: z.string().describe("Why it waits; empty otherwise"),
  progress: z.strictObject({
    cleared: count,
    total: count.nullable().describe("null until counted"),
    percent: count.nullable(),
  }),
  receipt: z.string().nullable().describe("The signed receipt (JWS), once it has succeeded"),
};

/** A deletion job as answers show it. */
const deletionState = z.strictObject({
  ...deletionMembers,
  job_type: z.literal("data-deletion"),
  dry_run: z.literal(true).optional().describe("A dry run; the response has its counts"),
  response: z.union([deletionOutcome, dryRunOutcome]).nullable(),
  blocked: z
    .strictObject({
      by: z.string(),
      phase: z.string(),
      attempts: z.int().min(0),
      next_try: timestamp,
    })
    .nullable()
    .describe("Why it waits after a failed try; null otherwise"),
  quarantined: count.describe("Records that it could not open"),
});

/** The record of a deletion, with the sealed parts for a replay when they were asked for. */
export const deletionRecord = deletionState
  .extend({
    replay: z
      .strictObject({ search: z.array(z.string()), found: z.array(z.string()) })
      .optional()
      .describe("With `include_replay`: sealed data that a replay needs"),
  })
  .describe("A deletion: its progress and its receipt");

/** Outcome of a deletion. */
export type DeletionOutcome = Made<typeof deletionOutcome>;
/** Counts from the dry run of an erasure of one person. */
export type DryRunOutcome = Made<typeof dryRunOutcome>;
/** A deletion job as answers show it. */
export type DeletionRecord<Outcome = DeletionOutcome> = Omit<
  Made<typeof deletionState>,
  "response"
> & { readonly response: Outcome | null };

/** The answer that accepts a deletion of any sort. */
export const acceptedDeletion = z.strictObject({
  tracking_id: trackingId,
  status: z.literal("PENDING"),
  job_type: z.literal("data-deletion"),
});

/** The answer to a request for a deletion by age. */
export const ageDeletion = z.union([
  acceptedDeletion,
  z
    .strictObject({
      dry_run: z.literal(true),
      would_clear: count,
      by_day: z.array(z.strictObject({ date: z.iso.date(), mappings: count })),
    })
    .describe("With `dry_run`"),
]);

/** The answer to a request for an erasure of one person. */
export const personErasure = z.union([
  acceptedDeletion,
  dryRunOutcome.describe("With `dry_run`"),
  acceptedDeletion
    .extend({ dry_run: z.literal(true) })
    .describe("With `dry_run` in a large namespace, which counts in the background"),
]);

const days = z.int().min(1).nullable().describe("Days that a mapping is kept; null: no rule");

/** The answer to a change of the standing retention. */
export const retentionChange = z.strictObject({
  duration: days,
  would_clear: count.describe("Mappings that the rule covers now"),
});

/** The standing retention. */
export const retention = z.strictObject({
  duration: days,
  last_tracking_id: trackingId.nullable().describe("The last deletion that the rule started"),
  paused_by: z.literal("legal hold").optional(),
});
