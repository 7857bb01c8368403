// Tokens in the value's shape: its punctuation and blanks stay, and 14 letters and digits that carry the
// id are spread over its pieces. A value with more pieces gets letters of padding. Pure.
import type { TokenCipher } from "../../cipher/cipher.ts";
import { ID_LENGTH_62, paddingLetters62, spellId62 } from "../../cipher/id-letters.ts";
import type { FreeForm } from "../free-form.ts";
import { findIds, idAt, idLetters, nextLetter } from "./scattered-id.ts";
import { countPieces, isSpread, spread } from "./shape.ts";

/** Tokens with the punctuation of their value. Every value fits. */
export const shapedForm: FreeForm = {
  fits: () => true,
  token: (cipher, id, value) => dressed(cipher, id, value, spellId62(cipher, id)),
  read: (cipher, text) => idAt(cipher, text, 0)?.id ?? null,
  matches(cipher, id, value, text) {
    const pieces = countPieces(value);
    return pieces > ID_LENGTH_62
      ? dressed(cipher, id, value, idLetters(text)) === text
      : isSpread(text, ID_LENGTH_62, value, pieces);
  },
  find: findIds,
  anchor: (token) => nextLetter(token, 0),
};

function dressed(cipher: TokenCipher, id: number, value: string, letters: string): string {
  const pieces = countPieces(value);
  const missing = pieces - ID_LENGTH_62;
  const all = missing > 0 ? letters + paddingLetters62(cipher, id, missing) : letters;
  return spread(all, value, pieces);
}
