// What every handler is given, and how it answers: the only file that writes a status.
import type { Context } from "hono";
import { failure, retryAfterOf, statusOf, success } from "../contract/answers.ts";
import { rateLimitHeaders } from "../contract/rate-limits.ts";
import type { AuditRecord } from "../core/audit.ts";
import type { ErrorCode, VaultError } from "../core/errors.ts";
import type { Operator } from "../core/operators.ts";
import type { RateStanding } from "../core/rate-limits.ts";
import type { Result } from "../core/result.ts";
import type { RawEnv } from "../platform/objects.ts";
import type { BodyHold } from "./body-holds.ts";
import type { SignedClaims, TokenSecrets } from "./namespace-token.ts";

/** The checked configuration, as far as handlers need it. */
export interface HttpConfig {
  /** Secrets that sign namespace tokens, of each version of the root key. */
  readonly tokenSecrets: TokenSecrets;
  /** The bearer credential of who may operate everything. */
  readonly masterKey: string;
  /** The JWKs (RFC 7517) that receipts of these versions verify with. */
  readonly receiptKeys: () => Promise<readonly { readonly kid: string }[]>;
}

/** Hono's type of our contexts. */
export interface HttpEnv {
  Bindings: RawEnv;
  Variables: {
    config: HttpConfig;
    /** Of a namespace token; undefined for the operator and for strangers. */
    claims: SignedClaims;
    requestId: string;
    /** Whose credential the request has; undefined: it has the master key, or is no operator's. */
    operator?: Pick<Operator, "id" | "name">;
    /** Namespaces that the operator's request has dealt with; undefined for everybody else. */
    operated?: Map<string, { readonly nid: string; readonly jurisdiction: string | null }>;
    /** What is recorded of the request beside who sends it (http/audit-notes.ts). */
    audited?: Pick<AuditRecord, "items" | "entities" | "policy" | "reason">;
    /** Its namespace has counted it, where it counts. */
    isCounted?: true;
    /** How the limits stand that its caller comes under; undefined: it comes under none. */
    rateStandings?: readonly RateStanding[];
    /** The code of the failure that is answered; undefined: none. */
    failureCode?: ErrorCode;
    /** How the API that this path follows words a failure; undefined: the envelope. */
    wordFailure?: (status: number, code: string, message: string) => object;
    /** What is held of the body, until the answer is made; undefined: nothing, or for longer. */
    bodyHold?: BodyHold | undefined;
  };
}

/** Headers by their names in small letters. */
type Headers = Readonly<Record<string, string>>;

/**
 * Any answer: JSON, unless `headers` say otherwise. Each has the request's id, and tokens and values must not stay in any
 * cache on the way. Hono's own answers are made again for every header (docs/performance.md).
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

/** The same of an object. */
export function answerJson(
  c: Context<HttpEnv>,
  body: object,
  status = 200,
  headers: Headers = {},
): Response {
  return answer(c, JSON.stringify(body), status, headers);
}

/** 200 with `data` in the envelope; `beside` goes next to it. */
export function respond(c: Context<HttpEnv>, data: unknown, beside: object = {}): Response {
  return answerJson(c, { ...success(data), ...beside });
}

/** A failure with its status and headers: in the envelope, or as the API of this path words it. */
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

/** Thrown by a handler that goes no further; the application answers with the failure. */
export class Refusal extends Error {
  readonly failure: VaultError;

  constructor(failed: VaultError) {
    super(failed.code);
    this.failure = failed;
  }
}

/** The value of a success; a failure ends the request with it. For handlers only: never inside a call to an object. */
export function orRefuse<T>(result: Result<T, VaultError>): T {
  if (result.ok) return result.value;
  throw new Refusal(result.error);
}
