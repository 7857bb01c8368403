// Numbers to digits: a permutation of all texts of so many digits, so that counting up gives tokens that
// look drawn at random and never repeat. The counter is kept where a restored copy of the data cannot
// set it back (vault/state/token-spaces.ts), so no text is made twice, ever.
//
// Construction: an alternating Feistel network over the two halves of the text, added modulo powers of
// ten, ten rounds, with AES-128 as round function: that of FF1 (NIST SP 800-38G) without its encodings.
// A thousand thousands is a small domain, where such a permutation is told from a random one after some
// thousand tokens; all that would tell an observer is in which order tokens were made.
import type { TokenCipher } from "./cipher.ts";
import { paddedDigits, powerOfTen } from "./digits.ts";
import { remainder } from "./remainder.ts";

const ROUNDS = 10;

/** Texts of this many digits and more carry a mapping's id (40 bits), which is unique by itself. */
export const ID_DIGITS = 13;
/** The longest texts with a counter of their own. */
export const MAX_COUNTED_DIGITS = ID_DIGITS - 1;

/**
 * How many texts of so many digits are used before tokens are made longer: half. In a fuller space a
 * stranger's guess is too often somebody's token.
 */
export function usableTexts(digits: number): number {
  return powerOfTen(digits) / 2;
}

/** The `number`-th text of so many digits (at most 14). Throws when there are not that many. */
export function digitsOf(cipher: TokenCipher, number: number, digits: number): string {
  if (number >= powerOfTen(digits)) throw new Error("a space of tokens has been overrun");
  const rightDigits = Math.ceil(digits / 2);
  const leftSize = powerOfTen(digits - rightDigits);
  const rightSize = powerOfTen(rightDigits);
  const tweak = digits * 256;
  let left = Math.floor(number / rightSize);
  let right = remainder(number, rightSize);
  for (let round = 0; round < ROUNDS; round += 2) {
    left = remainder(left + cipher.mix(tweak + round, right), leftSize);
    right = remainder(right + cipher.mix(tweak + round + 1, left), rightSize);
  }
  return paddedDigits(left * rightSize + right, digits);
}
