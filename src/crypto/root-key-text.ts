// The text of the root key, and how a stored wrapped key names a version of it. Does not use the platform's cryptography,
// because scripts read both as well.
import { fromBase64 } from "./encoding.ts";

/** A version of the root key. The newest is used for everything new; each still reads what was made with it. */
export interface RootVersion {
  /** Counts from 1. Stored data names it, so a number keeps its meaning for ever. */
  readonly version: number;
}

/** One value per version, newest first. */
export type OfVersions<T> = readonly [T & RootVersion, ...(T & RootVersion)[]];

type RootKeyBytes = OfVersions<{ readonly bytes: Uint8Array<ArrayBuffer> }>;
const ROOT_KEY_BYTES = 32;
/** 32 random bytes contain about 30 different ones; fewer than 12 show a pattern, not a key. */
const MIN_DISTINCT_BYTES = 12;
/** The version of a root key text without a number, and of a wrapped key that names none. */
export const FIRST_VERSION = 1;
/** Largest version: a wrapped key names it in one byte. */
const MAX_VERSION = 255;

/** Why a root key text is refused, in words for the operator and without the key. */
export type RootKeyProblem =
  | "missing"
  | "not 32 bytes of base64"
  | "too regular to be random"
  | "the same key under two numbers"
  | "no list of versions (2:KEY,1:KEY) that begins with the newest and leaves none out";

/** Check the text of one key without a version number. Returns its bytes, or the problem. */
export function parseRootKey(
  text: unknown,
): { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; problem: RootKeyProblem } {
  if (typeof text !== "string" || text.trim() === "") return { ok: false, problem: "missing" };
  const bytes = fromBase64(text.trim());
  if (bytes === null || bytes.length !== ROOT_KEY_BYTES) {
    return { ok: false, problem: "not 32 bytes of base64" };
  }
  if (new Set(bytes).size < MIN_DISTINCT_BYTES) {
    return { ok: false, problem: "too regular to be random" };
  }
  return { ok: true, bytes };
}

/** Check the text of VAULT_ROOT_KEY: one key, which is version 1, or `2:KEY,1:KEY`. Returns the versions, or the problem. */
export function parseRootKeys(
  text: unknown,
): { ok: true; versions: RootKeyBytes } | { ok: false; problem: RootKeyProblem } {
  const given = typeof text === "string" ? text.trim() : "";
  const versions: { version: number; bytes: Uint8Array<ArrayBuffer> }[] = [];
  for (const part of given.split(",")) {
    const [, number = "1", key = part] = /^\s*(\d{1,3}):(.*)$/s.exec(part) ?? [];
    const parsed = parseRootKey(key);
    if (!parsed.ok) return parsed;
    versions.push({ version: Number(number), bytes: parsed.bytes });
  }
  const [newest, ...older] = versions;
  if (new Set(versions.map(({ bytes }) => bytes.join())).size < versions.length) {
    return { ok: false, problem: "the same key under two numbers" };
  }
  const isList =
    versions.every(({ version }, i) => version === (newest?.version ?? 0) - i && version > 0) &&
    (newest?.version ?? 0) <= MAX_VERSION;
  return newest !== undefined && isList
    ? { ok: true, versions: [newest, ...older] }
    : {
        ok: false,
        problem:
          "no list of versions (2:KEY,1:KEY) that begins with the newest and leaves none out",
      };
}

/** The sealed bytes of a wrapped key, and the version of the root key that sealed them. */
export function wrappedKeyOf(wrapped: Uint8Array<ArrayBuffer>): {
  readonly version: number;
  readonly sealed: Uint8Array<ArrayBuffer>;
} {
  // Nonce and tag have 28 bytes and keys a multiple of 16, so a rest of 13 means one extra byte in front.
  const isNamed = wrapped.length % 16 === 13;
  return isNamed
    ? { version: wrapped[0] ?? 0, sealed: wrapped.subarray(1) }
    : { version: FIRST_VERSION, sealed: wrapped };
}
