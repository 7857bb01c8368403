// Rows of weights to be added for each token: those of features, and sums kept ready for what a word
// gives to itself and its neighbours whatever stands around it. Text repeats its words: their sums are
// worked out once and kept, a fixed number of them. All rows lie in one array.

import { edgeFeature, formFeature, type Notes, noteToken, ownFeatures, REACH } from "./features.ts";
import { FORM_COUNT } from "./forms.ts";
import { spread } from "./hash.ts";
import type { HashIndex } from "./hash-index.ts";
import type { Lexicon } from "./lexicon.ts";
import { LANES, packWeights } from "./packed.ts";
import type { Tokens } from "./tokens.ts";

/** Words kept: a newer one takes the place of an older one with the same place. */
const KEPT = 32_768;
const OFFSETS = 2 * REACH + 1;
const MOST_OWN = 16;
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
  readonly #words = new Int32Array(KEPT + WINDOW);
  readonly #ends = new Int32Array(KEPT + WINDOW);
  readonly #shapes = new Int8Array(KEPT + WINDOW).fill(-1);
  readonly #fine = new Int32Array(KEPT + WINDOW);
  readonly #coarse = new Int32Array(KEPT + WINDOW);
  readonly #lists = new Int32Array(KEPT + WINDOW);
  readonly #features = new Int32Array(MOST_OWN);
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
        this.#addFeature(formFeature(offset, form), this.formRow(form, offset));
      }
      this.#addFeature(edgeFeature(offset), this.edgeRow(offset));
    }
  }

  #addFeature(feature: number, to: number): void {
    const from = this.featureRow(feature);
    if (from < 0) return;
    for (let lane = 0; lane < LANES; lane++) {
      this.rows[to + lane] = (this.rows[to + lane] as number) + (this.rows[from + lane] as number);
    }
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
    let at = spread(word + shape) & (KEPT - 1);
    const isKept =
      this.#words[at] === word && this.#shapes[at] === shape && this.#ends[at] === ends;
    if (!isKept) {
      if (this.#recent.includes(at)) at = KEPT + (i & (WINDOW - 1));
      this.#fill(at, tokens, notes, i);
    }
    this.#recent[i & (WINDOW - 1)] = at;
    notes.fine[i] = this.#fine[at] as number;
    notes.coarse[i] = this.#coarse[at] as number;
    notes.lists[i] = this.#lists[at] as number;
    return at;
  }

  #fill(at: number, tokens: Tokens, notes: Notes, i: number): void {
    noteToken(tokens, notes, i, this.#lexicon);
    this.#words[at] = tokens.word[i] as number;
    this.#shapes[at] = tokens.shape[i] as number;
    this.#ends[at] = tokens.ends4[i] as number;
    this.#fine[at] = notes.fine[i] as number;
    this.#coarse[at] = notes.coarse[i] as number;
    this.#lists[at] = notes.lists[i] as number;
    const first = this.placeRow(at, -REACH);
    this.rows.fill(0, first, first + OFFSETS * LANES);
    for (let offset = -REACH; offset <= REACH; offset++) {
      const count = ownFeatures(tokens, notes, i, offset, this.#features, 0);
      const to = this.placeRow(at, offset);
      for (let k = 0; k < count; k++) this.#addFeature(this.#features[k] as number, to);
    }
  }
}
