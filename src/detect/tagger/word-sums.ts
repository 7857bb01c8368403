// Sums of weights for each token: those of its features, and cached sums of what a word adds to itself and its neighbours in
// any context. Texts repeat their words, so these are computed once and cached, for a fixed number of words.

import {
  edgeFeature,
  formFeature,
  jointFeatures,
  listedAt,
  listedFeature,
  listedNextFeature,
  MAX_FEATURES,
  type Notes,
  noteToken,
  ownFeatures,
  REACH,
  spellingFeatures,
  wordFeatures,
} from "./features.ts";
import { FORM_COUNT } from "./forms.ts";
import { spread } from "./hash.ts";
import type { Lexicon } from "./lexicon.ts";
import { fillListed, LISTED_COUNT } from "./listed.ts";
import { addFeatures, type FeatureRows, LANES, unpackLanes } from "./packed.ts";
import type { Tokens } from "./tokens.ts";

/** Cached words: a newer word replaces an older one with the same place. */
const KEPT = 32_768;
const OFFSETS = 2 * REACH + 1;
/** Where the sums begin in a cached word's record, `LANES` for each offset; its key and notes come first. */
const SUMS = 6;
/** Numbers per cached word. */
const RECORD = SUMS + OFFSETS * LANES;
/** Marks a free place: no token has this shape. */
const NO_SHAPE = -1;
/** Words needed at the same time. A word whose place one of them has gets a spare one. */
const WINDOW = 8;

/** Adds up the weights of tokens. */
export class WordSums {
  readonly #lexicon: Lexicon;
  readonly #rows: FeatureRows;
  /** Sums of each form, then of a text's edge, by offset. */
  readonly #forms = new Int32Array((FORM_COUNT + 1) * OFFSETS * LANES);
  /** Sums of pairs of listed notes; null until a text without blanks is read. */
  #listed: Int32Array | null = null;
  readonly #kept = new Int32Array((KEPT + WINDOW) * RECORD);
  readonly #features = new Int32Array(MAX_FEATURES);
  readonly #lanes = new Int32Array(LANES);
  /** Places of the latest words, which their neighbours still need. */
  readonly #recent = new Int32Array(WINDOW);

  constructor(lexicon: Lexicon, rows: FeatureRows) {
    this.#lexicon = lexicon;
    this.#rows = rows;
    for (let place = 0; place < KEPT + WINDOW; place++) this.#kept[place * RECORD + 2] = NO_SHAPE;
    for (let offset = -REACH; offset <= REACH; offset++) {
      for (let form = 0; form < FORM_COUNT; form++) {
        this.#addFeature(formFeature(offset, form), this.#forms, formRow(form, offset));
      }
      this.#addFeature(edgeFeature(offset), this.#forms, formRow(EDGE, offset));
    }
  }

  #addFeature(feature: number, sums: Int32Array, to: number): void {
    this.#features[0] = feature;
    addFeatures(this.#rows, this.#features, 1, sums, to);
  }

  /** Fill in the listed notes, where characters are tokens. */
  noteListed(tokens: Tokens, { listed }: Notes): void {
    if (tokens.byCharacter) fillListed(tokens, listed, this.#lexicon);
  }

  /**
   * Fill in the notes of token `i`, the one after the last call's; returns the place of its word, valid until `WINDOW`
   * tokens later.
   */
  place(tokens: Tokens, notes: Notes, i: number): number {
    const word = tokens.word[i] as number;
    const shape = tokens.shape[i] as number;
    const kept = this.#kept;
    let place = spread(word + shape) & (KEPT - 1);
    let at = place * RECORD;
    // A character's spelling features depend on its neighbours, so they are not cached.
    const isSpelt = tokens.byCharacter || kept[at + 1] === tokens.ends4[i];
    if (kept[at] !== word || !isSpelt || kept[at + 2] !== shape) {
      if (this.#recent.includes(place)) place = KEPT + (i & (WINDOW - 1));
      at = place * RECORD;
      this.#fill(at, tokens, notes, i);
    }
    this.#recent[i & (WINDOW - 1)] = place;
    notes.fine[i] = kept[at + 3] as number;
    notes.coarse[i] = kept[at + 4] as number;
    notes.lists[i] = kept[at + 5] as number;
    return place;
  }

  #fill(at: number, tokens: Tokens, notes: Notes, i: number): void {
    noteToken(tokens, notes, i, this.#lexicon);
    const kept = this.#kept;
    kept[at] = tokens.word[i] as number;
    kept[at + 1] = tokens.ends4[i] as number;
    kept[at + 2] = tokens.shape[i] as number;
    kept[at + 3] = notes.fine[i] as number;
    kept[at + 4] = notes.coarse[i] as number;
    kept[at + 5] = notes.lists[i] as number;
    kept.fill(0, at + SUMS, at + SUMS + OFFSETS * LANES);
    for (let offset = -REACH; offset <= REACH; offset++) {
      const own = tokens.byCharacter ? wordFeatures : ownFeatures;
      const count = own(tokens, notes, i, offset, this.#features, 0);
      addFeatures(this.#rows, this.#features, count, kept, at + SUMS + (offset + REACH) * LANES);
    }
  }

  /** Write the sums of token `i`, one per tag, to `out` at `to`, without joint features. `places` come from `place`. */
  sum(tokens: Tokens, notes: Notes, places: Int32Array, i: number, out: Int32Array, to: number) {
    this.#addNeighbours(tokens.count, notes.form, places, i);
    if (tokens.byCharacter) {
      this.#addListed(tokens.count, notes, i);
      const count = spellingFeatures(tokens, i, this.#features, 0);
      addFeatures(this.#rows, this.#features, count, this.#lanes, 0);
    }
    unpackLanes(this.#lanes, out, to);
  }

  /** Write the sums including joint features; `sum` was called for this token just before. */
  sumJoint(tokens: Tokens, notes: Notes, i: number, out: Int32Array, to: number): void {
    const count = jointFeatures(tokens, notes, i, this.#features, 0);
    addFeatures(this.#rows, this.#features, count, this.#lanes, 0);
    unpackLanes(this.#lanes, out, to);
  }

  /** Add what the listed notes around token `i` contribute to it. */
  #addListed(count: number, notes: Notes, i: number): void {
    this.#listed ??= this.#sumsOfListed();
    const own = listedAt(notes, count, i);
    const last = (listedAt(notes, count, i - 1) * LISTED_COUNT + own) * LANES;
    const next = listedNextRow(own, listedAt(notes, count, i + 1)) * LANES;
    for (let lane = 0; lane < LANES; lane++) {
      this.#lanes[lane] =
        (this.#lanes[lane] as number) +
        (this.#listed[last + lane] as number) +
        (this.#listed[next + lane] as number);
    }
  }

  #sumsOfListed(): Int32Array {
    const sums = new Int32Array(2 * LISTED_COUNT * LISTED_COUNT * LANES);
    for (let a = 0; a < LISTED_COUNT; a++) {
      for (let b = 0; b < LISTED_COUNT; b++) {
        this.#addFeature(listedFeature(a, b), sums, (a * LISTED_COUNT + b) * LANES);
        this.#addFeature(listedNextFeature(a, b), sums, listedNextRow(a, b) * LANES);
      }
    }
    return sums;
  }

  /** Set the lanes to what token `i` and its neighbours contribute to it by their words and forms. */
  #addNeighbours(count: number, form: Int32Array, places: Int32Array, i: number): void {
    const kept = this.#kept;
    const forms = this.#forms;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    for (let offset = -REACH; offset <= REACH; offset++) {
      const j = i + offset;
      const isThere = j >= 0 && j < count;
      const row = formRow(isThere ? (form[j] as number) : EDGE, offset);
      a += forms[row] as number;
      b += forms[row + 1] as number;
      c += forms[row + 2] as number;
      d += forms[row + 3] as number;
      e += forms[row + 4] as number;
      f += forms[row + 5] as number;
      if (!isThere) continue;
      const at = (places[j] as number) * RECORD + SUMS + (offset + REACH) * LANES;
      a += kept[at] as number;
      b += kept[at + 1] as number;
      c += kept[at + 2] as number;
      d += kept[at + 3] as number;
      e += kept[at + 4] as number;
      f += kept[at + 5] as number;
    }
    const lanes = this.#lanes;
    lanes[0] = a;
    lanes[1] = b;
    lanes[2] = c;
    lanes[3] = d;
    lanes[4] = e;
    lanes[5] = f;
  }
}

const EDGE = FORM_COUNT;

/** Row of a token's listed note and the next token's; the rows of a token's and the previous one's come first. */
function listedNextRow(own: number, next: number): number {
  return (LISTED_COUNT + own) * LISTED_COUNT + next;
}

/** Index of the sums that a form contributes to the token `offset` before it. */
function formRow(form: number, offset: number): number {
  return (form * OFFSETS + offset + REACH) * LANES;
}
