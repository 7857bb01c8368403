// Tokens that show nothing of the value: one piece of 15 to 24 letters and digits. The first 14 carry the
// id, the number of the others and what they are belong to the id. Pure.
import type { TokenCipher } from "../../cipher/cipher.ts";
import {
  areLetters62,
  ID_LENGTH_62,
  paddingLetters62,
  spellId62,
} from "../../cipher/id-letters.ts";
import type { FreeForm } from "../free-form.ts";
import { findIds, idAt, nextLetter } from "./scattered-id.ts";

/** An opaque token is up to this much longer than what carries the id, so that its length says nothing. */
export const OPAQUE_EXTRA = 10;

/** Tokens of one piece, whatever the value. Every value fits. */
export const opaqueForm: FreeForm = {
  fits: () => true,
  token: (cipher, id) => spellId62(cipher, id) + extraLetters(cipher, id),
  read: (cipher, text) => idAt(cipher, text, 0)?.id ?? null,
  matches(cipher, id, _value, text) {
    return (
      areLetters62(text, 0, ID_LENGTH_62) && text.slice(ID_LENGTH_62) === extraLetters(cipher, id)
    );
  },
  find: findIds,
  anchor: (token) => nextLetter(token, 0),
};

function extraLetters(cipher: TokenCipher, id: number): string {
  const count = 1 + ((cipher.padding(id, 0)[0] ?? 0) % OPAQUE_EXTRA);
  return paddingLetters62(cipher, id, count);
}
