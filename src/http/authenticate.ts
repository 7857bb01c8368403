// Authentication of callers. The signature and dates of a namespace token are checked without touching any object, so a
// stranger never creates or bills one. The Vault object checks whether the token is still on the allow list, in the call
// that does the work.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Permission } from "../core/permissions.ts";
import { systemClock } from "../platform/clock.ts";
import type { Caller } from "../vault/rpc.ts";
import { audited, auditNotes } from "./audit-notes.ts";
import { claimsOf, type HttpEnv, Refusal, refuse } from "./handler.ts";
import { isValidOn, readToken } from "./namespace-token.ts";

/** Header with the reason of a request, for the audit. */
const REASON = "X-Audit-Reason";
const MAX_REASON_LENGTH = 500;

/** Admits holders of a namespace token with one of these permissions (with any, when none is named). */
export function namespaceCaller(...anyOf: readonly Permission[]): MiddlewareHandler<HttpEnv> {
  return holderOf(bearerOf, anyOf);
}

/** Like `namespaceCaller`, for clients of language models: they may send the token in `x-api-key` instead. */
export function modelCaller(...anyOf: readonly Permission[]): MiddlewareHandler<HttpEnv> {
  return holderOf((c) => bearerOf(c) ?? c.req.header("x-api-key")?.trim() ?? null, anyOf);
}

function holderOf(
  tokenOf: (c: Context<HttpEnv>) => string | null,
  anyOf: readonly Permission[],
): MiddlewareHandler<HttpEnv> {
  return createMiddleware<HttpEnv>(async function checkNamespaceToken(c, next) {
    const text = tokenOf(c);
    const claims = text === null ? null : await readToken(text, c.get("config").tokenSecrets);
    if (claims === null) return refuse(c, { code: "unauthenticated" });
    if (!isValidOn(claims, systemClock())) return refuse(c, { code: "token_not_valid_now" });
    c.set("claims", claims);
    noteReason(c);
    if (auditNotes.isFull(c, claims)) return refuse(c, { code: "audit_unwritable" });
    if (anyOf.length > 0 && !anyOf.some((permission) => claims.permissions.includes(permission))) {
      return refuse(c, { code: "forbidden" });
    }
    return next();
  });
}

/** Records the caller's reason. Throws a Refusal when it is malformed. */
export function noteReason(c: Context<HttpEnv>): void {
  const reason = c.req.header(REASON);
  if (reason === undefined) return;
  const isSound = /^[\x20-\x7e]+$/.test(reason) && reason.length <= MAX_REASON_LENGTH;
  if (!isSound) throw new Refusal({ code: "invalid_field", detail: REASON });
  audited(c, { reason });
}

/**
 * Refuses callers who may not unmask everything. A dry run reveals whether values exist, and a token that is kept in a text
 * can be unmasked by others: brakes would not apply to either.
 */
export function demandWholeUnmask(c: Context<HttpEnv>): void {
  demand(c, "unmask");
  if (claimsOf(c).brakes !== undefined) throw new Refusal({ code: "forbidden" });
}

/** Refuses a caller whose token lacks a permission that only this request needs. */
export function demand(c: Context<HttpEnv>, permission: Permission): void {
  if (!claimsOf(c).permissions.includes(permission)) throw new Refusal({ code: "forbidden" });
}

/** The caller in the form that the Vault object takes. */
export function callerOf(c: Context<HttpEnv>): Caller {
  const { tokenId, userId, permissions, limits, brakes } = claimsOf(c);
  const hasReason = c.get("audited")?.reason !== undefined;
  return {
    ...{ tokenId, userId, permissions },
    ...(limits === undefined ? {} : { limits }),
    ...(brakes === undefined ? {} : { brakes, hasReason }),
  };
}

/** The bearer token of the Authorization header, or null. */
export function bearerOf(c: Context<HttpEnv>): string | null {
  // RFC 9110 section 11.1: the scheme is case-insensitive.
  const match = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "");
  return match?.[1] ?? null;
}

/** Compares digests in constant time, so the timing reveals neither lengths nor contents. */
export async function isSameText(a: string, b: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const digest = (text: string) => crypto.subtle.digest("SHA-256", encoder.encode(text));
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b));
}
