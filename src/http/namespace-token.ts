// Namespace tokens: JWTs (RFC 7519) signed HS256. They are never stored: what is in them is, sealed,
// and signing the same claims again gives the same text, as long as the root key has no newer version: `kid` names the
// version, and is absent for the first. hono/jwt's errors can hold the token, so
// they are swallowed, not logged.
import { decode, sign, verify } from "hono/jwt";
import { BoundedCache } from "../core/bounded-cache.ts";
import type { UnmaskBrakes } from "../core/brakes/unmask-brakes.ts";
import type { KnownAnswer } from "../core/known-answer.ts";
import { PERMISSIONS, type Permission } from "../core/permissions.ts";
import type { RateLimits } from "../core/rate-limits.ts";
import { isoDate } from "../core/time.ts";
import type { IssuedToken } from "../vault/rpc.ts";

/** What signs tokens, as text: the library takes that. */
interface TokenSecret {
  /** Of the root key. */
  readonly version: number;
  readonly secret: string;
}

/** That of each version of the root key, newest first. */
export type TokenSecrets = readonly [TokenSecret, ...TokenSecret[]];

/** Where a token's namespace lives. */
interface Place {
  readonly nid: string;
  readonly jurisdiction: string | null;
}

/** What a namespace token says, once its signature and dates are checked. */
export interface Claims extends Place {
  readonly tokenId: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** Policy of requests that name none; null: the namespace's default one. */
  readonly policyName: string | null;
  /** Of the token alone; absent: none. */
  readonly limits?: RateLimits;
  /** What holds it back when it unmasks; absent: nothing. */
  readonly brakes?: UnmaskBrakes;
}

/** Claims with their validity; dates are inclusive, in UTC. */
export interface SignedClaims extends Claims {
  /** Version of the root key that has signed it. */
  readonly keyVersion: number;
  readonly startDate: string;
  readonly endDate: string;
}

/** The text of an issued token. */
export async function signToken(
  token: IssuedToken,
  place: Place,
  secrets: TokenSecrets,
): Promise<string> {
  const payload = {
    nid: place.nid,
    jur: place.jurisdiction,
    jti: token.tokenId,
    sub: token.userId,
    // Where it stands as brakes, a version that does not know them lets nobody unmask.
    permissions: token.permissions.filter((one) => !token.brakes || one !== "unmask"),
    start_date: token.startDate,
    end_date: token.endDate,
    // Absent when there is none: the text of a token that was issued before stays the same.
    ...(token.policyName ? { policy: token.policyName } : {}),
    ...(token.limits ? { limits: { ...token.limits } } : {}),
    ...(token.brakes ? { unmask: { ...token.brakes } } : {}),
  };
  return signClaims(payload, secrets);
}

/** A text that says this, signed with the newest secret. */
export function signClaims(
  payload: Record<string, unknown>,
  [{ version, secret }]: TokenSecrets,
): Promise<string> {
  if (version === 1) return sign(payload, secret, "HS256");
  // The library names a key where it is given as a JWK (RFC 7517).
  const k = btoa(secret).replaceAll("=", "");
  return sign(payload, { kty: "oct", k, alg: "HS256", kid: String(version) }, "HS256");
}

/** Tokens whose signature this isolate has found good; checking one again costs 150 us. */
const MAX_REMEMBERED = 1_000;
let remembered = new BoundedCache<SignedClaims>(MAX_REMEMBERED);
let rememberedFor: TokenSecrets | null = null;

/** The claims of a token with a good signature of a version that is there, else null. Dates are not judged here. */
export async function readToken(text: string, secrets: TokenSecrets): Promise<SignedClaims | null> {
  if (secrets !== rememberedFor) {
    remembered = new BoundedCache(MAX_REMEMBERED);
    rememberedFor = secrets;
  }
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const claims = await verifyClaims(text, secrets);
  if (claims !== null) remembered.set(text, claims);
  return claims;
}

/** The same, and nothing is remembered. */
async function verifyClaims(text: string, secrets: TokenSecrets): Promise<SignedClaims | null> {
  const signed = await readSigned(text, secrets);
  return signed === null ? null : claimsOf(signed.payload, signed.version);
}

/** What a text with a good signature says, whoever it is for, and the version that has signed it; else null. */
export async function readSigned(
  text: string,
  secrets: TokenSecrets,
): Promise<{ readonly payload: Record<string, unknown>; readonly version: number } | null> {
  try {
    const { kid = "1" } = decode(text).header as { kid?: unknown };
    const signer = secrets.find(({ version }) => String(version) === kid);
    if (signer === undefined) return null;
    // Only the signature is the library's to judge: validity is by our own inclusive dates.
    const options = { alg: "HS256", exp: false, nbf: false, iat: false } as const;
    return { payload: await verify(text, signer.secret, options), version: signer.version };
  } catch {
    return null;
  }
}

/** True while today (UTC) lies within a token's dates. */
export function isValidOn(claims: SignedClaims, now: number): boolean {
  const today = isoDate(now);
  return claims.startDate <= today && today <= claims.endDate;
}

function claimsOf(payload: Record<string, unknown>, keyVersion: number): SignedClaims | null {
  const { nid, jur, jti, sub, permissions, start_date, end_date, policy, limits, unmask } = payload;
  if (typeof nid !== "string" || !/^[0-9a-f]{32}$/.test(nid)) return null;
  if (typeof jti !== "string" || typeof sub !== "string" || !Array.isArray(permissions))
    return null;
  if (typeof start_date !== "string" || typeof end_date !== "string") return null;
  return {
    nid,
    jurisdiction: typeof jur === "string" ? jur : null,
    tokenId: jti,
    userId: sub,
    permissions: PERMISSIONS.filter(
      (one) => permissions.includes(one) || (one === "unmask" && unmask !== undefined),
    ),
    policyName: typeof policy === "string" ? policy : null,
    // Written by us, and by nobody else.
    ...(limits === undefined ? {} : { limits: limits as RateLimits }),
    ...(unmask === undefined ? {} : { brakes: unmask as UnmaskBrakes }),
    startDate: start_date,
    endDate: end_date,
    keyVersion,
  };
}

/** A token, the secret it is signed with (HS256, RFC 7515 appendix A.1), and who it is of. Signed by OpenSSL. */
export const SIGNED_VECTOR = {
  secret: "47b7b51b391fe0b65e7d7b95e9795fb8155546b8911c415c2a4f3f8c52c8989b",
  token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuaWQiOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmJjY2RkZWVmZiIs" +
    "Imp1ciI6bnVsbCwianRpIjoic2VsZi10ZXN0Iiwic3ViIjoic2VsZi10ZXN0IiwicGVybWlzc2lvbnMiOlsibWFzayJdLC" +
    "JzdGFydF9kYXRlIjoiMjAyNi0wMS0wMSIsImVuZF9kYXRlIjoiMjAyNi0xMi0zMSJ9.SSEfy0vLQl_cD-pwAvuCZoeuk2s" +
    "JKZlhH9TtAUOmO1E",
  tokenId: "self-test",
};

/**
 * A known answer of this check (platform/self-test.ts), for one that took every signature for good would let
 * everybody in; tests pass wrong ones.
 */
export function signatureAnswers(vector = SIGNED_VECTOR): readonly KnownAnswer[] {
  const { secret, token, tokenId } = vector;
  const secrets: TokenSecrets = [{ version: 1, secret }];
  return [
    {
      name: "HS256",
      comesOut: async () => {
        const claims = await verifyClaims(token, secrets);
        // A letter inside: the last one of a signature carries two bits that do not count.
        const at = token.lastIndexOf(".") + 1;
        const forged = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        return claims?.tokenId === tokenId && (await verifyClaims(forged, secrets)) === null;
      },
    },
  ];
}
