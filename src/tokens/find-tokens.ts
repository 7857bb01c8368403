// Finds free-length tokens in free text, whatever their form, without any tag: they check themselves. Pure.
import { digitValue } from "./alphabet.ts";
import type { TokenCipher } from "./cipher.ts";
import type { FoundToken, FreeForm } from "./free-form.ts";
import { freeLengthToken, ID_LENGTH, readTokenId } from "./free-length.ts";

/** The shaped and the opaque layout: both begin with the letters that carry the id. */
const LETTERS: FreeForm = {
  fits: () => true,
  token: (cipher, id, value) => freeLengthToken(cipher, id, value, "shaped"),
  read: readTokenId,
  find: findLetters,
  anchor: (token) => {
    for (let at = 0; at < token.length; at++) if (digitValue(token.charCodeAt(at)) >= 0) return at;
    return token.length;
  },
};

/** Free-length tokens of this namespace in a text, in order, never overlapping. Linear in the text. */
export function findTokens(
  cipher: TokenCipher,
  text: string,
): (FoundToken & { readonly form: FreeForm })[] {
  return LETTERS.find(cipher, text).map((token) => ({ ...token, form: LETTERS }));
}

function findLetters(cipher: TokenCipher, text: string): FoundToken[] {
  const found: FoundToken[] = [];
  let isInside = false;
  for (let at = 0; at < text.length; at++) {
    const isLetter = digitValue(text.charCodeAt(at)) >= 0;
    const isStart = isLetter && !isInside;
    isInside = isLetter;
    if (!isStart) continue;
    // A token of pieces of one letter has a separator before each of them.
    const id = readTokenId(cipher, text.slice(at, at + MAX_SPREAD));
    if (id === null) continue;
    const end = endOfLetters(text, at);
    found.push({ id, at, end });
    at = end - 1;
  }
  return found;
}

/** Text that the letters of an id are looked for in; more separators than that are not read over. */
const MAX_SPREAD = 4 * ID_LENGTH;

function endOfLetters(text: string, start: number): number {
  let at = start;
  for (let letters = 0; letters < ID_LENGTH; at++) {
    if (digitValue(text.charCodeAt(at)) >= 0) letters++;
  }
  return at;
}
