// The audit of a namespace, and reports on numbers of requests.
import * as z from "zod";
import { auditQuery, reportQuery } from "../../../src/contract/audit.ts";
import { dateField, durationField } from "../../../src/contract/erasure.ts";
import {
  allNamespacesReport,
  auditPreview,
  auditRow,
  namespaceReport,
  usageReport,
  usersReport,
} from "../../../src/contract/responses/audit.ts";
import { nextPage, successEnvelope } from "../../../src/contract/responses/envelope.ts";
import { acceptedDeletion } from "../../../src/contract/responses/erasure.ts";
import { json, ofRepeatable, operationsOf } from "../operation.ts";

const REPORTS = "/api/vault/reports";
const OF_REPORTS = {
  scope: "read",
  query: reportQuery,
  failures: ["namespace_unknown"],
} as const;
const OF_ONE = {
  ...OF_REPORTS,
  query: reportQuery.extend({ namespace: z.string() }),
  failures: ["namespace_unknown", "invalid_page_token"],
} as const;

/** The operations. */
export const auditOperations = operationsOf({ tag: "Audit", needs: "metadata_change" }, [
  {
    id: "readAudit",
    at: "GET /api/vault/namespace/reports/audit-details",
    summary: "Who has asked for what between two instants",
    description:
      "A record for each request whose token was let in: never a value or a token. A page may have no record, and others behind it.",
    query: auditQuery,
    answer: json(successEnvelope(z.array(auditRow), nextPage)),
    failures: ["invalid_page_token"],
  },
  {
    id: "exportAudit",
    at: "GET /api/vault/namespace/reports/audit-export",
    summary: "The audit as a chain that can be verified offline",
    description:
      "JSON, a line each: where the kept part begins, then of each batch its records and a link with the hash of both them and the batch before.",
    answer: { "application/x-ndjson": z.string() },
  },
  {
    id: "deleteAuditRecords",
    at: "PUT /api/vault/namespace/delete/audit-records",
    summary: "Delete audit records that are older than a date or a number of days",
    description:
      "Whole days in UTC, none of which is the present one. The rest verifies still: a checkpoint stands for what is gone.",
    headers: ofRepeatable,
    body: json(
      z.object({
        data: z.union([z.object({ date: dateField }), z.object({ duration: durationField })]),
        dry_run: z.boolean().optional().describe("Only count what would go"),
      }),
    ),
    answer: json(successEnvelope(z.union([acceptedDeletion, auditPreview]))),
    failures: [
      ...(["data_missing", "too_many_deletions", "too_many_deletions_per_day"] as const),
      ...(["invalid_duration", "duration_too_long", "date_or_duration_missing"] as const),
      ...(["date_and_duration", "invalid_date_format", "invalid_date"] as const),
      ...(["date_in_future", "idempotency_key_reused"] as const),
    ],
  },
  {
    ...OF_REPORTS,
    id: "readUsage",
    at: `GET ${REPORTS}/usage-summary`,
    summary: "How many requests of each operation namespaces had",
    description: "A namespace token sees its own namespace, the operator all of them, in pages.",
    answer: json(successEnvelope(usageReport)),
  },
  {
    ...OF_REPORTS,
    id: "readAllNamespacesUsage",
    at: `GET ${REPORTS}/all-namespace-summary`,
    summary: "How many requests namespaces had",
    answer: json(successEnvelope(allNamespacesReport)),
  },
  {
    ...OF_ONE,
    id: "readNamespaceUsage",
    at: `GET ${REPORTS}/namespace-summary`,
    summary: "Requests of one namespace by day, operation and outcome",
    answer: json(successEnvelope(namespaceReport)),
  },
  {
    ...OF_ONE,
    id: "readUsersUsage",
    at: `GET ${REPORTS}/namespace-users-summary`,
    summary: "Requests of one namespace by day, operation, outcome and user",
    answer: json(successEnvelope(usersReport)),
  },
]);
