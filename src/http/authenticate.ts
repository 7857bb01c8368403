// Who is asking. A namespace token is checked for signature and dates without touching any object,
// so a stranger never creates or bills one; whether it is still on the allow list is for the Vault
// object to say, in the call that does the work.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type { Permission } from "../core/permissions.ts";
import { systemClock } from "../platform/clock.ts";
import type { Caller } from "../vault/rpc.ts";
import { audited, auditNotes } from "./audit-notes.ts";
import { type HttpEnv, Refusal, refuse } from "./handler.ts";
import { isValidOn, readToken } from "./namespace-token.ts";

/** Why a caller asks, for the audit. */
const REASON = "X-Audit-Reason";
const MAX_REASON_LENGTH = 500;

/** Let in holders of a namespace token with one of the permissions (any token when none named). */
export function namespaceCaller(...anyOf: readonly Permission[]): MiddlewareHandler<HttpEnv> {
  return holderOf(bearerOf, anyOf);
}

/** The same where clients of language models come: their token may stand in `x-api-key` instead. */
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

/** Keep the caller's reason. Throws a Refusal of one that is none. */
export function noteReason(c: Context<HttpEnv>): void {
  const reason = c.req.header(REASON);
  if (reason === undefined) return;
  const isSound = /^[\x20-\x7e]+$/.test(reason) && reason.length <= MAX_REASON_LENGTH;
  if (!isSound) throw new Refusal({ code: "invalid_field", detail: REASON });
  audited(c, { reason });
}

/**
 * Refuse who may not unmask all there is: what a dry run tells of values, and a token that is let stand in a text for others
 * to unmask, nothing would hold back.
 */
export function demandWholeUnmask(c: Context<HttpEnv>): void {
  demand(c, "unmask");
  if (c.get("claims").brakes !== undefined) throw new Refusal({ code: "forbidden" });
}

/** Refuse a caller whose token does not have a permission that only this request needs. */
export function demand(c: Context<HttpEnv>, permission: Permission): void {
  if (!c.get("claims").permissions.includes(permission)) throw new Refusal({ code: "forbidden" });
}

/** The caller as the Vault object wants it. */
export function callerOf(c: Context<HttpEnv>): Caller {
  const { tokenId, userId, permissions, limits, brakes } = c.get("claims");
  const hasReason = c.get("audited")?.reason !== undefined;
  return {
    ...{ tokenId, userId, permissions },
    ...(limits === undefined ? {} : { limits }),
    ...(brakes === undefined ? {} : { brakes, hasReason }),
  };
}

/** What stands behind `Bearer`, or null. */
export function bearerOf(c: Context<HttpEnv>): string | null {
  // RFC 9110 section 11.1: the scheme's letter case does not matter.
  const match = /^Bearer +(\S+) *$/i.exec(c.req.header("authorization") ?? "");
  return match?.[1] ?? null;
}

/** Equal digests in constant time: lengths and contents of the texts stay out of the timing. */
export async function isSameText(a: string, b: string): Promise<boolean> {
  const encoder = new TextEncoder();
  const digest = (text: string) => crypto.subtle.digest("SHA-256", encoder.encode(text));
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b));
}
