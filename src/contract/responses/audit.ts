// Answers of the audit and the reports.
import * as z from "zod";
import { type Made, timestamp } from "./envelope.ts";

const count = z.int().min(0);

/** A record of the audit. */
export const auditRow = z.strictObject({
  requested_method: z.string().describe("The operation's path, without ids"),
  requested_user: z.string(),
  requested_time: timestamp,
  status: z.enum(["success", "failure"]),
  input_payload: z.null().describe("Always null: the request is not recorded"),
  response: z.null().describe("Always null: the answer is not recorded"),
  error_log: z.string().describe("Code of the failure; empty for a success"),
  request_id: z.string(),
  token_id: z.string(),
  duration_ms: z.number().min(0),
  items: count.optional().describe("Items in the request's list"),
  entities: z
    .record(z.string(), count)
    .optional()
    .describe("Values found in texts, by entity type"),
  policy: z.string().optional().describe("As named by the request"),
  tracking_id: z
    .string()
    .optional()
    .describe("The submitted job; with `job` as user, the job whose work is recorded"),
  reason: z.string().optional().describe("The request's `X-Audit-Reason`"),
});
export type AuditRow = Made<typeof auditRow>;

/** Counts of requests of one namespace, by operation. */
const usageSummary = z.strictObject({
  namespace: z.string(),
  start_time: timestamp.nullable(),
  end_time: timestamp.nullable(),
  no_of_hits: z.record(z.string(), count).describe("By operation, and `total`"),
});
export type UsageSummary = Made<typeof usageSummary>;

const namespaceSummary = usageSummary.omit({ no_of_hits: true }).extend({ count });
export type NamespaceSummary = Made<typeof namespaceSummary>;

const dayRow = z.strictObject({
  date: z.string().describe("`YYYY-MM-DD`"),
  api_type: z.string(),
  status: z.string().describe("`success`, or the code of a failure"),
  count,
  items: count.describe("Items in the requests' lists"),
});
export type DayRow = Made<typeof dayRow>;

const userRow = dayRow.extend({
  user: z.string().nullable().describe("null: no token of the user is left"),
  logged_in_time: z.number().min(0).describe("Total time of the requests, in seconds"),
});
export type UserRow = Made<typeof userRow>;

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ details: z.array(row), next_page_token: z.string().nullable() });

/** Answers of the four reports. */
export const usageReport = pageOf(usageSummary);
export const allNamespacesReport = pageOf(namespaceSummary);
export const namespaceReport = pageOf(dayRow);
export const usersReport = pageOf(userRow);

/** The answer to a dry run of a deletion of audit records. */
export const auditPreview = z.strictObject({ dry_run: z.literal(true), would_clear: count });
