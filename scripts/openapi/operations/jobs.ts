// Background jobs.
import * as z from "zod";
import { documentField } from "../../../src/contract/fields.ts";
import {
  jobListQuery,
  resultQuery,
  statusItem,
  statusOptions,
  waitQuery,
} from "../../../src/contract/jobs.ts";
import {
  maskJobOptions,
  maskJobQuery,
  unmaskJobOptions,
  unmaskJobQuery,
} from "../../../src/contract/mask.ts";
import { nextPage, successEnvelope } from "../../../src/contract/responses/envelope.ts";
import {
  acceptedJobs,
  cancelledJob,
  jobRecord,
  jobResult,
  jobStatus,
} from "../../../src/contract/responses/jobs.ts";
import type { ErrorCode } from "../../../src/core/errors.ts";
import { MAX_ASYNC_ITEMS, MAX_STATUS_IDS } from "../../../src/core/limits.ts";
import { idempotencyKey, json, OF_BRAKES, operationsOf } from "../operation.ts";
import { anyMaskItem, anyUnmaskItem } from "./masking.ts";

/** With `empty: pass`, a value may be empty. */
const anyValue = z.union([z.string(), documentField]);
const maskJob = maskJobOptions.omit({ strict: true, partial: true }).extend({
  mask: z
    .array(anyMaskItem.extend({ value: anyValue }))
    .min(1)
    .max(MAX_ASYNC_ITEMS),
});
const unmaskJob = unmaskJobOptions
  .omit({ known_tokens: true, explain: true, offsets: true })
  .extend({
    unmask: z
      .array(anyUnmaskItem.extend({ token_value: anyValue }))
      .min(1)
      .max(MAX_ASYNC_ITEMS),
  });

const LINES = {
  "application/x-ndjson": z
    .string()
    .describe(
      "One item on each line, up to 1,000,000; the members beside the list go into the query",
    ),
};

const ofSubmissions = z.object({
  "Content-Encoding": z.literal("gzip").optional().describe("The body is exactly one gzip member"),
  "Idempotency-Key": idempotencyKey.describe(
    "The same key and body mean the same job, so a submission can be repeated",
  ),
});

const OF_SUBMISSIONS: readonly ErrorCode[] = [
  ...(["too_many_items", "item_too_large", "too_much_beside_list", "policy_unknown"] as const),
  "invalid_gzip",
  ...(["too_many_jobs", "storage_full", "submission_under_way"] as const),
  ...(["idempotency_key_reused", "idempotency_key_spent"] as const),
];

/** The operations. */
export const jobOperations = operationsOf({ tag: "Jobs", needs: "any token" }, [
  {
    id: "submitMaskJob",
    at: "PUT /api/vault/mask/async",
    summary: "Mask a list in the background",
    description:
      "Takes the same body as `mask`. A bad item ends the job FAILED and nothing is masked, unless `on_error` is `continue`: then the item gets an error in place of a result.",
    needs: "mask",
    headers: ofSubmissions,
    query: maskJobQuery.omit({ strict: true, partial: true }),
    body: { ...json(maskJob), ...LINES },
    answer: json(successEnvelope(acceptedJobs)),
    failures: [...OF_SUBMISSIONS, "mask_missing"],
  },
  {
    id: "submitUnmaskJob",
    at: "PUT /api/vault/unmask/async",
    summary: "Unmask a list of tokens in the background",
    description: "Takes the same body as `unmask`.",
    needs: "unmask",
    headers: ofSubmissions,
    query: unmaskJobQuery.omit({ known_tokens: true, explain: true, offsets: true }),
    body: { ...json(unmaskJob), ...LINES },
    answer: json(successEnvelope(acceptedJobs)),
    failures: [...OF_SUBMISSIONS, ...OF_BRAKES, "unmask_missing"],
  },
  {
    id: "readJobs",
    at: "PUT /api/vault/async-status",
    summary: "State and results of jobs",
    description:
      "A job may be read by tokens of the user that submitted it and by any token with `unmask`; an unmask job only with `unmask`.",
    query: waitQuery,
    body: json(statusOptions.extend({ status: z.array(statusItem).min(1).max(MAX_STATUS_IDS) })),
    answer: json(successEnvelope(z.array(jobRecord))),
    failures: [
      ...(["status_missing", "forbidden", "tracking_id_unknown", "too_many_items"] as const),
      ...(["result_too_large", "erased", "reason_required"] as const),
    ],
  },
  {
    id: "listJobs",
    at: "GET /api/vault/jobs",
    summary: "Jobs of the namespace in pages, newest first",
    description: "Lists the jobs that the token may read. A short page may still have a next page.",
    query: jobListQuery,
    answer: json(successEnvelope(z.array(jobStatus), nextPage)),
    failures: ["forbidden", "invalid_page_token"],
  },
  {
    id: "readJob",
    at: "GET /api/vault/jobs/{tracking_id}",
    summary: "Progress of a job",
    query: waitQuery,
    parts: z.object({ tracking_id: z.string() }),
    answer: json(successEnvelope(jobStatus)),
    failures: ["forbidden", "tracking_id_unknown"],
  },
  {
    id: "readJobResults",
    at: "GET /api/vault/jobs/{tracking_id}/results",
    summary: "Results of a job, in pages or line by line",
    description:
      "One entry per item, in order. With `Accept: application/x-ndjson` the answer is the whole rest of the result, with one entry on each line.",
    parts: z.object({ tracking_id: z.string() }),
    query: resultQuery,
    answer: { ...json(successEnvelope(jobResult, nextPage)), "application/x-ndjson": z.string() },
    failures: [
      ...(["forbidden", "reason_required", "tracking_id_unknown", "no_result"] as const),
      ...(["erased", "invalid_page_token"] as const),
    ],
  },
  {
    id: "cancelJob",
    at: "POST /api/vault/jobs/{tracking_id}/cancel",
    summary: "Cancel an open job",
    description:
      "For tokens of the user that submitted it, if they have the permission to submit it, and tokens with `metadata_change`. Tokens that the job has made stay valid. A job that has ended stays as it is.",
    parts: z.object({ tracking_id: z.string() }),
    answer: json(successEnvelope(cancelledJob)),
    failures: ["forbidden", "tracking_id_unknown"],
  },
]);
