// What goes wrong, as one kind of error.
import type { ErrorCode } from "./operations.ts";

/**
 * What the client itself has to tell: no answer came (`network`), or not in time (`timeout`); an answer was no JSON
 * (`unreadable_answer`), or a failure not in the service's words, as proxies answer (`http_error`); or a job had not
 * ended in the time it was waited for (`wait_timeout`).
 */
export type ClientErrorCode =
  | "network"
  | "timeout"
  | "unreadable_answer"
  | "http_error"
  | "wait_timeout";

/** What is known of a failure beside its code and message. */
export interface ErrorDetails {
  readonly status?: number;
  readonly itemIndex?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly allowed?: readonly string[] | undefined;
  readonly trackingId?: string;
  readonly cause?: unknown;
}

/** A request that was refused or got no usable answer, or a job that did not end well. Never holds a submitted value. */
export class VaultError extends Error {
  override readonly name = "VaultError";
  /** Stable. A newer service may have codes that this client does not know. */
  readonly code: ErrorCode | ClientErrorCode | (string & Record<never, never>);
  /** HTTP status; 0 where no answer came, or where a job's record tells the failure. */
  readonly status: number;
  /** Position of the item to blame among those that were given, from 0. */
  readonly itemIndex: number | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;
  /** What could have stood in place of what was refused. */
  readonly allowed: readonly string[] | undefined;
  /** The job that did not end well, or not in time. */
  readonly trackingId: string | undefined;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? 0;
    this.itemIndex = details.itemIndex;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.allowed = details.allowed;
    this.trackingId = details.trackingId;
  }
}

/** The error of an answer with a bad status, whichever API words it. */
export function errorOf(response: Response, text: string): VaultError {
  const { status, headers } = response;
  const { code, message, item_index, allowed } = wordsIn(text);
  return new VaultError(code ?? "http_error", message ?? `The answer has status ${status}`, {
    status,
    itemIndex: item_index,
    allowed,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: secondsIn(headers.get("retry-after")),
  });
}

interface Words {
  code?: string;
  message?: string;
  item_index?: number;
  allowed?: string[];
}

function wordsIn(text: string): Words {
  try {
    return (JSON.parse(text) as { error?: Words }).error ?? {};
  } catch {
    return {};
  }
}

/** Retry-After (RFC 9110): seconds, or a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
