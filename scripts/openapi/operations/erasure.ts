// Deletion by age, value, token and attribute; the standing retention rule.
import * as z from "zod";
import { attributeRequest, dateField, durationField } from "../../../src/contract/erasure.ts";
import { nameField } from "../../../src/contract/fields.ts";
import { successEnvelope } from "../../../src/contract/responses/envelope.ts";
import {
  ageDeletion,
  deletionRecord,
  personErasure,
  retention,
  retentionChange,
} from "../../../src/contract/responses/erasure.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { MAX_SYNC_ITEMS } from "../../../src/core/limits.ts";
import { json, ofRepeatable, operationsOf } from "../operation.ts";

const NAMESPACE = "/api/vault/namespace";

const dryRun = z.boolean().optional().describe("Only count what would be deleted");
const texts = z.array(nameField).min(1).max(MAX_SYNC_ITEMS);

/** A body with this `data`, and `dry_run` beside it. */
const dataOf = (data: z.ZodType) => json(z.object({ data, dry_run: dryRun }));

const OF_DELETIONS: readonly ErrorCode[] = [
  ...(["data_missing", "too_many_deletions", "too_many_deletions_per_day"] as const),
  "idempotency_key_reused",
];
const OF_AGES: readonly ErrorCode[] = ["data_missing", "invalid_duration", "duration_too_long"];

/** Shared by the three erasures of one person's data. */
const ofPerson = {
  headers: ofRepeatable,
  description:
    "A dry run also needs `unmask`, because it tells whether a value exists. With more than 10,000 mappings it becomes a job.",
  answer: json(successEnvelope(personErasure)),
  failures: [
    ...OF_DELETIONS,
    ...(["too_many_items", "invalid_text", "value_too_long", "invalid_attributes"] as const),
  ],
} as const;

/** The operations. */
export const erasureOperations = operationsOf({ tag: "Erasure", needs: "metadata_change" }, [
  {
    id: "deleteByAge",
    at: `PUT ${NAMESPACE}/delete/personal-data-mapping`,
    summary: "Delete mappings older than a date or a number of days",
    description:
      "Covers mappings created before `date` 00:00 UTC, or more than `duration` days ago. Once the request is answered none of them is served.",
    headers: ofRepeatable,
    body: dataOf(z.union([z.object({ date: dateField }), z.object({ duration: durationField })])),
    answer: json(successEnvelope(ageDeletion)),
    failures: [
      ...OF_DELETIONS,
      ...OF_AGES,
      ...(["date_or_duration_missing", "date_and_duration", "invalid_date_format"] as const),
      ...(["invalid_date", "date_in_future"] as const),
    ],
  },
  {
    ...ofPerson,
    id: "eraseByValue",
    at: `PUT ${NAMESPACE}/delete/by-value`,
    summary: "Erase one person by values",
    body: dataOf(z.object({ values: texts })),
  },
  {
    ...ofPerson,
    id: "eraseByToken",
    at: `PUT ${NAMESPACE}/delete/by-token`,
    summary: "Erase one person by tokens",
    body: dataOf(z.object({ tokens: texts })),
  },
  {
    ...ofPerson,
    id: "eraseByAttribute",
    at: `PUT ${NAMESPACE}/delete/by-attribute`,
    summary: "Erase one person by an attribute",
    body: dataOf(attributeRequest.extend({ value: z.unknown().describe("Any JSON") })),
  },
  {
    id: "readDeletion",
    at: `GET ${NAMESPACE}/job-status`,
    summary: "Progress of a deletion, and its receipt",
    description: "A dry run also needs `unmask`.",
    query: z.object({
      tracking_id: z.string(),
      include_replay: z
        .enum(["true", "false"])
        .optional()
        .describe("Include the sealed data that a replay of an erasure of one person needs"),
    }),
    answer: json(successEnvelope(deletionRecord)),
    failures: ["tracking_id_unknown"],
  },
  {
    id: "setRetention",
    at: `PUT ${NAMESPACE}/retention`,
    summary: "Delete mappings of a certain age every day",
    body: json(
      z.object({
        data: z.object({ duration: durationField.nullable().describe("Days; null: no rule") }),
      }),
    ),
    answer: json(successEnvelope(retentionChange)),
    failures: OF_AGES,
  },
  {
    id: "readRetention",
    at: `GET ${NAMESPACE}/retention`,
    summary: "The standing retention",
    answer: json(successEnvelope(retention)),
  },
]);
