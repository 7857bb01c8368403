// A keyed permutation of 0..size-1 for any size, so that counting up gives numbers that look drawn at
// random and never repeat. Same construction as digit-space.ts, whose spaces of decimal digits came
// first: an alternating Feistel network (as in FF1, NIST SP 800-38G), over the smallest near-square grid
// that holds the numbers; a place that falls outside goes through again (cycle walking: Black, Rogaway,
// CT-RSA 2002), which stays a permutation and takes little more than one round trip on average.
//
// All that a weakness here would tell an observer is in which order tokens were made; what a token stands
// for is in no way derived from it.
import type { Blocks } from "../../platform/aes-blocks.ts";
import { MIX_DOMAIN, type TokenCipher } from "./cipher.ts";
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
  const known = cipher.numberAt(space, size, place);
  if (known !== null) return known;
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

/** Places of several spaces, column by column. */
export interface Places {
  readonly spaces: readonly number[];
  readonly sizes: readonly number[];
  readonly places: readonly number[];
}

const WORDS_PER_BLOCK = 4;
const TWO_32 = 2 ** 32;

/**
 * What `permuted` gives for each place, with one call of AES for a round of all. Places that are not there give
 * anything: they are refused when they are asked for.
 */
export function permutedAll(blocks: Blocks, asked: Places): Float64Array {
  const { spaces, sizes, places } = asked;
  const numbers = Float64Array.from(places);
  let open = Int32Array.from(places, (_, i) => i);
  while (open.length > 0) {
    goThrough(blocks, spaces, sizes, numbers, open);
    // Those that have fallen outside go through again.
    open = open.filter((i) => (numbers[i] as number) >= (sizes[i] as number) && isThere(asked, i));
  }
  return numbers;
}

function isThere({ spaces, sizes, places }: Places, i: number): boolean {
  const size = sizes[i] as number;
  return (
    (places[i] as number) < size && size <= MAX_SPACE_SIZE && (spaces[i] as number) <= MAX_SPACE
  );
}

/** The whole network once, for the numbers of those places. */
function goThrough(
  blocks: Blocks,
  spaces: readonly number[],
  sizes: readonly number[],
  numbers: Float64Array,
  open: Int32Array,
): void {
  const words = new Uint32Array(WORDS_PER_BLOCK * open.length);
  const input = new Uint8Array(words.buffer);
  // Left and right halves, and the sizes of theirs.
  const halves = [new Float64Array(open.length), new Float64Array(open.length)] as const;
  const bounds = [new Float64Array(open.length), new Float64Array(open.length)] as const;
  for (let k = 0; k < open.length; k++) {
    const i = open[k] as number;
    const leftSize = Math.ceil(Math.sqrt(sizes[i] as number));
    const rightSize = Math.ceil((sizes[i] as number) / leftSize);
    const number = numbers[i] as number;
    bounds[0][k] = leftSize;
    bounds[1][k] = rightSize;
    halves[0][k] = Math.floor(number / rightSize);
    halves[1][k] = remainder(number, rightSize);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const to = halves[(round & 1) as 0 | 1];
    const from = halves[(1 - (round & 1)) as 0 | 1];
    const bound = bounds[(round & 1) as 0 | 1];
    for (let k = 0; k < open.length; k++) {
      const space = spaces[open[k] as number] as number;
      words[WORDS_PER_BLOCK * k] = MIX_DOMAIN;
      words[WORDS_PER_BLOCK * k + 1] = FIRST_TWEAK + space * TWEAKS_PER_SPACE + round;
      words[WORDS_PER_BLOCK * k + 2] = from[k] as number;
    }
    const { buffer, byteOffset, byteLength } = blocks(input);
    const mixed = new Uint32Array(buffer, byteOffset, byteLength / 4);
    for (let k = 0; k < open.length; k++) {
      const low = mixed[WORDS_PER_BLOCK * k] as number;
      const high = (mixed[WORDS_PER_BLOCK * k + 1] as number) & 0xffff;
      to[k] = remainder((to[k] as number) + high * TWO_32 + low, bound[k] as number);
    }
  }
  for (let k = 0; k < open.length; k++) {
    const left = halves[0][k] as number;
    numbers[open[k] as number] = left * (bounds[1][k] as number) + (halves[1][k] as number);
  }
}
