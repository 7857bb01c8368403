// Failures that an operation can answer with: its own, and those of all operations of its kind.
import type { ErrorCode } from "../../src/core/errors.ts";
import type { Operation } from "./operation.ts";

const EVERYWHERE: readonly ErrorCode[] = ["not_configured", "internal"];
/** Of operations with a JSON body. */
const OF_BODIES: readonly ErrorCode[] = [
  ...(["unsupported_media_type", "encoded_body", "payload_too_large", "body_too_slow"] as const),
  ...(["too_many_chunks", "too_many_parts", "overloaded", "unreadable_body"] as const),
  ...(["invalid_utf8", "invalid_json", "invalid_body", "too_deep", "empty_payload"] as const),
  "invalid_field",
];
/** Of operations that call a namespace's object. */
const OF_NAMESPACES: readonly ErrorCode[] = [
  ...(["unavailable", "too_many_namespaces", "ledger_ahead", "replay_expired"] as const),
  ...(["root_key_mismatch", "jurisdiction_unsupported"] as const),
];
/** Of operations that mask or unmask by a policy's rules. */
export const OF_PLANNING: readonly ErrorCode[] = ["policy_unknown", "policy_changed", "busy"];

/** Of operations on which unmask brakes may act. */
export const OF_BRAKES: readonly ErrorCode[] = ["reason_required", "unmask_limit_reached"];

/** All codes that an operation can answer with. */
export function failuresOf(operation: Operation): readonly ErrorCode[] {
  const { needs, body, query } = operation;
  const codes: ErrorCode[] = [...EVERYWHERE, ...operation.failures];
  if (needs !== "nothing") {
    codes.push("unauthenticated", "token_not_valid_now", ...OF_NAMESPACES);
    codes.push("audit_unwritable", "invalid_field");
  }
  if (needs !== "nothing" && needs !== "master key") codes.push("rate_limited");
  if (needs !== "nothing" && needs !== "any token") codes.push("forbidden");
  if (body !== undefined) codes.push(...OF_BODIES);
  if (query !== undefined) codes.push("invalid_field");
  return [...new Set(codes)];
}
