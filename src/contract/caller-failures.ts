// Failures that depend on who the caller is, whatever was requested; and the type of all failures.
import type { ErrorCode } from "../core/errors.ts";

/** A failure as callers see it. Functions receive the `detail` of the error. */
export interface Failure {
  readonly status: number;
  readonly message: string | ((detail: string) => string);
  /** Text beside the envelope, where clients of FastAPI services look for it; only 401 has one. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number | ((detail: string) => number);
}

/** Failures that depend on the caller. */
export const CALLER_FAILURES = {
  unauthenticated: { status: 401, message: "Authentication failed", detail: "Not authenticated" },
  token_not_valid_now: {
    status: 401,
    message: "Authentication failed",
    detail: "Access token has expired or is not yet valid.",
  },
  forbidden: { status: 403, message: "Permission denied" },
  reason_required: {
    status: 403,
    message: "The token may unmask only with a reason: give it in X-Audit-Reason",
  },
  // Not 429: a client that retries after some seconds would do so for an hour.
  unmask_limit_reached: {
    status: 403,
    message: "More values than the token may still unmask within this hour",
  },
  rate_limited: {
    status: 429,
    message: "More requests or values a second than the limits of the token or its namespace allow",
    retryAfterSeconds: Number,
  },
} as const satisfies Partial<Record<ErrorCode, Failure>>;
