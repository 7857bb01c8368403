// What is known of words: their class (words used alike share one) and the lists they are on.

import { BUCKET_BITS, BUCKETS, bucketOf, type Placement, slotOf, spread } from "./hash.ts";

/** Bits of a word's hash that the lexicon keeps: about one unknown word in a hundred is mistaken for a known one. */
const KEY_BITS = 24;

/** Placement of the words' keys. */
export const WORD_PLACEMENT: Placement = { hashBits: KEY_BITS, slots: 2 ** 18 };

/** Words by the key of their hash, each with its class and lists. */
export interface LexiconData {
  /** Sorted, without duplicates. */
  readonly keys: Int32Array;
  /** Fine class; 0: none. */
  readonly classes: Uint16Array;
  /** Lists it is on, as bits. */
  readonly lists: Uint8Array;
  /** Coarse class of each fine class. */
  readonly coarse: Uint8Array;
}

/** The data of a lexicon, by slot. */
export interface PlacedWords {
  /** Number that moves the keys of each bucket. */
  readonly moves: Uint16Array;
  /** Bucket of the key, with the lists in the bits above. A free slot is 0: a word on no list. */
  readonly words: Int32Array;
  readonly classes: Uint16Array;
  readonly coarse: Uint8Array;
}

/** The lexicon's key of a word's hash. */
export function lexiconKey(word: number): number {
  return spread(word) >>> (32 - KEY_BITS);
}

/** Bits of the lists of names, as scripts/data/train/word-lists.ts numbers them. */
const GIVEN_NAME = 1;
const ANY_NAME = 3;

/** What the lexicon knows of words as names; words are given by their hash. */
export type NameWords = Pick<
  Lexicon,
  "find" | "isGivenName" | "isName" | "isOtherName" | "nameShare"
>;

/** Looks words up by their hash. */
export class Lexicon {
  readonly #placed: PlacedWords;
  #nameShares: Float32Array | null = null;

  constructor(placed: PlacedWords) {
    this.#placed = placed;
  }

  /** Slot of the word with this hash; -1 if it is unknown. */
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

  /** Whether the word is on the list of given names. */
  isGivenName(word: number): boolean {
    const slot = this.find(word);
    return slot >= 0 && (this.listsOf(slot) & GIVEN_NAME) !== 0;
  }

  /** Whether the word is on a list of given or family names. */
  isName(word: number): boolean {
    const slot = this.find(word);
    return slot >= 0 && (this.listsOf(slot) & ANY_NAME) !== 0;
  }

  /** Whether the word is on a list of anything but persons' names: places, words of organizations and streets, titles. */
  isOtherName(word: number): boolean {
    const slot = this.find(word);
    return slot >= 0 && (this.listsOf(slot) & ~ANY_NAME) !== 0;
  }

  /** Share of names among the words of its class, which are used like it; 0 if it has none. */
  nameShare(word: number): number {
    const slot = this.find(word);
    if (slot < 0 || this.fineOf(slot) === 0) return 0;
    this.#nameShares ??= sharesOfNames(this.#placed);
    return this.#nameShares[this.fineOf(slot)] as number;
  }
}

/** Share of names among the words of each fine class. */
function sharesOfNames({ words, classes, coarse }: PlacedWords): Float32Array {
  const all = new Float32Array(coarse.length);
  const names = new Float32Array(coarse.length);
  for (let slot = 0; slot < words.length; slot++) {
    const fine = classes[slot] as number;
    const isName = (((words[slot] as number) >>> BUCKET_BITS) & ANY_NAME) !== 0;
    all[fine] = (all[fine] as number) + 1;
    if (isName) names[fine] = (names[fine] as number) + 1;
  }
  return names.map((count, fine) => count / Math.max(1, all[fine] as number));
}
