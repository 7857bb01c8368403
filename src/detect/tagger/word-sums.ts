// Rows of weights to be added for each token: those of features, and sums kept ready for what a word
// gives to itself and its neighbours whatever stands around it. Text repeats its words: their sums are
// worked out once and kept, a fixed number of them. All rows lie in one array.

import { edgeFeature, formFeature, type Notes, noteToken, ownFeatures, REACH } from "./features.ts";
import { FORM_COUNT } from "./forms.ts";
import { spread } from "./hash.ts";
import type { HashIndex } from "./hash-index.ts";
import type { Lexicon } from "./lexicon.ts";
import { LANES, packWeights, sumRows } from "./packed.ts";
import type { Tokens } from "./tokens.ts";

/** Words kept: a newer one takes the place of an older one with the same place. */
const KEPT = 32_768;
const OFFSETS = 2 * REACH + 1;
const MOST_OWN = 16;
/** Numbers kept per word; a power of two, so that they lie together. */
const FACTS = 8;
/** Stands for a place that is free: no token has this shape. */
const NO_SHAPE = -1;
/** Words that are needed together. A word whose place one of them has gets a spare one. */
const WINDOW = 8;

/** Finds the rows to add. */
export class WordSums {
  /** Packed weights: of features, then of forms and edges, then of kept words. */
  readonly rows: Int32Array;
  readonly #lexicon: Lexicon;
  readonly #index: HashIndex;
  readonly #forms: number;
  readonly #places: number;
  /** Per place, `FACTS` numbers: what the word in it is, and what the lexicon says of it. */
  readonly #facts = new Int32Array((KEPT + WINDOW) * FACTS).fill(NO_SHAPE);
  readonly #features = new Int32Array(MOST_OWN);
  readonly #from = new Int32Array(MOST_OWN);
  /** Places of the last words, which their neighbours still need. */
  readonly #recent = new Int32Array(WINDOW);

  /** `weights` of `featureCount` features, which `index` numbers. */
  constructor(lexicon: Lexicon, index: HashIndex, weights: Int8Array, featureCount: number) {
    this.#lexicon = lexicon;
    this.#index = index;
    this.#forms = featureCount * LANES;
    this.#places = this.#forms + (FORM_COUNT + 1) * OFFSETS * LANES;
    this.rows = new Int32Array(this.#places + (KEPT + WINDOW) * OFFSETS * LANES);
    packWeights(weights, featureCount, this.rows);
    for (let offset = -REACH; offset <= REACH; offset++) {
      for (let form = 0; form < FORM_COUNT; form++) {
        this.#setRow(formFeature(offset, form), this.formRow(form, offset));
      }
      this.#setRow(edgeFeature(offset), this.edgeRow(offset));
    }
  }

  /** Write the sum of the rows of the first `count` of `#features` as the row at `to`. */
  #addFeatures(count: number, to: number): void {
    let n = 0;
    for (let k = 0; k < count; k++) {
      const row = this.featureRow(this.#features[k] as number);
      if (row >= 0) this.#from[n++] = row;
    }
    sumRows(this.rows, this.#from, n, to);
  }

  #setRow(feature: number, to: number): void {
    this.#features[0] = feature;
    this.#addFeatures(1, to);
  }

  /** Where the row of a feature begins, negative when it has none. */
  featureRow(feature: number): number {
    return this.#index.find(feature) * LANES;
  }

  /** Row of what a form gives to the token `offset` before it. */
  formRow(form: number, offset: number): number {
    return this.#forms + (form * OFFSETS + offset + REACH) * LANES;
  }

  /** Row of what the edge of the text gives. */
  edgeRow(offset: number): number {
    return this.formRow(FORM_COUNT, offset);
  }

  /** Row of what the word in a place gives to the token `offset` before it. */
  placeRow(place: number, offset: number): number {
    return this.#places + (place * OFFSETS + offset + REACH) * LANES;
  }

  /**
   * Fill in the notes of token `i`, the one behind the last; the place of its word, good until
   * `WINDOW` tokens later.
   */
  place(tokens: Tokens, notes: Notes, i: number): number {
    const word = tokens.word[i] as number;
    const shape = tokens.shape[i] as number;
    const ends = tokens.ends4[i] as number;
    const facts = this.#facts;
    let at = spread(word + shape) & (KEPT - 1);
    let fact = at * FACTS;
    if (facts[fact] !== word || facts[fact + 1] !== shape || facts[fact + 2] !== ends) {
      if (this.#recent.includes(at)) at = KEPT + (i & (WINDOW - 1));
      fact = at * FACTS;
      this.#fill(at, tokens, notes, i);
    }
    this.#recent[i & (WINDOW - 1)] = at;
    notes.fine[i] = facts[fact + 3] as number;
    notes.coarse[i] = facts[fact + 4] as number;
    notes.lists[i] = facts[fact + 5] as number;
    return at;
  }

  #fill(at: number, tokens: Tokens, notes: Notes, i: number): void {
    noteToken(tokens, notes, i, this.#lexicon);
    const facts = this.#facts;
    const fact = at * FACTS;
    facts[fact] = tokens.word[i] as number;
    facts[fact + 1] = tokens.shape[i] as number;
    facts[fact + 2] = tokens.ends4[i] as number;
    facts[fact + 3] = notes.fine[i] as number;
    facts[fact + 4] = notes.coarse[i] as number;
    facts[fact + 5] = notes.lists[i] as number;
    for (let offset = -REACH; offset <= REACH; offset++) {
      const count = ownFeatures(tokens, notes, i, offset, this.#features, 0);
      this.#addFeatures(count, this.placeRow(at, offset));
    }
  }
}
