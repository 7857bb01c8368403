// PUT async-status, GET jobs and GET jobs/{tracking_id}: the requests, and one job's record in the answers.
import * as z from "zod";
import { MAX_JOBS_PER_PAGE } from "../core/limits.ts";
import { INVALID, textField } from "./fields.ts";

/** One job asked for. */
export const statusItem = z.object(
  {
    tracking_id: textField("invalid_field").min(1, INVALID),
  },
  INVALID,
);

/** Members beside the list. */
export const statusOptions = z.object({
  /** Send `input_payload` of jobs of any size. */
  include_input: z.boolean(INVALID).optional(),
});

/** A job's record but for `input_payload` and `result`, which are streamed. Times are UTC. */
export interface JobRecord {
  readonly tracking_id: string;
  readonly call_type: "mask" | "unmask" | null;
  readonly error_msg: string | null;
  readonly submitted_time: string | null;
  readonly process_start_time: string | null;
  readonly completed_time: string | null;
  readonly status: "PENDING" | "IN-PROGRESS" | "SUCCESS" | "FAILED" | "PURGED";
  /** Additions of ours (docs/api.md#conventions): machine-readable reason, progress, when the result goes. */
  readonly error_code: string | null;
  readonly error_item_index: number | null;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly expires_at: string | null;
}

/** Which jobs are listed, as the query says it. */
export const jobListQuery = z.object({
  status: z.enum(["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED"], INVALID).optional(),
  call_type: z.enum(["mask", "unmask"], INVALID).optional(),
  /** Only jobs of the caller's user. */
  own: z.enum(["true", "false"], INVALID).optional(),
  /** Jobs of one page. */
  limit: z.coerce
    .number(INVALID)
    .int(INVALID)
    .min(1, INVALID)
    .max(MAX_JOBS_PER_PAGE, INVALID)
    .optional(),
  next_page_token: z.string(INVALID).optional(),
});

/** A job without its input and result. */
export interface JobStatus extends JobRecord {
  /** On average since it began. */
  readonly items_per_second: number | null;
  /** When it will have ended, if it goes on like that; only while it is IN-PROGRESS. */
  readonly estimated_completion_time: string | null;
}
