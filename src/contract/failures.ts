// What callers see of each failure: status, message, and whether a retry makes sense. The only place where an internal
// reason becomes a public text; a new ErrorCode does not compile until it has a row here. Messages that come from the API
// this one follows (docs/api.md#conventions) are kept word for word.
import type { ErrorCode } from "../core/errors.ts";
import {
  FEW_OPEN_JOBS,
  MAX_ASYNC_ITEM_BYTES,
  MAX_ATTRIBUTES_BYTES,
  MAX_ATTRIBUTES_DEPTH,
  MAX_BATCH_PAIRS,
  MAX_BODY_CHUNKS,
  MAX_BODY_DEPTH,
  MAX_BODY_PARTS,
  MAX_BYTES_BESIDE_LIST,
  MAX_CUSTOM_COST,
  MAX_DELETIONS_PER_DAY,
  MAX_JSON_DEPTH,
  MAX_JSON_LEAVES,
  MAX_MEMBERS_BESIDE_LIST,
  MAX_OPEN_DELETIONS,
  MAX_OPEN_JOBS,
  MAX_OPEN_JOBS_FOR_FEW,
  MAX_POLICIES,
  MAX_POLICY_BYTES,
  MAX_STATUS_ANSWER_BYTES,
  MAX_SYNC_COST,
  MAX_TOKEN_VALUE_BYTES,
  MAX_UNMASKED_LETTERS,
  MAX_WRAPPERS,
} from "../core/limits.ts";
import { CALLER_FAILURES, type Failure } from "./caller-failures.ts";

/** The row of every error code. */
export const FAILURES: Readonly<Record<ErrorCode, Failure>> = {
  not_found: { status: 404, message: "Not Found" },
  method_not_allowed: { status: 405, message: "Method Not Allowed" },
  unsupported_media_type: { status: 415, message: "Content-Type must be application/json" },
  encoded_body: {
    status: 415,
    message: "This Content-Encoding is not supported; job submissions may use gzip",
  },
  unsupported_stream_type: {
    status: 415,
    message: "Content-Type must be text/plain, application/x-ndjson or text/event-stream",
  },
  payload_too_large: {
    status: 413,
    message: (limit) => `Body exceeds the limit of ${limit} bytes`,
  },
  body_too_slow: { status: 408, message: "Body did not arrive in time" },
  too_many_chunks: {
    status: 413,
    message: `Body has more than ${MAX_BODY_CHUNKS} chunks; send larger ones, or a Content-Length`,
  },
  overloaded: {
    status: 503,
    message: "Other requests' bodies use all the memory set aside for bodies",
    retryAfterSeconds: 1,
  },
  too_many_items: { status: 413, message: (limit) => `More than ${limit} items` },
  too_many_entities: {
    status: 413,
    message: (limit) => `More than ${limit} entities in one request; submit a job instead`,
  },
  too_costly: {
    status: 413,
    message: (cost) =>
      `The policy's patterns and lists could cost ${cost} for this much text; at most ${MAX_SYNC_COST} in one request: send fewer texts, or submit a job instead`,
  },
  too_many_attributes: {
    status: 413,
    message: `Attributes times values exceed ${MAX_BATCH_PAIRS} in one request, or in some 64 KiB of a job`,
  },
  too_much_beside_list: {
    status: 413,
    message: `More than ${MAX_MEMBERS_BESIDE_LIST} members or ${MAX_BYTES_BESIDE_LIST} bytes beside the list`,
  },
  item_too_large: {
    status: 413,
    message: `An item exceeds the limit of ${MAX_ASYNC_ITEM_BYTES} bytes`,
  },
  unreadable_body: { status: 400, message: "Body could not be read to its end" },
  invalid_gzip: { status: 400, message: "Body must be exactly one complete gzip member" },
  invalid_utf8: { status: 400, message: "Body is not valid UTF-8" },
  invalid_json: { status: 400, message: "Body is not valid JSON" },
  invalid_body: { status: 400, message: "Body must be a JSON object" },
  too_many_parts: {
    status: 413,
    message: `Body has more than ${MAX_BODY_PARTS} members and elements; send fewer items at once`,
  },
  too_deep: { status: 400, message: `Body nests deeper than ${MAX_BODY_DEPTH} levels` },
  empty_payload: { status: 400, message: "Payload is empty" },
  mask_missing: { status: 400, message: "mask data missing" },
  unmask_missing: { status: 400, message: "unmask data missing" },
  detect_missing: { status: 400, message: "detect data missing" },
  status_missing: { status: 400, message: "status data missing" },
  data_missing: { status: 400, message: "data missing" },
  invalid_field: { status: 400, message: (field) => `Invalid ${field}` },
  invalid_page_token: {
    status: 400,
    message: "next_page_token was changed, or belongs to another list; start without it",
  },
  policy_unknown: { status: 400, message: "Policy doesn't exist." },
  policy_exists: { status: 409, message: "Policy already exists" },
  policy_changed: {
    status: 503,
    message: "The policies of the namespace keep changing",
    retryAfterSeconds: 1,
  },
  policy_is_default: {
    status: 409,
    message: "The policy is the namespace's default policy; choose another default first",
  },
  too_many_policies: { status: 409, message: `More than ${MAX_POLICIES} policies` },
  too_many_wrappers: {
    status: 409,
    message: `The namespace has had more than ${MAX_WRAPPERS} different prefixes and suffixes`,
  },
  invalid_policy_name: { status: 400, message: "Invalid policy name" },
  unknown_entity: { status: 400, message: (name) => `entity not defined: {${name}}` },
  custom_entity_unknown: { status: 404, message: (name) => `custom tag not defined: {${name}}` },
  invalid_pattern: { status: 400, message: (place) => `Invalid pattern: ${place}` },
  invalid_wrapper: { status: 400, message: (why) => `Invalid prefix or suffix: ${why}` },
  policy_too_large: { status: 413, message: `The policy exceeds ${MAX_POLICY_BYTES} bytes` },
  policy_too_complex: {
    status: 400,
    message: (cost) =>
      `The policy's custom entities cost ${cost} together; the limit is ${MAX_CUSTOM_COST}`,
  },
  entity_denied: {
    status: 400,
    message: (name) => `The deny list has values of {${name}}; remove them before you exclude it`,
  },
  recognizer_unavailable: {
    status: 503,
    message: (name) =>
      `The policy's external recognizer ${name} does not answer correctly, so nothing is masked`,
    retryAfterSeconds: 1,
  },
  missing_value: { status: 400, message: "Missing value" },
  missing_token_name: { status: 400, message: "Missing token_name" },
  unknown_token_name: { status: 400, message: (name) => `token_name not defined: {${name}}` },
  missing_format: { status: 400, message: "Missing format" },
  unknown_format: { status: 400, message: (name) => `format name not defined: {${name}}` },
  format_not_for_token_name: {
    status: 400,
    message: (pair) => `format and token_name do not go together: ${pair}`,
  },
  missing_token_value_field: { status: 400, message: "Missing token value field" },
  missing_token_value: { status: 400, message: "Missing token value" },
  invalid_text: { status: 400, message: (field) => `${field} is not well-formed Unicode` },
  value_too_long: { status: 400, message: (limit) => `Text exceeds the limit of ${limit} bytes` },
  value_too_complex: {
    status: 400,
    message: `JSON exceeds ${MAX_JSON_DEPTH} levels or ${MAX_JSON_LEAVES} texts and numbers`,
  },
  number_out_of_range: {
    status: 400,
    message: "JSON numbers from 2^53 on lose digits; send them as texts",
  },
  token_in_name: {
    status: 400,
    message: "A member name looks like a token; names are not masked",
  },
  invalid_attributes: {
    status: 400,
    message: `attributes exceed ${MAX_ATTRIBUTES_BYTES} bytes or ${MAX_ATTRIBUTES_DEPTH} levels, or hold malformed Unicode`,
  },
  masked_too_long: {
    status: 413,
    message: `The masked text exceeds the ${MAX_TOKEN_VALUE_BYTES} bytes that unmask takes; mask it in parts`,
  },
  anonymized: { status: 403, message: "The value was anonymized and cannot be restored" },
  unmask_failed: { status: 400, message: "Unmasking of given token values failed." },
  unmasked_too_large: {
    status: 413,
    message: `The values have more than ${MAX_UNMASKED_LETTERS} letters; ask for them in several requests`,
  },
  date_or_duration_missing: { status: 400, message: "Provide either date or duration" },
  date_and_duration: { status: 400, message: "Provide either date or duration, not both" },
  invalid_date_format: { status: 400, message: "Invalid date format. Expected YYYY-MM-DD" },
  invalid_date: { status: 400, message: "date is not a calendar date" },
  date_in_future: { status: 400, message: "date must not be later than tomorrow (UTC)" },
  invalid_duration: { status: 400, message: "duration must be a positive integer" },
  duration_too_long: { status: 400, message: (days) => `duration must not exceed ${days} days` },
  submission_under_way: {
    status: 409,
    message: "A submission with this Idempotency-Key is still arriving",
    retryAfterSeconds: 1,
  },
  idempotency_key_reused: {
    status: 422,
    message: "This Idempotency-Key was sent with another body; send a new key with a new body",
  },
  idempotency_key_spent: {
    status: 422,
    message:
      "The data of this Idempotency-Key's job is gone, so the bodies cannot be compared; send a new key",
  },
  ...CALLER_FAILURES,
  provider_unknown: { status: 404, message: "The operator has named no provider for this API" },
  provider_unreachable: { status: 502, message: "The provider cannot be reached" },
  provider_too_slow: { status: 504, message: "The provider did not answer in time" },
  provider_unreadable: {
    status: 502,
    message: "The provider's answer cannot be read, so it is not passed on",
  },
  provider_refused_key: { status: 502, message: "The provider refuses the operator's key" },
  provider_cut_off: { status: 502, message: "The provider's answer broke off" },
  background_refused: {
    status: 400,
    message: "background is not supported: the answer could not be restored when it is fetched",
  },
  tracking_id_unknown: { status: 404, message: "Invalid tracking_id" },
  namespace_unknown: { status: 404, message: "Namespace not found" },
  token_unknown: { status: 404, message: "Auth token not found" },
  jurisdiction_unsupported: {
    status: 400,
    message: "This runtime does not offer that jurisdiction",
  },
  result_too_large: {
    status: 413,
    message: (ids) =>
      `Results exceed ${MAX_STATUS_ANSWER_BYTES} bytes; request these separately: ${ids}`,
  },
  too_many_jobs: {
    status: 429,
    message: `More than ${MAX_OPEN_JOBS} unfinished jobs in this namespace; up to ${MAX_OPEN_JOBS_FOR_FEW} in all, each user may still have ${FEW_OPEN_JOBS}`,
    retryAfterSeconds: 10,
  },
  too_many_deletions: {
    status: 429,
    message: `More than ${MAX_OPEN_DELETIONS} unfinished deletions in this namespace`,
    retryAfterSeconds: 10,
  },
  too_many_deletions_per_day: {
    status: 429,
    message: `More than ${MAX_DELETIONS_PER_DAY} deletions were requested in this namespace within 24 hours`,
    retryAfterSeconds: Number,
  },
  storage_full: { status: 507, message: "The namespace is full; deletion still works" },
  busy: { status: 503, message: "Too many requests for the same values", retryAfterSeconds: 1 },
  audit_unwritable: { status: 503, message: "The audit cannot be written", retryAfterSeconds: 1 },
  not_configured: { status: 503, message: (what) => what, retryAfterSeconds: 60 },
  root_key_mismatch: {
    status: 503,
    message: (what) => `VAULT_ROOT_KEY does not fit what is stored: ${what}`,
    retryAfterSeconds: 60,
  },
  unavailable: { status: 503, message: "The namespace does not answer", retryAfterSeconds: 1 },
  namespace_being_deleted: {
    status: 503,
    message: "The namespace of this name is being deleted; repeat the request to create a new one",
    retryAfterSeconds: 1,
  },
  namespace_deletion_open: {
    status: 409,
    message:
      "A deletion is already open, begun without this Idempotency-Key: send its own key, or none",
  },
  too_many_namespaces: {
    status: 503,
    message: "More namespaces are in use than can be open at a time",
    retryAfterSeconds: 2,
  },
  ledger_ahead: {
    status: 503,
    message: "The namespace's data is newer than the erasure ledger; the operator has to decide",
    retryAfterSeconds: 60,
  },
  replay_expired: {
    status: 503,
    message:
      "The namespace's data is too old a copy to repeat all erasures; the operator has to decide",
    retryAfterSeconds: 60,
  },
  anchor_changed: {
    status: 409,
    message: "Data or ledger have changed since: request the preview again",
  },
  receipt_invalid: { status: 400, message: "This is not a receipt of this service" },
  replay_parts_missing: {
    status: 400,
    message: "The receipt needs its replay parts; job-status gives them with include_replay=true",
  },
  no_result: {
    status: 409,
    message: "The job has no result yet, or no longer; GET jobs/{tracking_id} says why",
  },
  cancelled: { status: 410, message: "The job was cancelled" },
  erased: { status: 410, message: "The result contained a mapping that has been erased" },
  internal: { status: 500, message: "Internal failure" },
};
