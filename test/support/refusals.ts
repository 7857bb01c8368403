// What all refusals have in common.
import { expect } from "vitest";
import type { Answer } from "./requests.ts";

/** Part of every value submitted in bad-input tests; no refusal may contain it. */
export const MARKER = "s3cret-marker-Qx7";

/** Expected content of a refusal. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly index?: number;
  readonly detail?: string;
  /** The allowed words, in tests about them. */
  readonly allowed?: readonly string[];
}

/** Refusals shared by several operations. */
export const REFUSED = {
  unauthenticated: {
    status: 401,
    code: "unauthenticated",
    message: "Authentication failed",
    detail: "Not authenticated",
  },
  notValidNow: {
    status: 401,
    code: "token_not_valid_now",
    message: "Authentication failed",
    detail: "Access token has expired or is not yet valid.",
  },
  forbidden: { status: 403, code: "forbidden", message: "Permission denied" },
  notFound: { status: 404, code: "not_found", message: "Not Found" },
  methodNotAllowed: { status: 405, code: "method_not_allowed", message: "Method Not Allowed" },
  mediaType: {
    status: 415,
    code: "unsupported_media_type",
    message: "Content-Type must be application/json",
  },
  encoded: {
    status: 415,
    code: "encoded_body",
    message: "This Content-Encoding is not supported; job submissions may use gzip",
  },
  deep: { status: 400, code: "too_deep", message: "Body nests deeper than 100 levels" },
  parts: {
    status: 413,
    code: "too_many_parts",
    message: "Body has more than 50000 members and elements; send fewer items at once",
  },
  empty: { status: 400, code: "empty_payload", message: "Payload is empty" },
  json: { status: 400, code: "invalid_json", message: "Body is not valid JSON" },
  utf8: { status: 400, code: "invalid_utf8", message: "Body is not valid UTF-8" },
  body: { status: 400, code: "invalid_body", message: "Body must be a JSON object" },
  maskMissing: { status: 400, code: "mask_missing", message: "mask data missing" },
  unmaskMissing: { status: 400, code: "unmask_missing", message: "unmask data missing" },
  statusMissing: { status: 400, code: "status_missing", message: "status data missing" },
  detectMissing: { status: 400, code: "detect_missing", message: "detect data missing" },
  dataMissing: { status: 400, code: "data_missing", message: "data missing" },
  policy: { status: 400, code: "policy_unknown", message: "Policy doesn't exist." },
  unmaskFailed: {
    status: 400,
    code: "unmask_failed",
    message: "Unmasking of given token values failed.",
  },
  trackingId: { status: 404, code: "tracking_id_unknown", message: "Invalid tracking_id" },
  token: { status: 404, code: "token_unknown", message: "Auth token not found" },
  beingDeleted: {
    status: 503,
    code: "namespace_being_deleted",
    message: "The namespace of this name is being deleted; repeat the request to create a new one",
  },
  namespace: { status: 404, code: "namespace_unknown", message: "Namespace not found" },
  attributes: {
    status: 400,
    code: "invalid_attributes",
    message: "attributes exceed 16384 bytes or 16 levels, or hold malformed Unicode",
  },
} as const satisfies Record<string, Refusal>;

/** The refusal of a member with a wrong type or content. */
export function invalid(field: string, index?: number): Refusal {
  const refusal = { status: 400, code: "invalid_field", message: `Invalid ${field}` };
  return index === undefined ? refusal : { ...refusal, index };
}

/** The refusal of an item. */
export function at(index: number, refusal: Refusal): Refusal {
  return { ...refusal, index };
}

/** Check a whole refusal: status, envelope, headers, and that it reveals nothing. */
export function expectRefusal(answer: Answer<unknown>, refusal: Refusal): void {
  const { status, code, message, index, detail } = refusal;
  const body = JSON.parse(answer.text);
  const { allowed, ...error } = body.error;
  if (refusal.allowed !== undefined) expect(allowed).toEqual(refusal.allowed);
  // For other tests: the message also lists an enumeration's words.
  if (refusal.allowed === undefined && code === "invalid_field" && allowed !== undefined) {
    error.message = error.message.replace(`; allowed: ${allowed.join(", ")}`, "");
  }
  expect({ ...body, error }).toEqual({
    data: null,
    success: false,
    error: { message, code, ...(index === undefined ? {} : { item_index: index }) },
    ...(detail === undefined ? {} : { detail }),
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  expect(answer.headers.get("X-Request-Id")).toMatch(/^\S+$/);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.text).not.toContain(MARKER);
  if (status === 401) expect(detail).toBeTypeOf("string");
  if (status === 401) expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  if (status === 405) expect(answer.headers.get("Allow")).toMatch(/^[A-Z]+(, [A-Z]+)*$/);
  const mayRetry = status === 429 || status === 503;
  if (mayRetry) expect(answer.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
}
