// What is known of words: their class (words used alike share one) and the lists they stand on.

import { spread } from "./hash.ts";
import { HashIndex } from "./hash-index.ts";

/** Bits of a word's hash that the lexicon keeps: a word it does not know is taken for one of its own about once in a hundred. */
const KEY_BITS = 24;

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

/** The lexicon's key of a word's hash. */
export function lexiconKey(word: number): number {
  return spread(word) >>> (32 - KEY_BITS);
}

/** Looks words up. */
export class Lexicon {
  readonly data: LexiconData;
  readonly #index: HashIndex;

  constructor(data: LexiconData) {
    this.data = data;
    this.#index = new HashIndex(data.keys);
  }

  /** Where the word with this hash is, -1 when it is unknown. */
  find(word: number): number {
    return this.#index.find(lexiconKey(word));
  }
}
