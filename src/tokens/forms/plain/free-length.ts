// The two plain forms of free-length tokens. A shaped token keeps the value's punctuation and blanks, and spreads 14 letters
// and digits that carry the id over its parts (a value with more parts gets padding letters). An opaque token is one run of
// 15 to 24 letters and digits that reveals nothing about the value. Pure.
import { runToEnd } from "../../../core/steps.ts";
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

/** Tokens with the punctuation of their value; every value fits. */
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
  find: (cipher, text) => runToEnd(findIds(cipher, text)),
  anchor: (token) => nextLetter(token, 0),
};

function laidOut(cipher: TokenCipher, id: number, value: string, letters: string): string {
  const pieces = countPieces(value);
  const missing = pieces - ID_LENGTH_62;
  const all = missing > 0 ? letters + paddingLetters62(cipher, id, missing) : letters;
  return spread(all, value, pieces);
}

/** Most padding letters of an opaque token; it has at least one. So its length reveals nothing. */
const OPAQUE_EXTRA = 10;

/** Tokens of one run, whatever the value; every value fits. */
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
  find: (cipher, text) => runToEnd(findIds(cipher, text)),
  anchor: (token) => nextLetter(token, 0),
};

function extraLetters(cipher: TokenCipher, id: number): string {
  const count = 1 + ((cipher.padding(id, 0)[0] ?? 0) % OPAQUE_EXTRA);
  return paddingLetters62(cipher, id, count);
}

/**
 * Whether a text looks like a free-length token: only letters, digits and separators, with the letters distributed as
 * `spread` does. It has no key, so it accepts texts that are no tokens.
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
