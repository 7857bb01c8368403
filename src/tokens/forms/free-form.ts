// What all free-length forms have in common: the token carries its mapping's id, enciphered, so it needs no row of its own,
// verifies itself, and can be found in free text without tags. Pure.
import type { TokenCipher } from "../cipher/cipher.ts";

/** A range of free text that carries an id of this namespace. */
export interface FoundToken {
  /** The id; its mapping may no longer exist. */
  readonly id: number;
  /** UTF-16 offset of the first letter that carries the id. */
  readonly at: number;
  /** UTF-16 offset after the last letter that carries the id. */
  readonly end: number;
}

/** One layout of free-length tokens. */
export interface FreeForm {
  /** Whether a value can have tokens of this form. */
  fits(value: string): boolean;
  /** The token of a mapping for a value that `fits`; always the same for the same arguments. */
  token(cipher: TokenCipher, id: number, value: string): string;
  /**
   * The id in a text that begins like a token of this form; null when there is none. Everything else in the text (padding,
   * punctuation) is for `matches` to check against the mapping's value.
   */
  read(cipher: TokenCipher, text: string): number | null;
  /**
   * Whether a text in which `read` found this id is the token of the mapping with this value. Equivalent to making the token
   * and comparing, but without enciphering: the letters that carry the id are taken from the text, because no others give
   * it. Forms whose host may change letter case on the way (e-mail, URL) ignore its case, so use this and not `===`.
   */
  matches(cipher: TokenCipher, id: number, value: string, text: string): boolean;
  /** All tokens of this form in a free text, in order; linear in the length of the text. */
  find(cipher: TokenCipher, text: string): FoundToken[];
  /** Offset in a token of the first letter that carries the id. */
  anchor(token: string): number;
}
