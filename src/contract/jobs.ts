// PUT async-status, GET jobs and GET jobs/{tracking_id}: the requests.
import * as z from "zod";
import { MAX_JOBS_PER_PAGE, MAX_WAIT_SECONDS } from "../core/limits.ts";
import { INVALID, textField } from "./fields.ts";

/** One job asked for. */
export const statusItem = z.object(
  {
    tracking_id: textField("invalid_field").min(1, INVALID).describe("As the submission gave it"),
  },
  INVALID,
);

/** Members beside the list. */
export const statusOptions = z.object({
  include_input: z.boolean(INVALID).optional().describe("Send `input_payload` of jobs of any size"),
});

/** A whole number as a query gives it: in digits. */
const wholeNumber = (min: number, max: number) =>
  z
    .string(INVALID)
    .regex(/^\d+$/, INVALID)
    .transform(Number)
    .pipe(z.int(INVALID).min(min, INVALID).max(max, INVALID));

/** How long a request waits for the end of its jobs. */
export const waitQuery = z.object({
  /** Seconds; it is answered as soon as all have ended. */
  wait: wholeNumber(0, MAX_WAIT_SECONDS).optional(),
});

/** Which page of a result is asked for, and for how long it may be waited. */
export const resultQuery = waitQuery.extend({ next_page_token: z.string(INVALID).optional() });

/** Which jobs are listed, as the query says it. */
export const jobListQuery = z.object({
  status: z
    .enum(["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"], INVALID)
    .optional(),
  call_type: z.enum(["mask", "unmask"], INVALID).optional(),
  own: z.enum(["true", "false"], INVALID).optional().describe("Only jobs of the caller's user"),
  limit: wholeNumber(1, MAX_JOBS_PER_PAGE).optional().describe("Jobs of one page"),
  next_page_token: z.string(INVALID).optional().describe("Of the page before"),
});
