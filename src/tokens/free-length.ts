// Free-length tokens: 14 letters and digits that carry the mapping's id, enciphered, spread over the
// pieces of the value. They need no column and no index, and they check themselves. Pure.
import { digitValue, isSeparator, LETTERS_AND_DIGITS } from "./alphabet.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "./cipher.ts";
import { BARE_PIECE, shapeOf, spread } from "./shape.ts";

/** How a token is laid out: in the value's shape, or as one piece of varying length. */
export type TokenLayout = "shaped" | "opaque";

/** Base-62 digits of one 40-bit half; 62^7 is a little more than 2^40. */
const HALF_LENGTH = 7;
/** Letters and digits that carry the id. */
export const ID_LENGTH = 2 * HALF_LENGTH;
/** An opaque token is up to this much longer, so that its length says nothing. */
const OPAQUE_EXTRA = 10;

/** The token of mapping `id` for `value`; the same arguments always give the same token. */
export function freeLengthToken(
  cipher: TokenCipher,
  id: number,
  value: string,
  layout: TokenLayout,
): string {
  const [high, low] = cipher.encipher(id);
  const letters = spellHalf(high) + spellHalf(low);
  if (layout === "opaque") {
    const extra = 1 + ((cipher.padding(id, 0)[0] ?? 0) % OPAQUE_EXTRA);
    return letters + paddingLetters(cipher, id, extra);
  }
  const shape = shapeOf(value);
  const missing = shape.pieceLengths.length - ID_LENGTH;
  return spread(missing > 0 ? letters + paddingLetters(cipher, id, missing) : letters, shape);
}

/**
 * The id that a text carries when it begins like a free-length token of this cipher, else null.
 * The rest (padding, separators, spread) is checked by making the token again from the mapping's
 * value and comparing, which only the vault can do.
 */
export function readTokenId(cipher: TokenCipher, text: string): number | null {
  let high = 0;
  let low = 0;
  let count = 0;
  for (let i = 0; i < text.length && count < ID_LENGTH; i++) {
    const code = text.charCodeAt(i);
    const digit = digitValue(code);
    if (digit >= 0) {
      if (count < HALF_LENGTH) high = high * 62 + digit;
      else low = low * 62 + digit;
      count++;
    } else if (!isSeparator(code)) {
      return null;
    }
  }
  if (count < ID_LENGTH || high > MAX_TOKEN_ID || low > MAX_TOKEN_ID) return null;
  return cipher.decipher(high, low);
}

/**
 * True when a text has the outward form of a free-length token: nothing but letters, digits and
 * separators, and the letters spread as `spread` would. Needs no key, so it can only say "maybe".
 */
export function hasFreeLengthForm(text: string): boolean {
  let letters = "";
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (digitValue(code) >= 0) letters += text[i];
    else if (!isSeparator(code)) return false;
  }
  const shape = shapeOf(text);
  if (shape === BARE_PIECE) return false;
  const pieces = shape.pieceLengths.length;
  if (pieces === 1)
    return letters.length >= ID_LENGTH && letters.length <= ID_LENGTH + OPAQUE_EXTRA;
  return letters.length === Math.max(ID_LENGTH, pieces) && spread(letters, shape) === text;
}

function spellHalf(half: number): string {
  let text = "";
  let rest = half;
  for (let i = 0; i < HALF_LENGTH; i++) {
    text = LETTERS_AND_DIGITS[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** `count` letters and digits that belong to an id; bytes of 248 and more are skipped (no bias). */
function paddingLetters(cipher: TokenCipher, id: number, count: number): string {
  let text = "";
  for (let block = 1; text.length < count; block++) {
    for (const byte of cipher.padding(id, block)) {
      if (byte < 248 && text.length < count) text += LETTERS_AND_DIGITS[byte % 62];
    }
  }
  return text;
}
