// Namespace tokens: JWTs (RFC 7519) signed HS256. They are never stored; their claims are, sealed, and signing the same
// claims again gives the same text as long as the root key gets no newer version. `kid` names the version; it is absent for
// the first. Errors of hono/jwt can hold the token, so they are dropped, not logged.
import { decode, sign, verify } from "hono/jwt";
import { BoundedCache } from "../core/bounded-cache.ts";
import type { UnmaskBrakes } from "../core/brakes/unmask-brakes.ts";
import type { KnownAnswer } from "../core/known-answer.ts";
import { PERMISSIONS, type Permission } from "../core/permissions.ts";
import type { RateLimits } from "../core/rate-limits.ts";
import { isoDate } from "../core/time.ts";
import type { IssuedToken } from "../vault/rpc.ts";

/** A secret that signs tokens, as text, because the library takes text. */
interface TokenSecret {
  readonly version: number;
  readonly secret: string;
}

/** The secrets of all versions of the root key, newest first. */
export type TokenSecrets = readonly [TokenSecret, ...TokenSecret[]];

/** The namespace of a token and where it is stored. */
interface NamespaceAddress {
  readonly nid: string;
  readonly jurisdiction: string | null;
}

/** What a namespace token says. */
export interface Claims extends NamespaceAddress {
  readonly tokenId: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
  /** The policy of requests that name none; null: the namespace's default policy. */
  readonly policyName: string | null;
  /** Limits of this token alone; absent: none. */
  readonly limits?: RateLimits;
  /** The token's brakes; absent: none. */
  readonly brakes?: UnmaskBrakes;
}

/** Claims with their validity; dates are inclusive, in UTC. */
export interface SignedClaims extends Claims {
  readonly keyVersion: number;
  readonly startDate: string;
  readonly endDate: string;
}

/** The text of an issued token. */
export async function signToken(
  token: IssuedToken,
  namespace: NamespaceAddress,
  secrets: TokenSecrets,
): Promise<string> {
  const payload = {
    nid: namespace.nid,
    jur: namespace.jurisdiction,
    jti: token.tokenId,
    sub: token.userId,
    // With brakes, `unmask` moves to a claim of its own: older versions, which do not know brakes, then refuse to unmask.
    permissions: token.permissions.filter((one) => !token.brakes || one !== "unmask"),
    start_date: token.startDate,
    end_date: token.endDate,
    // Absent members are left out, so that the text of a token issued before they existed stays the same.
    ...(token.policyName ? { policy: token.policyName } : {}),
    ...(token.limits ? { limits: { ...token.limits } } : {}),
    ...(token.brakes ? { unmask: { ...token.brakes } } : {}),
  };
  return signClaims(payload, secrets);
}

/** A JWT with this payload, signed with the newest secret. */
export function signClaims(
  payload: Record<string, unknown>,
  [{ version, secret }]: TokenSecrets,
): Promise<string> {
  if (version === 1) return sign(payload, secret, "HS256");
  // The library writes a `kid` when it gets the key as a JWK (RFC 7517).
  const k = btoa(secret).replaceAll("=", "");
  return sign(payload, { kty: "oct", k, alg: "HS256", kid: String(version) }, "HS256");
}

/** How many verified tokens this isolate remembers; verifying one again costs 150 us. */
const MAX_REMEMBERED = 1_000;
let remembered = new BoundedCache<SignedClaims>(MAX_REMEMBERED);
let rememberedFor: TokenSecrets | null = null;

/** The claims of a token with a valid signature of a known version, else null. Dates are not checked here. */
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

/** Verifies a token; remembers nothing. */
async function verifyClaims(text: string, secrets: TokenSecrets): Promise<SignedClaims | null> {
  const signed = await readSigned(text, secrets);
  return signed === null ? null : readClaims(signed.payload, signed.version);
}

/** The payload of a JWT with a valid signature, for any audience, and the version that signed it; else null. */
export async function readSigned(
  text: string,
  secrets: TokenSecrets,
): Promise<{ readonly payload: Record<string, unknown>; readonly version: number } | null> {
  try {
    const { kid = "1" } = decode(text).header as { kid?: unknown };
    const signer = secrets.find(({ version }) => String(version) === kid);
    if (signer === undefined) return null;
    // The library checks only the signature: validity depends on our own inclusive dates.
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

function readClaims(payload: Record<string, unknown>, keyVersion: number): SignedClaims | null {
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
    // Only we write signed claims, so their form is not checked.
    ...(limits === undefined ? {} : { limits: limits as RateLimits }),
    ...(unmask === undefined ? {} : { brakes: unmask as UnmaskBrakes }),
    startDate: start_date,
    endDate: end_date,
    keyVersion,
  };
}

/** A token, the secret that signed it (HS256, RFC 7515 appendix A.1), and its id. Signed by OpenSSL. */
export const SIGNED_VECTOR = {
  secret: "47b7b51b391fe0b65e7d7b95e9795fb8155546b8911c415c2a4f3f8c52c8989b",
  token:
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJuaWQiOiIwMDExMjIzMzQ0NTU2Njc3ODg5OWFhYmJjY2RkZWVmZiIs" +
    "Imp1ciI6bnVsbCwianRpIjoic2VsZi10ZXN0Iiwic3ViIjoic2VsZi10ZXN0IiwicGVybWlzc2lvbnMiOlsibWFzayJdLC" +
    "JzdGFydF9kYXRlIjoiMjAyNi0wMS0wMSIsImVuZF9kYXRlIjoiMjAyNi0xMi0zMSJ9.SSEfy0vLQl_cD-pwAvuCZoeuk2s" +
    "JKZlhH9TtAUOmO1E",
  tokenId: "self-test",
};

/** Known answer: a check that took every signature for valid would let everybody in. Tests pass wrong vectors. */
export function signatureAnswers(vector = SIGNED_VECTOR): readonly KnownAnswer[] {
  const { secret, token, tokenId } = vector;
  const secrets: TokenSecrets = [{ version: 1, secret }];
  return [
    {
      name: "HS256",
      isCorrect: async () => {
        const claims = await verifyClaims(token, secrets);
        // A letter in the middle: the last one of a signature carries two bits that do not count.
        const at = token.lastIndexOf(".") + 1;
        const forged = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
        return claims?.tokenId === tokenId && (await verifyClaims(forged, secrets)) === null;
      },
    },
  ];
}
