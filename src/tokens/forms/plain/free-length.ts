// The two plain forms of free-length tokens: in the value's shape (its punctuation and blanks stay, and 14 letters and
// digits that carry the id are spread over its pieces; a value with more pieces gets letters of padding), and as one
// piece of 15 to 24 letters and digits that shows nothing of the value. Pure.
import { atOnce } from "../../../core/steps.ts";
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import {
  ID_LENGTH_62,
  idLetters62,
  lettersEnd,
  paddingLetters62,
  spellId62,
} from "../../cipher/id-letters.ts";
import type { FreeForm } from "../free-form.ts";
import { findIds, idAt, nextLetter } from "./scattered-id.ts";
import { countPieces, isSpread, spread } from "./shape.ts";

/** Tokens with the punctuation of their value. Every value fits. */
export const shapedForm: FreeForm = {
  fits: () => true,
  token: (cipher, id, value) => laidOut(cipher, id, value, spellId62(cipher, id)),
  read: (cipher, text) => idAt(cipher, text, 0)?.id ?? null,
  matches(cipher, id, value, text) {
    const pieces = countPieces(value);
    return pieces > ID_LENGTH_62
      ? laidOut(cipher, id, value, idLetters62(text)) === text
      : isSpread(text, ID_LENGTH_62, value, pieces);
  },
  find: (cipher, text) => atOnce(findIds(cipher, text)),
  anchor: (token) => nextLetter(token, 0),
};

function laidOut(cipher: TokenCipher, id: number, value: string, letters: string): string {
  const pieces = countPieces(value);
  const missing = pieces - ID_LENGTH_62;
  const all = missing > 0 ? letters + paddingLetters62(cipher, id, missing) : letters;
  return spread(all, value, pieces);
}

/** An opaque token is up to this much longer than what carries the id, so that its length says nothing. */
const OPAQUE_EXTRA = 10;

/** Tokens of one piece, whatever the value. Every value fits. */
export const opaqueForm: FreeForm = {
  fits: () => true,
  token: (cipher, id) => spellId62(cipher, id) + extraLetters(cipher, id),
  read: (cipher, text) => idAt(cipher, text, 0)?.id ?? null,
  matches(cipher, id, _value, text) {
    return (
      lettersEnd(text, 0, ID_LENGTH_62) === ID_LENGTH_62 &&
      text.slice(ID_LENGTH_62) === extraLetters(cipher, id)
    );
  },
  find: (cipher, text) => atOnce(findIds(cipher, text)),
  anchor: (token) => nextLetter(token, 0),
};

function extraLetters(cipher: TokenCipher, id: number): string {
  const count = 1 + ((cipher.padding(id, 0)[0] ?? 0) % OPAQUE_EXTRA);
  return paddingLetters62(cipher, id, count);
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
