// Why a JSON document cannot be masked or unmasked: bad content, or member names that look like tokens. Pure.
import type { ErrorCode } from "../../core/errors.ts";
import { MAX_JSON_DEPTH, MAX_JSON_LEAVES } from "../../core/limits.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { allWrappers, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import type { JsonDocument, JsonValue } from "../item.ts";
import { isExact } from "./json-document.ts";

/** Flaws that a document may have. */
export type JsonFlaw = Extract<
  ErrorCode,
  "value_too_complex" | "number_out_of_range" | "invalid_text"
>;

/**
 * The first flaw in document order, or null: too deep, too many texts and numbers, a number that has lost digits, a text or
 * name with a lone surrogate (it has no UTF-8 form). JSON.stringify can write any document without a flaw.
 */
export function flawOf(document: JsonDocument): JsonFlaw | null {
  let leaves = 0;
  const flawIn = (value: JsonValue, depth: number): JsonFlaw | null => {
    if (typeof value !== "object" || value === null) {
      const isLeaf = typeof value === "string" || typeof value === "number";
      leaves += isLeaf ? 1 : 0;
      return leaves > MAX_JSON_LEAVES ? "value_too_complex" : flawOfScalar(value);
    }
    if (depth === MAX_JSON_DEPTH) return "value_too_complex";
    for (const [name, member] of Object.entries(value)) {
      const flaw = name.isWellFormed() ? flawIn(member, depth + 1) : "invalid_text";
      if (flaw !== null) return flaw;
    }
    return null;
  };
  return flawIn(document, 0);
}

function flawOfScalar(value: string | number | boolean | null): JsonFlaw | null {
  if (typeof value === "number") return isExact(value) ? null : "number_out_of_range";
  return typeof value !== "string" || value.isWellFormed() ? null : "invalid_text";
}

/**
 * True when a name at any depth holds part of a wrapper (alone or in a pair; tags also in disguise), or a token without one.
 * Names are never masked, and unmask would take this for a token when the document is written as one text
 * (docs/decisions/laws.md#text-is-hostile). Recurses: the document's depth has been checked.
 */
export function hasTokenInName(
  document: JsonDocument,
  cipher: TokenCipher,
  wrappers: KnownWrappers,
): boolean {
  const isIn = (value: JsonValue): boolean => {
    if (typeof value !== "object" || value === null) return false;
    if (Array.isArray(value)) return value.some(isIn);
    return Object.entries(value).some(
      ([name, member]) => isTokenLike(name, cipher, wrappers) || isIn(member),
    );
  };
  return isIn(document);
}

function isTokenLike(name: string, cipher: TokenCipher, wrappers: KnownWrappers): boolean {
  return allWrappers(name, wrappers).markers.length > 0 || findTokens(cipher, name).length > 0;
}
