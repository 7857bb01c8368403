// The context of every handler, and how handlers answer: the only file that writes a status.
import type { Context } from "hono";
import { failure, retryAfterOf, statusOf, success } from "../contract/answers.ts";
import { rateLimitHeaders } from "../contract/rate-limits.ts";
import type { AuditRecord } from "../core/audit.ts";
import type { ErrorCode, VaultError } from "../core/errors.ts";
import type { Operator } from "../core/permissions.ts";
import type { RateStanding } from "../core/rate-limits.ts";
import type { Result } from "../core/result.ts";
import type { RawEnv } from "../platform/objects.ts";
import type { BodyHold } from "./body-holds.ts";
import type { SignedClaims, TokenSecrets } from "./namespace-token.ts";

/** The part of the checked configuration that handlers need. */
export interface HttpConfig {
  /** Secrets that sign namespace tokens, one for each version of the root key. */
  readonly tokenSecrets: TokenSecrets;
  /** The master key: the bearer credential that may do everything an operator can. */
  readonly masterKey: string;
  /** The JWKs (RFC 7517) for verifying receipts of these versions. */
  readonly receiptKeys: () => Promise<readonly { readonly kid: string }[]>;
}

/** Hono's type of our contexts. */
export interface HttpEnv {
  Bindings: RawEnv;
  Variables: {
    config: HttpConfig;
    /** The claims of the namespace token; undefined for operators and strangers. */
    claims?: SignedClaims;
    requestId: string;
    /** The credential's operator; undefined: no operator, or the master key (unless the route takes only that). */
    operator?: Pick<Operator, "id" | "name">;
    /** Namespaces that an operator's request has called; undefined for everybody else. */
    operated?: Map<string, { readonly nid: string; readonly jurisdiction: string | null }>;
    /** What is recorded of the request beside its sender (http/audit-notes.ts). */
    audited?: Pick<AuditRecord, "items" | "entities" | "policy" | "reason">;
    /** The namespace has counted the request, if it counts any. */
    isCounted?: true;
    /** The state of the limits that the caller is under; undefined: none apply. */
    rateStandings?: readonly RateStanding[];
    /** The code of the failure in the answer; undefined: none. */
    failureCode?: ErrorCode;
    /** Formats failures for the API that this path follows; undefined: the envelope. */
    wordFailure?: (status: number, code: string, message: string) => object;
    /** Memory held for the body until the answer is made; undefined: none is held, or for longer. */
    bodyHold?: BodyHold | undefined;
  };
}

/** Headers by lower-case name. */
type Headers = Readonly<Record<string, string>>;

/**
 * Any answer: JSON, unless `headers` say otherwise. Each carries the request's id, and forbids caching, because it may hold
 * tokens and values. Hono's own answers are rebuilt for every header that is set (docs/performance.md).
 */
export function answer(
  c: Context<HttpEnv>,
  body: string | ReadableStream<Uint8Array> | null,
  status = 200,
  headers: Headers = {},
): Response {
  const always = { "cache-control": "no-store", "x-request-id": c.get("requestId") };
  const type = { "content-type": "application/json" };
  const standings = c.get("rateStandings");
  const limits = standings === undefined ? {} : rateLimitHeaders(standings);
  return new Response(body, { status, headers: { ...type, ...always, ...limits, ...headers } });
}

/** An answer with an object as its JSON. */
export function answerJson(
  c: Context<HttpEnv>,
  body: object,
  status = 200,
  headers: Headers = {},
): Response {
  return answer(c, JSON.stringify(body), status, headers);
}

/** 200 with `data` in the envelope; `beside` has members next to it. */
export function respond(c: Context<HttpEnv>, data: unknown, beside: object = {}): Response {
  return answerJson(c, { ...success(data), ...beside });
}

/** A failure with its status and headers: in the envelope, or in the format of this path's API. */
export function refuse(c: Context<HttpEnv>, error: VaultError, more: Headers = {}): Response {
  c.set("failureCode", error.code);
  const status = statusOf(error);
  const retryAfter = retryAfterOf(error);
  const headers = {
    ...(retryAfter === null ? {} : { "retry-after": String(retryAfter) }),
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
    ...more,
  };
  const envelope = failure(error);
  const worded = c.get("wordFailure")?.(status, error.code, envelope.error.message);
  return answerJson(c, worded ?? envelope, status, headers);
}

/** Thrown by handlers to end a request; the application answers with the failure. */
export class Refusal extends Error {
  readonly failure: VaultError;

  constructor(failed: VaultError) {
    super(failed.code);
    this.failure = failed;
  }
}

/** The value of a success; a failure ends the request. For handlers only: never inside a call to an object. */
export function orRefuse<T>(result: Result<T, VaultError>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.error);
}

/** The claims of the namespace token; refuses with `unauthenticated` where the route did not ask for one. */
export function claimsOf(c: Context<HttpEnv>): SignedClaims {
  const claims = c.get("claims");
  if (claims === undefined) throw new Refusal({ code: "unauthenticated" });
  return claims;
}
