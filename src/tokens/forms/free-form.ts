// What every free-length kind of token has in common: the token carries its mapping's id, enciphered, so it
// needs no row of its own, checks itself, and is found in free text without any tag. Pure.
import type { TokenCipher } from "../cipher/cipher.ts";

/** A range of free text that carries an id of this namespace. */
export interface FoundToken {
  /** The id, which need not be a living mapping's. */
  readonly id: number;
  /** UTF-16 offset of the first letter that carries the id. */
  readonly at: number;
  /** One past the last letter that carries it. */
  readonly end: number;
}

/** A way to lay out free-length tokens. */
export interface FreeForm {
  /** True when a value can have tokens of this form. */
  fits(value: string): boolean;
  /** The token of a mapping for a value that fits; the same arguments always give the same token. */
  token(cipher: TokenCipher, id: number, value: string): string;
  /**
   * The id that a text carries when it begins like a token of this form, else null. What does not carry
   * the id (padding, punctuation) is checked against the mapping's value, by `matches`.
   */
  read(cipher: TokenCipher, text: string): number | null;
  /**
   * True when a text, from which `read` gave this id, is the token of the mapping with this value. Says
   * the same as making the token and comparing, without enciphering again: the letters that carry the id
   * are taken from the text, as no others could have given it. Forms whose host may change letter case on
   * the way (e-mail, URL) overlook its letter case, so compare with this and not with `===`.
   */
  matches(cipher: TokenCipher, id: number, value: string, text: string): boolean;
  /** Every place of a free text where such a token begins, in order; time is linear in the text. */
  find(cipher: TokenCipher, text: string): FoundToken[];
  /** Where in a token the first letter stands that carries the id. */
  anchor(token: string): number;
}
