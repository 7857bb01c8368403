// Every expected failure of the service, as data that can cross RPC. contract/failures.ts gives each its HTTP status and
// message; nothing here may hold a submitted value.

/** Stable machine-readable code of a failure; part of the public contract (`error.code`). */
export type ErrorCode =
  // the request as a whole
  | "not_found"
  | "method_not_allowed"
  | "unsupported_media_type"
  | "encoded_body"
  | "unsupported_stream_type"
  | "payload_too_large"
  | "body_too_slow"
  | "overloaded"
  | "too_many_chunks"
  | "too_many_items"
  | "too_many_entities"
  | "too_costly"
  | "too_many_attributes"
  | "too_much_beside_list"
  | "item_too_large"
  | "unreadable_body"
  | "invalid_gzip"
  | "invalid_utf8"
  | "invalid_json"
  | "invalid_body"
  | "too_deep"
  | "too_many_parts"
  | "empty_payload"
  | "mask_missing"
  | "unmask_missing"
  | "status_missing"
  | "detect_missing"
  | "data_missing"
  | "invalid_field"
  | "invalid_page_token"
  | "policy_unknown"
  | "policy_exists"
  | "policy_changed"
  | "policy_is_default"
  | "too_many_policies"
  | "too_many_wrappers"
  | "invalid_policy_name"
  | "unknown_entity"
  | "custom_entity_unknown"
  | "invalid_pattern"
  | "invalid_wrapper"
  | "policy_too_large"
  | "policy_too_complex"
  | "entity_denied"
  | "recognizer_unavailable"
  // one item
  | "missing_value"
  | "missing_token_name"
  | "unknown_token_name"
  | "missing_format"
  | "unknown_format"
  | "format_not_for_token_name"
  | "missing_token_value_field"
  | "missing_token_value"
  | "invalid_text"
  | "value_too_long"
  | "value_too_complex"
  | "number_out_of_range"
  | "token_in_name"
  | "invalid_attributes"
  | "masked_too_long"
  | "unmask_failed"
  | "anonymized"
  | "unmasked_too_large"
  // a deletion request
  | "date_or_duration_missing"
  | "date_and_duration"
  | "invalid_date_format"
  | "invalid_date"
  | "date_in_future"
  | "invalid_duration"
  | "duration_too_long"
  // authentication, permissions and limits of the caller
  | "unauthenticated"
  | "token_not_valid_now"
  | "rate_limited"
  | "forbidden"
  | "reason_required"
  | "unmask_limit_reached"
  // a language model's provider
  | "provider_unknown"
  | "provider_unreachable"
  | "provider_too_slow"
  | "provider_unreadable"
  | "provider_refused_key"
  | "provider_cut_off"
  | "background_refused"
  // state of the service
  | "tracking_id_unknown"
  | "namespace_unknown"
  | "token_unknown"
  | "jurisdiction_unsupported"
  | "result_too_large"
  | "too_many_jobs"
  | "submission_under_way"
  | "idempotency_key_reused"
  | "idempotency_key_spent"
  | "too_many_deletions"
  | "too_many_deletions_per_day"
  | "storage_full"
  | "busy"
  | "audit_unwritable"
  | "not_configured"
  | "root_key_mismatch"
  | "unavailable"
  | "namespace_being_deleted"
  | "namespace_deletion_open"
  | "too_many_namespaces"
  | "ledger_ahead"
  | "replay_expired"
  | "anchor_changed"
  | "receipt_invalid"
  | "replay_parts_missing"
  | "erased"
  | "cancelled"
  | "no_result"
  | "internal";

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
