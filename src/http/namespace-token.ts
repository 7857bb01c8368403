// Namespace tokens: JWTs (RFC 7519) signed HS256. They are never stored: what is in them is, sealed,
// and signing the same claims again gives the same text. hono/jwt's errors can hold the token, so
// they are swallowed, not logged.
import { sign, verify } from "hono/jwt";
import { PERMISSIONS, type Permission } from "../core/permissions.ts";
import { isoDate } from "../core/time.ts";
import type { IssuedToken } from "../vault/rpc.ts";
import type { Claims } from "./types.ts";

/** Where a token's namespace lives. */
interface Place {
  readonly nid: string;
  readonly jurisdiction: string | null;
}

/** Claims with their validity; dates are inclusive, in UTC. */
export interface SignedClaims extends Claims {
  readonly startDate: string;
  readonly endDate: string;
}

/** The text of an issued token. */
export async function signToken(token: IssuedToken, place: Place, secret: string): Promise<string> {
  const payload = {
    nid: place.nid,
    jur: place.jurisdiction,
    jti: token.tokenId,
    sub: token.userId,
    permissions: [...token.permissions],
    start_date: token.startDate,
    end_date: token.endDate,
  };
  return sign(payload, secret, "HS256");
}

/** Tokens whose signature this isolate has found good; checking one again costs 150 us. */
const MAX_REMEMBERED = 1_000;
const remembered = new Map<string, SignedClaims>();
let rememberedFor = "";

/** The claims of a token with a good signature, else null. Dates are not judged here. */
export async function readToken(text: string, secret: string): Promise<SignedClaims | null> {
  if (secret !== rememberedFor) {
    remembered.clear();
    rememberedFor = secret;
  }
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const claims = await verifyClaims(text, secret);
  if (claims !== null) {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(text, claims);
  }
  return claims;
}

/** The same, and nothing is remembered. */
export async function verifyClaims(text: string, secret: string): Promise<SignedClaims | null> {
  try {
    // Only the signature is the library's to judge: validity is by our own inclusive dates.
    const options = { alg: "HS256", exp: false, nbf: false, iat: false } as const;
    return claimsOf(await verify(text, secret, options));
  } catch {
    return null;
  }
}

/** True while today (UTC) lies within a token's dates. */
export function isValidOn(claims: SignedClaims, now: number): boolean {
  const today = isoDate(now);
  return claims.startDate <= today && today <= claims.endDate;
}

function claimsOf(payload: Record<string, unknown>): SignedClaims | null {
  const { nid, jur, jti, sub, permissions, start_date, end_date } = payload;
  if (typeof nid !== "string" || !/^[0-9a-f]{32}$/.test(nid)) return null;
  if (typeof jti !== "string" || typeof sub !== "string" || !Array.isArray(permissions))
    return null;
  if (typeof start_date !== "string" || typeof end_date !== "string") return null;
  return {
    nid,
    jurisdiction: typeof jur === "string" ? jur : null,
    tokenId: jti,
    userId: sub,
    permissions: permissions.filter((p): p is Permission => PERMISSIONS.includes(p)),
    startDate: start_date,
    endDate: end_date,
  };
}
