// Requests of PUT async-status, GET jobs and GET jobs/{tracking_id}.
import * as z from "zod";
import { MAX_JOBS_PER_PAGE, MAX_WAIT_SECONDS } from "../core/limits.ts";

/** One job to report on. */
export const statusItem = z.object({
  tracking_id: z.string().min(1).describe("As answered to the submission"),
});

/** Members beside the list. */
export const statusOptions = z.object({
  include_input: z.boolean().optional().describe("Send `input_payload` of jobs of any size"),
});

/** A whole number in a query, written in digits. */
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max));

/** How long a request waits for its jobs to end. */
export const waitQuery = z.object({
  /** Seconds; the answer comes as soon as all jobs have ended. */
  wait: wholeNumber(0, MAX_WAIT_SECONDS).optional(),
});

/** The page of a result that is asked for, and how long the request may wait for it. */
export const resultQuery = waitQuery.extend({ next_page_token: z.string().optional() });

/** Filters of the list of jobs, from the query. */
export const jobListQuery = z.object({
  status: z.enum(["PENDING", "IN-PROGRESS", "SUCCESS", "FAILED", "PURGED", "CANCELLED"]).optional(),
  call_type: z.enum(["mask", "unmask"]).optional(),
  own: z.enum(["true", "false"]).optional().describe("Only jobs of the caller's user"),
  limit: wholeNumber(1, MAX_JOBS_PER_PAGE).optional().describe("Jobs on a page"),
  next_page_token: z.string().optional().describe("From the page before"),
});
