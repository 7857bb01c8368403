// Every expected failure of the service: its code, HTTP status and message, and whether a retry makes sense. The only place
// where an internal reason becomes a public text. Messages that come from the API this one follows (docs/api.md#conventions)
// are kept word for word. Failures cross RPC as data that holds no submitted value.
import * as limits from "./limits.ts";

/** Texts and times of a failure that depend on its `detail` are functions of it. */
type OfDetail<T> = T | ((detail: string) => T);

/** A failure as callers see it. */
type Failure = readonly [
  status: number,
  message: OfDetail<string>,
  retryAfterSeconds?: OfDetail<number>,
];

const TABLE = {
  // the request as a whole
  not_found: [404, "Not Found"],
  method_not_allowed: [405, "Method Not Allowed"],
  unsupported_media_type: [415, "Content-Type must be application/json"],
  encoded_body: [415, "This Content-Encoding is not supported; job submissions may use gzip"],
  unsupported_stream_type: [
    415,
    "Content-Type must be text/plain, application/x-ndjson or text/event-stream",
  ],
  payload_too_large: [413, (limit) => `Body exceeds the limit of ${limit} bytes`],
  body_too_slow: [408, "Body did not arrive in time"],
  too_many_chunks: [
    413,
    `Body has more than ${limits.MAX_BODY_CHUNKS} chunks; send larger ones, or a Content-Length`,
  ],
  overloaded: [503, "Other requests' bodies use all the memory set aside for bodies", 1],
  too_many_items: [413, (limit) => `More than ${limit} items`],
  too_many_entities: [
    413,
    (limit) => `More than ${limit} entities in one request; submit a job instead`,
  ],
  too_costly: [
    413,
    (cost) =>
      `The policy's patterns and lists could cost ${cost} for this much text; at most ${limits.MAX_SYNC_COST} in one request: send fewer texts, or submit a job instead`,
  ],
  too_many_attributes: [
    413,
    `Attributes times values exceed ${limits.MAX_BATCH_PAIRS} in one request, or in some 64 KiB of a job`,
  ],
  too_much_beside_list: [
    413,
    `More than ${limits.MAX_MEMBERS_BESIDE_LIST} members or ${limits.MAX_BYTES_BESIDE_LIST} bytes beside the list`,
  ],
  item_too_large: [413, `An item exceeds the limit of ${limits.MAX_ASYNC_ITEM_BYTES} bytes`],
  unreadable_body: [400, "Body could not be read to its end"],
  invalid_gzip: [400, "Body must be exactly one complete gzip member"],
  invalid_utf8: [400, "Body is not valid UTF-8"],
  invalid_json: [400, "Body is not valid JSON"],
  invalid_body: [400, "Body must be a JSON object"],
  too_many_parts: [
    413,
    `Body has more than ${limits.MAX_BODY_PARTS} members and elements; send fewer items at once`,
  ],
  too_deep: [400, `Body nests deeper than ${limits.MAX_BODY_DEPTH} levels`],
  empty_payload: [400, "Payload is empty"],
  mask_missing: [400, "mask data missing"],
  unmask_missing: [400, "unmask data missing"],
  detect_missing: [400, "detect data missing"],
  status_missing: [400, "status data missing"],
  data_missing: [400, "data missing"],
  invalid_field: [400, (field) => `Invalid ${field}`],
  invalid_page_token: [
    400,
    "next_page_token was changed, or belongs to another list; start without it",
  ],
  policy_unknown: [400, "Policy doesn't exist."],
  policy_exists: [409, "Policy already exists"],
  policy_changed: [503, "The policies of the namespace keep changing", 1],
  policy_is_default: [
    409,
    "The policy is the namespace's default policy; choose another default first",
  ],
  too_many_policies: [409, `More than ${limits.MAX_POLICIES} policies`],
  too_many_wrappers: [
    409,
    `The namespace has had more than ${limits.MAX_WRAPPERS} different prefixes and suffixes`,
  ],
  invalid_policy_name: [400, "Invalid policy name"],
  unknown_entity: [400, (name) => `entity not defined: {${name}}`],
  custom_entity_unknown: [404, (name) => `custom tag not defined: {${name}}`],
  invalid_pattern: [400, (place) => `Invalid pattern: ${place}`],
  invalid_wrapper: [400, (why) => `Invalid prefix or suffix: ${why}`],
  policy_too_large: [413, `The policy exceeds ${limits.MAX_POLICY_BYTES} bytes`],
  policy_too_complex: [
    400,
    (cost) =>
      `The policy's custom entities cost ${cost} together; the limit is ${limits.MAX_CUSTOM_COST}`,
  ],
  entity_denied: [
    400,
    (name) => `The deny list has values of {${name}}; remove them before you exclude it`,
  ],
  recognizer_unavailable: [
    503,
    (name) =>
      `The policy's external recognizer ${name} does not answer correctly, so nothing is masked`,
    1,
  ],
  // one item
  missing_value: [400, "Missing value"],
  missing_token_name: [400, "Missing token_name"],
  unknown_token_name: [400, (name) => `token_name not defined: {${name}}`],
  missing_format: [400, "Missing format"],
  unknown_format: [400, (name) => `format name not defined: {${name}}`],
  format_not_for_token_name: [400, (pair) => `format and token_name do not go together: ${pair}`],
  missing_token_value_field: [400, "Missing token value field"],
  missing_token_value: [400, "Missing token value"],
  invalid_text: [400, (field) => `${field} is not well-formed Unicode`],
  value_too_long: [400, (limit) => `Text exceeds the limit of ${limit} bytes`],
  value_too_complex: [
    400,
    `JSON exceeds ${limits.MAX_JSON_DEPTH} levels or ${limits.MAX_JSON_LEAVES} texts and numbers`,
  ],
  number_out_of_range: [400, "JSON numbers from 2^53 on lose digits; send them as texts"],
  token_in_name: [400, "A member name looks like a token; names are not masked"],
  invalid_attributes: [
    400,
    `attributes exceed ${limits.MAX_ATTRIBUTES_BYTES} bytes or ${limits.MAX_ATTRIBUTES_DEPTH} levels, or hold malformed Unicode`,
  ],
  masked_too_long: [
    413,
    `The masked text exceeds the ${limits.MAX_TOKEN_VALUE_BYTES} bytes that unmask takes; mask it in parts`,
  ],
  anonymized: [403, "The value was anonymized and cannot be restored"],
  unmask_failed: [400, "Unmasking of given token values failed."],
  unmasked_too_large: [
    413,
    `The values have more than ${limits.MAX_UNMASKED_LETTERS} letters; ask for them in several requests`,
  ],
  // a deletion request
  date_or_duration_missing: [400, "Provide either date or duration"],
  date_and_duration: [400, "Provide either date or duration, not both"],
  invalid_date_format: [400, "Invalid date format. Expected YYYY-MM-DD"],
  invalid_date: [400, "date is not a calendar date"],
  date_in_future: [400, "date must not be later than tomorrow (UTC)"],
  invalid_duration: [400, "duration must be a positive integer"],
  duration_too_long: [400, (days) => `duration must not exceed ${days} days`],
  // repeated requests
  submission_under_way: [409, "A submission with this Idempotency-Key is still arriving", 1],
  idempotency_key_reused: [
    422,
    "This Idempotency-Key was sent with another body; send a new key with a new body",
  ],
  idempotency_key_spent: [
    422,
    "The data of this Idempotency-Key's job is gone, so the bodies cannot be compared; send a new key",
  ],
  // authentication, permissions and limits of the caller
  unauthenticated: [401, "Authentication failed"],
  token_not_valid_now: [401, "Authentication failed"],
  forbidden: [403, "Permission denied"],
  reason_required: [403, "The token may unmask only with a reason: give it in X-Audit-Reason"],
  // Not 429: a client that retries after some seconds would do so for an hour.
  unmask_limit_reached: [403, "More values than the token may still unmask within this hour"],
  rate_limited: [
    429,
    "More requests or values a second than the limits of the token or its namespace allow",
    Number,
  ],
  // a language model's provider
  provider_unknown: [404, "The operator has named no provider for this API"],
  provider_unreachable: [502, "The provider cannot be reached"],
  provider_too_slow: [504, "The provider did not answer in time"],
  provider_unreadable: [502, "The provider's answer cannot be read, so it is not passed on"],
  provider_refused_key: [502, "The provider refuses the operator's key"],
  provider_cut_off: [502, "The provider's answer broke off"],
  background_refused: [
    400,
    "background is not supported: the answer could not be restored when it is fetched",
  ],
  // state of the service
  tracking_id_unknown: [404, "Invalid tracking_id"],
  namespace_unknown: [404, "Namespace not found"],
  token_unknown: [404, "Auth token not found"],
  jurisdiction_unsupported: [400, "This runtime does not offer that jurisdiction"],
  result_too_large: [
    413,
    (ids) =>
      `Results exceed ${limits.MAX_STATUS_ANSWER_BYTES} bytes; request these separately: ${ids}`,
  ],
  too_many_jobs: [
    429,
    `More than ${limits.MAX_OPEN_JOBS} unfinished jobs in this namespace; up to ${limits.MAX_OPEN_JOBS_FOR_FEW} in all, each user may still have ${limits.FEW_OPEN_JOBS}`,
    10,
  ],
  too_many_deletions: [
    429,
    `More than ${limits.MAX_OPEN_DELETIONS} unfinished deletions in this namespace`,
    10,
  ],
  too_many_deletions_per_day: [
    429,
    `More than ${limits.MAX_DELETIONS_PER_DAY} deletions were requested in this namespace within 24 hours`,
    Number,
  ],
  storage_full: [507, "The namespace is full; deletion still works"],
  busy: [503, "Too many requests for the same values", 1],
  audit_unwritable: [503, "The audit cannot be written", 1],
  not_configured: [503, (what) => what, 60],
  root_key_mismatch: [503, (what) => `VAULT_ROOT_KEY does not fit what is stored: ${what}`, 60],
  unavailable: [503, "The namespace does not answer", 1],
  namespace_being_deleted: [
    503,
    "The namespace of this name is being deleted; repeat the request to create a new one",
    1,
  ],
  namespace_deletion_open: [
    409,
    "A deletion is already open, begun without this Idempotency-Key: send its own key, or none",
  ],
  too_many_namespaces: [503, "More namespaces are in use than can be open at a time", 2],
  ledger_ahead: [
    503,
    "The namespace's data is newer than the erasure ledger; the operator has to decide",
    60,
  ],
  replay_expired: [
    503,
    "The namespace's data is too old a copy to repeat all erasures; the operator has to decide",
    60,
  ],
  anchor_changed: [409, "Data or ledger have changed since: request the preview again"],
  receipt_invalid: [400, "This is not a receipt of this service"],
  replay_parts_missing: [
    400,
    "The receipt needs its replay parts; job-status gives them with include_replay=true",
  ],
  no_result: [409, "The job has no result yet, or no longer; GET jobs/{tracking_id} says why"],
  cancelled: [410, "The job was cancelled"],
  erased: [410, "The result contained a mapping that has been erased"],
  internal: [500, "Internal failure"],
} as const satisfies Record<string, Failure>;

/** Stable machine-readable code of a failure; part of the public contract (`error.code`). */
export type ErrorCode = keyof typeof TABLE;

/** Status, message and, where the same request may succeed later, seconds until then, by code. */
export const FAILURES: Readonly<Record<ErrorCode, Failure>> = TABLE;

/**
 * One expected failure.
 * - `index`: 0-based position of the failing item in the submitted list.
 * - `detail`: a field name, an unknown name or a limit, put into the message; never a submitted value.
 * - `allowed`: the accepted values, where they are a short list of the API's own words.
 */
export interface VaultError {
  code: ErrorCode;
  index?: number;
  detail?: string;
  allowed?: readonly string[];
}

/** What is wrong with one item; its position in a list says which item. */
export type ItemFlaw = Pick<VaultError, "code" | "detail">;

/** The outcome of an item that failed, in a list whose other items are still answered. */
export interface FailedItem {
  readonly error: ItemFlaw;
}

/** Whether an outcome is a failed item; other outcomes are texts, lists and objects without an `error`. */
export function isFailed<T>(outcome: T): outcome is Extract<T, FailedItem> {
  return typeof outcome === "object" && outcome !== null && "error" in outcome;
}
