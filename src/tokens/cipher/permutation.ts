// Keyed permutations, so that counting up gives numbers or texts of digits that look drawn at random and never repeat.
// The counter is kept where a restored copy of the data cannot set it back (vault/state/token-spaces.ts), so no text is
// made twice, ever.
//
// Construction: an alternating Feistel network over two halves, added modulo their sizes, with AES-128 as round function:
// that of FF1 (NIST SP 800-38G) without its encodings. `digitsOf` came first: ten rounds, halves of decimal digits.
// `permuted` is of 0..size-1 for any size: six rounds over the smallest near-square grid that holds the numbers; a place
// that falls outside goes through again (cycle walking: Black, Rogaway, CT-RSA 2002), which stays a permutation and
// takes little more than one round trip on average.
//
// A thousand thousands is a small domain, where such a permutation is told from a random one after some thousand tokens.
// All that would tell an observer is in which order tokens were made; what a token stands for is in no way derived
// from it.
import type { TokenCipher } from "./cipher.ts";
import { paddedDigits, powerOfTen, remainder } from "./whole-numbers.ts";

const ROUNDS = 6;
/** Tweaks of digit spaces are below this. */
const FIRST_TWEAK = 0x10000;
/** Room for the round number beside a space's. */
const TWEAKS_PER_SPACE = 8;

/** Highest number of a space: its tweaks are 32-bit numbers. */
export const MAX_SPACE = 2 ** 28;
/** Largest size: products of the grid's sides stay exact. */
export const MAX_SPACE_SIZE = 2 ** 52;

/**
 * The `place`-th number of a space, among 0..size-1. Spaces with different numbers have different orders.
 * Throws when there are not that many: a counter has been overrun.
 */
export function permuted(cipher: TokenCipher, space: number, size: number, place: number): number {
  if (place >= size || size > MAX_SPACE_SIZE || space > MAX_SPACE) {
    throw new Error("a space of tokens has been overrun");
  }
  const leftSize = Math.ceil(Math.sqrt(size));
  const rightSize = Math.ceil(size / leftSize);
  const tweak = FIRST_TWEAK + space * TWEAKS_PER_SPACE;
  let number = place;
  do number = throughRounds(cipher, tweak, ROUNDS, number, leftSize, rightSize);
  while (number >= size);
  return number;
}

/** The rounds of the network over the two halves of a number: what a half of `rightSize` holds, and the rest. */
function throughRounds(
  cipher: TokenCipher,
  tweak: number,
  rounds: number,
  number: number,
  leftSize: number,
  rightSize: number,
): number {
  let left = Math.floor(number / rightSize);
  let right = remainder(number, rightSize);
  for (let round = 0; round < rounds; round += 2) {
    left = remainder(left + cipher.mix(tweak + round, right), leftSize);
    right = remainder(right + cipher.mix(tweak + round + 1, left), rightSize);
  }
  return left * rightSize + right;
}

/** Rounds over digits. */
const DIGIT_ROUNDS = 10;

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
  const place = throughRounds(cipher, digits * 256, DIGIT_ROUNDS, number, leftSize, rightSize);
  return paddedDigits(place, digits);
}
