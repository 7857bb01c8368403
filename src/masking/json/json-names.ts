// Names of members, which are never masked: whether one holds what unmask would take for a token when the
// document is written as one text: text is hostile (docs/decisions/laws.md#text-is-hostile). Pure.
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { type KnownWrappers, wrapperMarkers } from "../../tokens/reading/wrappers.ts";
import type { JsonDocument, JsonValue } from "../item.ts";

/**
 * True when a name at any depth has a part of a wrapper in it, alone or in a pair, tags also in disguise, or
 * a token without one. Recurses: the document's depth has been checked.
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
  return wrapperMarkers(name, wrappers).length > 0 || findTokens(cipher, name).length > 0;
}
