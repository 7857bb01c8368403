// PUT async-status: the request, and one job's record in the answer.
import * as z from "zod";
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
