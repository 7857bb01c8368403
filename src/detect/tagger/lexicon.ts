// What is known of words: their class (words used alike share one) and the lists they stand on.

import { BUCKET_BITS, BUCKETS, bucketOf, type Placement, slotOf, spread } from "./hash.ts";

/** Bits of a word's hash that the lexicon keeps: a word it does not know is taken for one of its own about once in a hundred. */
const KEY_BITS = 24;

/** Where the keys of words lie. */
export const WORD_PLACEMENT: Placement = { hashBits: KEY_BITS, slots: 2 ** 18 };

/** Words by the key of their hash, each with its class and lists. */
export interface LexiconData {
  /** Sorted, without repetition. */
  readonly keys: Int32Array;
  /** Fine class; 0: none. */
  readonly classes: Uint16Array;
  /** Lists as bits. */
  readonly lists: Uint8Array;
  /** Coarse class of each fine class. */
  readonly coarse: Uint8Array;
}

/** The same, by slot. */
export interface PlacedWords {
  /** By bucket. */
  readonly moves: Uint16Array;
  /** Bucket of the key, and the lists above its bits. A free slot is 0: a word on no list. */
  readonly words: Int32Array;
  readonly classes: Uint16Array;
  readonly coarse: Uint8Array;
}

/** The lexicon's key of a word's hash. */
export function lexiconKey(word: number): number {
  return spread(word) >>> (32 - KEY_BITS);
}

/** Looks words up. */
export class Lexicon {
  readonly #placed: PlacedWords;

  constructor(placed: PlacedWords) {
    this.#placed = placed;
  }

  /** Where the word with this hash is, -1 when it is unknown. */
  find(word: number): number {
    const { moves, words } = this.#placed;
    const key = lexiconKey(word);
    const bucket = bucketOf(key, WORD_PLACEMENT);
    const slot = slotOf(key, moves[bucket] as number, WORD_PLACEMENT);
    return ((words[slot] as number) & (BUCKETS - 1)) === bucket ? slot : -1;
  }

  /** Fine class of the word in a slot; 0: none. */
  fineOf(slot: number): number {
    return this.#placed.classes[slot] as number;
  }

  /** Coarse class of a fine one. */
  coarseOf(fine: number): number {
    return this.#placed.coarse[fine] as number;
  }

  /** Lists of the word in a slot, as bits. */
  listsOf(slot: number): number {
    return (this.#placed.words[slot] as number) >>> BUCKET_BITS;
  }
}
