// Answers about background jobs.
import * as z from "zod";
import { errorCode, failed, type Made, timestamp, trackingId } from "./envelope.ts";
import { maskedItem, unmaskedItem } from "./mask.ts";

/** The answer that accepts a job: a list of one. */
export const acceptedJobs = z
  .array(z.strictObject({ tracking_id: trackingId, status: z.literal("PENDING") }))
  .length(1);

/** A job's record without its input and result. */
const jobState = z.strictObject({
  tracking_id: trackingId,
  call_type: z.enum(["mask", "unmask"]).nullable().describe("null: unknown id"),
  error_msg: z.string().nullable().describe("Why it FAILED, in words"),
  submitted_time: timestamp.nullable(),
  process_start_time: timestamp.nullable(),
  completed_time: timestamp.nullable(),
  status: z.enum(["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED"]),
  error_code: errorCode.nullable().describe("Why it FAILED, as an error code"),
  error_item_index: z.int().min(0).nullable().describe("The item to blame, from 0"),
  progress: z
    .strictObject({ done: z.int().min(0), total: z.int().min(0) })
    .nullable()
    .describe("In items"),
  expires_at: timestamp.nullable().describe("When its result is deleted"),
});

/** A job without its input and result. */
export const jobStatus = jobState
  .extend({
    // A cancelled job is FAILED in a job record, because its readers know no such status.
    status: z.enum([...jobState.shape.status.options, "CANCELLED"]),
    items_per_second: z.number().nullable().describe("The average since it began"),
    estimated_completion_time: timestamp
      .nullable()
      .describe("When it will end at that rate; only while it is IN-PROGRESS"),
  })
  .describe("Progress of a job");

/** A job without its input and result. */
export type JobStatus = Made<typeof jobStatus>;

/** The answer to a request to cancel a job. */
export const cancelledJob = z
  .strictObject({ tracking_id: trackingId, status: jobStatus.shape.status })
  .describe("A job and its status now: CANCELLED, unless it had already ended");

/** Stands for a bad item in the result of a job that continues after bad items. */
const failedItem = z.strictObject({ error: failed }).describe("The failure of an item");

/** One entry per item, in order. */
export const jobResult = z.union([
  z.array(z.union([maskedItem, failedItem])),
  z.array(z.union([unmaskedItem, failedItem])),
]);

/** A job's whole record. */
export const jobRecord = jobState
  .extend({
    input_payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("The submitted items: for jobs of up to 100 items, or with `include_input`"),
    result: jobResult.nullable().describe("With SUCCESS: the `data` of the synchronous operation"),
  })
  .describe("A background job");

/** A job's record without `input_payload` and `result`, which are streamed. */
export type JobRecord = Made<typeof jobState>;
