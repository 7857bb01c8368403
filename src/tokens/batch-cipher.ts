// Ids enciphered and deciphered before they are asked for, a whole batch together: one call of the platform
// for each round instead of an AES for each id and round. The same network as in cipher.ts, which says what
// it is; whatever was not foreseen goes there.

import { aesBlocks, type Blocks } from "../platform/aes-blocks.ts";
import {
  cipherLike,
  MAX_TOKEN_ID,
  ROUNDS,
  type TokenCipher,
  tokenCipher,
} from "./cipher/cipher.ts";
import { type Places, permutedAll } from "./cipher/permutation.ts";
import { readIds } from "./makers.ts";
import { findTokens } from "./reading/find-tokens.ts";

const TWO_32 = 2 ** 32;
const TWO_40 = MAX_TOKEN_ID + 1;
const WORDS_PER_BLOCK = 4;
/** Fewer are done one by one: that takes as long, and node:crypto need not be there. */
const MIN_AHEAD = 32;
/** Letters of prose that have about as many places where a token could begin. */
const MIN_LETTERS = 4_096;
/** How far the next answer is looked for: a text may be read by several forms, and not by all each time. */
const REACH = 4;

/** The cipher of a namespace, alone or with work done ahead. */
export interface BatchCipher {
  readonly cipher: TokenCipher;
  /** The same cipher, with these ids enciphered; quick when they are asked for in this order. */
  forIds(ids: readonly number[]): Promise<TokenCipher>;
  /** The same cipher, with the numbers at these places worked out; quick when they are asked for in this order. */
  forPlaces(asked: Places): Promise<TokenCipher>;
  /** The same cipher, with what these texts carry as a whole deciphered; quick when read in this order. */
  forTexts(texts: readonly string[]): Promise<TokenCipher>;
  /**
   * Of each text whether findTokens is known to find nothing in it. Empty where there is too little to decipher for
   * one call: a text that is not known to have no tokens may have none either.
   */
  withoutTokens(texts: readonly string[]): Promise<readonly boolean[]>;
}

/** Cipher for a namespace's 16-byte token key. Where `load` gives no blocks, ids go one by one. */
export function aheadCipher(
  key: Uint8Array,
  load: (key: Uint8Array) => Promise<Blocks | null> = aesBlocks,
): BatchCipher {
  const cipher = tokenCipher(key);
  let known: Blocks | null | undefined;
  // Never the promise: it belongs to the request that asked, and does not settle for others when that is gone.
  const ready = async (): Promise<Blocks | null> => {
    const blocks = known === undefined ? await load(key) : known;
    known = blocks;
    return blocks;
  };
  return {
    cipher,
    async forIds(ids) {
      const blocks = ids.length < MIN_AHEAD ? null : await ready();
      return blocks === null ? cipher : withIds(cipher, blocks, ids);
    },
    async forPlaces(asked) {
      const blocks = asked.places.length < MIN_AHEAD ? null : await ready();
      return blocks === null ? cipher : withNumbers(cipher, blocks, asked);
    },
    async forTexts(texts) {
      if (texts.length < MIN_AHEAD) return cipher;
      const noted = new Noted(cipher);
      for (const text of texts) readIds(noted.cipher, text);
      const blocks = noted.high.length < MIN_AHEAD ? null : await ready();
      return blocks === null ? cipher : withHalves(cipher, blocks, noted);
    },
    async withoutTokens(texts) {
      if (lettersIn(texts) < MIN_LETTERS) return NOT_KNOWN;
      const noted = new Noted(cipher);
      // A search that finds nothing deciphers the same whatever the answers to it were.
      const ends = texts.map((text) => {
        findTokens(noted.cipher, text);
        return noted.high.length;
      });
      const blocks = noted.high.length < MIN_AHEAD ? null : await ready();
      return blocks === null ? NOT_KNOWN : areWithoutIds(ends, deciphered(blocks, noted));
    },
  };
}

function withIds(cipher: TokenCipher, blocks: Blocks, ids: readonly number[]): TokenCipher {
  const left = Float64Array.from(ids);
  const right = new Float64Array(ids.length);
  const network = new Network(blocks, ids.length);
  for (let round = 0; round < ROUNDS; round++) {
    network.run(round, right);
    network.add(left, right);
  }
  let at = 0;
  return cipherLike(cipher, {
    encipher(id) {
      for (let i = at; i < at + REACH; i++) {
        if (ids[i] !== id) continue;
        at = i;
        return [left[i] as number, right[i] as number];
      }
      return cipher.encipher(id);
    },
  });
}

function withNumbers(cipher: TokenCipher, blocks: Blocks, asked: Places): TokenCipher {
  const { spaces, sizes, places } = asked;
  const numbers = permutedAll(blocks, asked);
  let at = 0;
  return cipherLike(cipher, {
    numberAt(space, size, place) {
      for (let i = at; i < at + REACH; i++) {
        if (places[i] !== place || spaces[i] !== space || sizes[i] !== size) continue;
        at = i;
        return numbers[i] as number;
      }
      return null;
    },
  });
}

/** Pairs of halves, column by column. */
interface Halves {
  readonly high: readonly number[];
  readonly low: readonly number[];
}

function lettersIn(texts: readonly string[]): number {
  let letters = 0;
  for (const text of texts) letters += text.length;
  return letters;
}

const NOT_KNOWN: readonly boolean[] = [];

/** Notes what its cipher is asked to decipher, and deciphers nothing. */
class Noted implements Halves {
  readonly high: number[] = [];
  readonly low: number[] = [];
  readonly cipher: TokenCipher;

  constructor(cipher: TokenCipher) {
    this.cipher = cipherLike(cipher, {
      decipher: (high, low) => {
        this.high.push(high);
        this.low.push(low);
        return null;
      },
    });
  }
}

/** What the network makes of each pair on the way back: an id where `right` is 0. */
function deciphered(
  blocks: Blocks,
  { high, low }: Halves,
): { left: Float64Array; right: Float64Array } {
  const left = Float64Array.from(high);
  const right = Float64Array.from(low);
  const network = new Network(blocks, high.length);
  for (let round = ROUNDS - 1; round >= 0; round--) {
    network.run(round, left);
    network.subtract(left, right);
  }
  return { left, right };
}

/** Of each text whether its pairs, up to its end, are no ids. */
function areWithoutIds(
  ends: readonly number[],
  { right }: { readonly right: Float64Array },
): boolean[] {
  let at = 0;
  return ends.map((end) => {
    while (at < end && right[at] !== 0) at++;
    const hasNone = at === end;
    at = end;
    return hasNone;
  });
}

function withHalves(cipher: TokenCipher, blocks: Blocks, halves: Halves): TokenCipher {
  const { high, low } = halves;
  const { left, right } = deciphered(blocks, halves);
  let at = 0;
  return cipherLike(cipher, {
    decipher(a, b) {
      for (let i = at; i < at + REACH; i++) {
        if (high[i] !== a || low[i] !== b) continue;
        at = i;
        return right[i] === 0 ? (left[i] as number) : null;
      }
      return cipher.decipher(a, b);
    },
  });
}

/** The round function of cipher.ts for many halves: 40 bits of AES of the round's number and the half. */
class Network {
  readonly #blocks: Blocks;
  readonly #words: Uint32Array<ArrayBuffer>;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #results: Uint32Array;

  constructor(blocks: Blocks, count: number) {
    this.#blocks = blocks;
    this.#words = new Uint32Array(WORDS_PER_BLOCK * count);
    this.#results = this.#words;
    this.#bytes = new Uint8Array(this.#words.buffer);
  }

  run(round: number, halves: Float64Array): void {
    const words = this.#words;
    for (let i = 0; i < halves.length; i++) {
      const half = halves[i] as number;
      words[WORDS_PER_BLOCK * i] = round;
      words[WORDS_PER_BLOCK * i + 1] = half / TWO_32;
      words[WORDS_PER_BLOCK * i + 2] = half;
    }
    const { buffer, byteOffset, byteLength } = this.#blocks(this.#bytes);
    this.#results = new Uint32Array(buffer, byteOffset, byteLength / 4);
  }

  /** The end of a round on the way in. */
  add(left: Float64Array, right: Float64Array): void {
    for (let i = 0; i < left.length; i++) {
      const next = (left[i] as number) + this.#result(i);
      left[i] = right[i] as number;
      right[i] = next > MAX_TOKEN_ID ? next - TWO_40 : next;
    }
  }

  /** The end of a round on the way back. */
  subtract(left: Float64Array, right: Float64Array): void {
    for (let i = 0; i < left.length; i++) {
      const before = (right[i] as number) - this.#result(i);
      right[i] = left[i] as number;
      left[i] = before < 0 ? before + TWO_40 : before;
    }
  }

  #result(i: number): number {
    const low = this.#results[WORDS_PER_BLOCK * i] as number;
    const high = this.#results[WORDS_PER_BLOCK * i + 1] as number;
    return (high & 0xff) * TWO_32 + low;
  }
}
