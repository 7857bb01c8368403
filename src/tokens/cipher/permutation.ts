// Keyed permutations: they turn a counter into numbers, or texts of digits, that look random and never repeat. The counter
// is stored where restoring a backup cannot set it back (vault/state/token-spaces.ts), so no text is ever made twice.
//
// Construction: an alternating Feistel network over two halves, added modulo their sizes, with AES-128 as round function:
// FF1 (NIST SP 800-38G) without its encodings. `digitsOf`, the older one, has ten rounds and halves of decimal digits.
// `permuted` works on 0..size-1 for any size: six rounds over the smallest near-square grid that holds the numbers. A result
// outside the range goes through again (cycle walking: Black, Rogaway, CT-RSA 2002): this remains a permutation, and takes
// little more than one pass on average.
//
// A million is a small domain, in which such a permutation can be told from a random one after some thousand tokens. All
// this would tell an observer is the order in which tokens were made: what a token stands for plays no part in it.
import type { TokenCipher } from "./cipher.ts";

const ROUNDS = 6;
/** The tweaks of `digitsOf` are below this. */
const FIRST_TWEAK = 0x10000;
/** Tweaks of one space: room for the round numbers. */
const TWEAKS_PER_SPACE = 8;

/** Largest number of a space, so that tweaks fit 32 bits. */
export const MAX_SPACE = 2 ** 28;
/** Largest size of a space, so that products of the grid's sides are exact. */
export const MAX_SPACE_SIZE = 2 ** 52;

/** The number at `index` of a space, 0..size-1, in the space's own order. Throws outside: a counter was overrun. */
export function permuted(cipher: TokenCipher, space: number, size: number, index: number): number {
  if (index >= size || size > MAX_SPACE_SIZE || space > MAX_SPACE) {
    throw new Error("a space of tokens has been overrun");
  }
  const leftSize = Math.ceil(Math.sqrt(size));
  const rightSize = Math.ceil(size / leftSize);
  const tweak = FIRST_TWEAK + space * TWEAKS_PER_SPACE;
  let number = index;
  do number = throughRounds(cipher, tweak, ROUNDS, number, leftSize, rightSize);
  while (number >= size);
  return number;
}

/** Run a number through the network: its left half is the quotient by `rightSize`, its right half the remainder. */
function throughRounds(
  cipher: TokenCipher,
  tweak: number,
  rounds: number,
  number: number,
  leftSize: number,
  rightSize: number,
): number {
  let left = Math.floor(number / rightSize);
  let right = number % rightSize;
  for (let round = 0; round < rounds; round += 2) {
    left = (left + cipher.mix(tweak + round, right)) % leftSize;
    right = (right + cipher.mix(tweak + round + 1, left)) % rightSize;
  }
  return left * rightSize + right;
}

/** Rounds of `digitsOf`. */
const DIGIT_ROUNDS = 10;

/** Texts with at least this many digits carry a mapping's id (40 bits), which makes them unique. */
export const ID_DIGITS = 13;
/** The longest texts that are counted; each length has its counter. */
export const MAX_COUNTED_DIGITS = ID_DIGITS - 1;

/** How many texts of so many digits are used: half, because in a fuller space guesses would too often be tokens. */
export function usableTexts(digits: number): number {
  return 10 ** digits / 2;
}

/** The text at index `number` among those of so many digits (at most 14). Throws when there are not that many. */
export function digitsOf(cipher: TokenCipher, number: number, digits: number): string {
  if (number >= 10 ** digits) throw new Error("a space of tokens has been overrun");
  const rightDigits = Math.ceil(digits / 2);
  const leftSize = 10 ** (digits - rightDigits);
  const rightSize = 10 ** rightDigits;
  const permutedNumber = throughRounds(
    cipher,
    digits * 256,
    DIGIT_ROUNDS,
    number,
    leftSize,
    rightSize,
  );
  return String(permutedNumber).padStart(digits, "0");
}
