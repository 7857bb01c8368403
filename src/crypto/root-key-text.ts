// The text of the root key, and what names a version of it in what is stored. Without the platform's cryptography: scripts read
// both as well.
import { fromBase64 } from "./encoding.ts";

/** A version of the root key: the newest makes what is made, and each reads what it has made. */
export interface RootVersion {
  /** From 1. What is stored names it, so it is for good. */
  readonly version: number;
}

/** Something of each version, newest first. */
export type OfVersions<T> = readonly [T & RootVersion, ...(T & RootVersion)[]];

/** The versions' bytes. */
type RootKeyBytes = OfVersions<{ readonly bytes: Uint8Array<ArrayBuffer> }>;
const ROOT_KEY_BYTES = 32;
/** 32 random bytes hold about 30 different ones; fewer than 12 means a pattern, not a key. */
const MIN_DISTINCT_BYTES = 12;
/** The version that a key without a number is, and a wrapped key that names none. */
export const FIRST_VERSION = 1;
/** A byte of a wrapped key names it. */
const MAX_VERSION = 255;

/** Why a root key text is refused; worded for the operator, without the key. */
export type RootKeyProblem =
  | "missing"
  | "not 32 bytes of base64"
  | "too regular to be random"
  | "the same key under two numbers"
  | "no list of versions (2:KEY,1:KEY) that begins with the newest and leaves none out";

/** Check the text of VAULT_ROOT_KEY where it is one key, without a number. Gives its bytes or the problem. */
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

/** Check the text of VAULT_ROOT_KEY: one key, which is version 1, or `2:KEY,1:KEY`. Gives the versions or the problem. */
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

/** What a wrapped key is sealed in, and the version of the root key that has sealed it. */
export function wrappedKeyOf(wrapped: Uint8Array<ArrayBuffer>): {
  readonly version: number;
  readonly sealed: Uint8Array<ArrayBuffer>;
} {
  // Nonce and tag are 28 bytes, and keys have a multiple of 16.
  const isNamed = wrapped.length % 16 === 13;
  return isNamed
    ? { version: wrapped[0] ?? 0, sealed: wrapped.subarray(1) }
    : { version: FIRST_VERSION, sealed: wrapped };
}
