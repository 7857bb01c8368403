// The shaped and the opaque form under one roof, chosen by layout. Pure.
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { ID_LENGTH_62 } from "../../cipher/id-letters.ts";
import { OPAQUE_EXTRA, opaqueForm } from "./opaque.ts";
import { countPieces, spread } from "./shape.ts";
import { shapedForm } from "./shaped.ts";

/** How a token is laid out: in the value's shape, or as one piece of varying length. */
export type TokenLayout = "shaped" | "opaque";

/** The token of mapping `id` for `value`; the same arguments always give the same token. */
export function freeLengthToken(
  cipher: TokenCipher,
  id: number,
  value: string,
  layout: TokenLayout,
): string {
  return (layout === "opaque" ? opaqueForm : shapedForm).token(cipher, id, value);
}

/**
 * The id that a text carries when it begins like a free-length token of this cipher, else null.
 * The rest (padding, separators, spread) is checked by making the token again from the mapping's
 * value and comparing, which only the vault can do.
 */
export function readTokenId(cipher: TokenCipher, text: string): number | null {
  return shapedForm.read(cipher, text);
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
  const pieces = countPieces(text);
  if (pieces === 0) return false;
  if (pieces === 1) {
    return letters.length >= ID_LENGTH_62 && letters.length <= ID_LENGTH_62 + OPAQUE_EXTRA;
  }
  return (
    letters.length === Math.max(ID_LENGTH_62, pieces) && spread(letters, text, pieces) === text
  );
}
