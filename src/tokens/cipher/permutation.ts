// A keyed permutation of 0..size-1 for any size, so that counting up gives numbers that look drawn at
// random and never repeat. Same construction as digit-space.ts, whose spaces of decimal digits came
// first: an alternating Feistel network (as in FF1, NIST SP 800-38G), over the smallest near-square grid
// that holds the numbers; a place that falls outside goes through again (cycle walking: Black, Rogaway,
// CT-RSA 2002), which stays a permutation and takes little more than one round trip on average.
//
// All that a weakness here would tell an observer is in which order tokens were made; what a token stands
// for is in no way derived from it.
import type { TokenCipher } from "./cipher.ts";
import { remainder } from "./remainder.ts";

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
  do {
    let left = Math.floor(number / rightSize);
    let right = remainder(number, rightSize);
    for (let round = 0; round < ROUNDS; round += 2) {
      left = remainder(left + cipher.mix(tweak + round, right), leftSize);
      right = remainder(right + cipher.mix(tweak + round + 1, left), rightSize);
    }
    number = left * rightSize + right;
  } while (number >= size);
  return number;
}
