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
    summary: "Audit records between two instants",
    description:
      "One record for each request with an accepted token, never with a value or a token. A page without records may still have a next page.",
    query: auditQuery,
    answer: json(successEnvelope(z.array(auditRow), nextPage)),
    failures: ["invalid_page_token"],
  },
  {
    id: "exportAudit",
    at: "GET /api/vault/namespace/reports/audit-export",
    summary: "The audit as a chain that can be verified offline",
    description:
      "JSON lines: first where the stored part begins, then for each batch its records and a link whose hash covers them and the batch before.",
    answer: { "application/x-ndjson": z.string() },
  },
  {
    id: "deleteAuditRecords",
    at: "PUT /api/vault/namespace/delete/audit-records",
    summary: "Delete audit records older than a date or a number of days",
    description:
      "Deletes whole days in UTC, never the current one. The rest can still be verified: a checkpoint replaces the deleted part.",
    headers: ofRepeatable,
    body: json(
      z.object({
        data: z.union([z.object({ date: dateField }), z.object({ duration: durationField })]),
        dry_run: z.boolean().optional().describe("Only count what would be deleted"),
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
    summary: "Requests by namespace and operation",
    description: "A namespace token sees its own namespace, the operator all namespaces in pages.",
    answer: json(successEnvelope(usageReport)),
  },
  {
    ...OF_REPORTS,
    id: "readAllNamespacesUsage",
    at: `GET ${REPORTS}/all-namespace-summary`,
    summary: "Requests by namespace",
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
