// Query parameters of the audit and the reports.
import * as z from "zod";

const pageToken = z.string().optional().describe("From the page before");

/** An instant in the format of the API that this one follows. */
const instant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(`${text.replace(" ", "T")}Z`)))
  .describe("`YYYY-MM-DD HH:MM:SS` in UTC, inclusive");

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .optional();

/** The period whose records are asked for. */
export const auditQuery = z.object({
  start_date: instant,
  end_date: instant,
  next_page_token: pageToken,
});

/** The requests that a report counts. */
export const reportQuery = z.object({
  namespace: z
    .string()
    .optional()
    .describe("A namespace token's own namespace; the operator may omit it"),
  start_date: day.describe("`YYYY-MM-DD`, inclusive; absent: since counting began"),
  end_date: day.describe("`YYYY-MM-DD`, inclusive; absent: today"),
  next_page_token: pageToken,
});
