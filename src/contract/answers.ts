// The envelope of every answer, and failures in it (core/errors.ts has their messages).
import { type ErrorCode, FAILURES, type VaultError } from "../core/errors.ts";
import type { WireError } from "./responses/envelope.ts";

/** Texts beside the envelope, where clients of FastAPI services look for them. */
const DETAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  unauthenticated: "Not authenticated",
  token_not_valid_now: "Access token has expired or is not yet valid.",
};

interface Envelope<T> {
  readonly data: T | null;
  readonly success: boolean;
  readonly error: WireError;
}

/** Envelope of a success. */
export function success<T>(data: T): Envelope<T> {
  return { data, success: true, error: { message: "" } };
}

/** HTTP status of a failure. */
export function statusOf(error: VaultError): number {
  const [status] = FAILURES[error.code];
  return status;
}

/** Message of a failure; never holds a submitted value. */
function messageOf(error: VaultError): string {
  const [, message] = FAILURES[error.code];
  const said = typeof message === "string" ? message : message(error.detail ?? "…");
  // Messages of other codes are those of the API that we follow, word for word.
  const { code, allowed } = error;
  if (code !== "invalid_field" || allowed === undefined) return said;
  return `${said}; allowed: ${allowed.join(", ") || "none"}`;
}

/** Message of an item's failure inside a job, where there is no field for its position. */
export function jobMessageOf(error: VaultError): string {
  const message = messageOf(error);
  return error.index === undefined ? message : `${message} (item ${error.index})`;
}

/** Seconds after which the same request may succeed; null when a retry is no use. */
export function retryAfterOf(error: VaultError): number | null {
  const [, , seconds = null] = FAILURES[error.code];
  return typeof seconds === "function" ? seconds(error.detail ?? "") : seconds;
}

/** Envelope of a failure. */
export function failure(error: VaultError): Envelope<never> & { readonly detail?: string } {
  const detail = DETAILS[error.code];
  return {
    data: null,
    success: false,
    error: {
      message: messageOf(error),
      code: error.code,
      ...(error.index === undefined ? {} : { item_index: error.index }),
      ...(error.allowed === undefined ? {} : { allowed: error.allowed }),
    },
    ...(detail === undefined ? {} : { detail }),
  };
}
