// The features of each token: hashes of what it is and how it is written, of the same for its neighbours, and of
// combinations. Training and tagging share this file, so that both see the same.

import { addToHash, spread } from "./hash.ts";
import type { Lexicon } from "./lexicon.ts";
import { SHAPE, type Tokens } from "./tokens.ts";

/** Most features of one token. */
export const MAX_FEATURES = 64;

/** Neighbours that count, on each side. */
export const REACH = 2;

/** Bits of a feature's hash that a model keeps. */
export const FEATURE_BITS = 26;

/** What is known of each token besides its `Tokens`. */
export type Notes = ReturnType<typeof makeNotes>;

/** First classes of numbers (by length) and of signs; those of words come before. */
const NUMBER_CLASS = 4000;
const SIGN_CLASS = 5000;
/** Class where there is no token. */
const NO_CLASS = 6001;
const NO_SHAPE = 31;
/** Treats all numbers as one shape, where shapes are combined with much else. */
const wide = (shape: number) => (shape > SHAPE.number ? SHAPE.number : shape);

/** Working arrays for the notes of `size` tokens. */
export function makeNotes(size: number) {
  return {
    /** Fine class of the word. */
    fine: new Int32Array(size),
    coarse: new Int32Array(size),
    /** Lists it is on, as bits. */
    lists: new Int32Array(size),
    /** As `fillForms` writes it. */
    form: new Int32Array(size),
    /** As `fillListed` writes it; only where characters are tokens. */
    listed: new Int32Array(size),
  };
}

/** Fill in what `lexicon` knows of token `i`. */
export function noteToken(tokens: Tokens, notes: Notes, i: number, lexicon: Lexicon): void {
  const { fine, coarse, lists } = notes;
  const shape = tokens.shape[i] as number;
  const word = tokens.word[i] as number;
  if (shape >= SHAPE.number || shape === SHAPE.sign) {
    const own = shape === SHAPE.sign ? SIGN_CLASS + (word & 0xff) : NUMBER_CLASS + shape;
    fine[i] = own;
    coarse[i] = own;
    lists[i] = 0;
    return;
  }
  const at = lexicon.find(word);
  if (at < 0) {
    fine[i] = 0;
    coarse[i] = 0;
    lists[i] = 0;
    return;
  }
  const own = lexicon.fineOf(at);
  fine[i] = own;
  coarse[i] = lexicon.coarseOf(own);
  lists[i] = lexicon.listsOf(at);
}

function feature(kind: number, value: number): number {
  return spread(addToHash(Math.imul(kind + 1, 0x9e3779b1), value)) >>> (32 - FEATURE_BITS);
}

function joint(kind: number, a: number, b: number): number {
  return feature(kind, addToHash(Math.imul(a, 0x85ebca6b), b));
}

/** Numbers of feature kinds reserved for each neighbour's offset. */
const PER_OFFSET = 8;
const kindAt = (offset: number, kind: number) => (offset + REACH) * PER_OFFSET + kind;

/** The feature of a missing token `i + offset`, beyond the text's edge. */
export function edgeFeature(offset: number): number {
  return feature(kindAt(offset, 0), 1);
}

/** The feature of a form `offset` tokens away. */
export function formFeature(offset: number, form: number): number {
  return feature(kindAt(offset, 3), form);
}

/** Features that token `j` alone gives to the token `offset` before it. Written to `out` from `n` on; returns the end. */
export function ownFeatures(
  tokens: Tokens,
  notes: Notes,
  j: number,
  offset: number,
  out: Int32Array,
  n: number,
): number {
  const at = wordFeatures(tokens, notes, j, offset, out, n);
  return offset === 0 ? spellingFeatures(tokens, j, out, at) : at;
}

/** Those of `ownFeatures` that show what the token is. */
export function wordFeatures(
  tokens: Tokens,
  notes: Notes,
  j: number,
  offset: number,
  out: Int32Array,
  n: number,
): number {
  const shape = tokens.shape[j] as number;
  let at = n;
  out[at++] = feature(kindAt(offset, 0), tokens.word[j] as number);
  out[at++] = feature(kindAt(offset, 1), notes.fine[j] as number);
  out[at++] = feature(kindAt(offset, 2), notes.coarse[j] as number);
  out[at++] = feature(kindAt(offset, 4), (notes.lists[j] as number) * 8 + wide(shape));
  return at;
}

/** Those of token `j` itself that show how it begins and ends. */
export function spellingFeatures(tokens: Tokens, j: number, out: Int32Array, n: number): number {
  const shape = tokens.shape[j] as number;
  let at = n;
  out[at++] = feature(40, tokens.begins3[j] as number);
  out[at++] = feature(41, tokens.ends2[j] as number);
  out[at++] = feature(42, tokens.ends3[j] as number);
  out[at++] = feature(43, tokens.ends4[j] as number);
  out[at++] = joint(46, tokens.word[j] as number, shape);
  out[at++] = joint(60, tokens.ends3[j] as number, shape);
  return at;
}

/** The feature of the listed notes (`fillListed`) of the previous token and its own, where characters are tokens. */
export function listedFeature(last: number, own: number): number {
  return joint(48, last, own);
}

/** The feature of its own listed note and the next token's. */
export function listedNextFeature(own: number, next: number): number {
  return joint(49, own, next);
}

/** The listed note of token `i` (`fillListed`); 0 beyond the text. */
export function listedAt({ listed }: Notes, count: number, i: number): number {
  return i < 0 || i >= count ? 0 : (listed[i] as number);
}

/**
 * Features of token `i` combined with its neighbours. Written to `out` from `n` on; returns the end. No pairs of words: on
 * unseen sources they showed nothing that classes of words do not.
 */
export function jointFeatures(
  tokens: Tokens,
  notes: Notes,
  i: number,
  out: Int32Array,
  n: number,
): number {
  const { count, shape } = tokens;
  const { fine, coarse, lists, form } = notes;
  const hasLast = i > 0;
  const hasNext = i + 1 < count;
  const s = shape[i] as number;
  const l = lists[i] as number;
  const sWide = wide(s);
  const classed = (coarse[i] as number) * 16 + sWide;
  const sLast = hasLast ? (shape[i - 1] as number) : NO_SHAPE;
  const sNext = hasNext ? (shape[i + 1] as number) : NO_SHAPE;
  const cLast = hasLast ? (coarse[i - 1] as number) : NO_CLASS;
  const cNext = hasNext ? (coarse[i + 1] as number) : NO_CLASS;
  const lLast = hasLast ? (lists[i - 1] as number) : 0;
  const lNext = hasNext ? (lists[i + 1] as number) : 0;
  let at = n;
  out[at++] = joint(44, form[i] as number, tokens.gap[i] as number);
  out[at++] = joint(45, fine[i] as number, form[i] as number);
  out[at++] = joint(54, cLast, classed);
  out[at++] = joint(55, cNext, classed);
  out[at++] = joint(56, cLast, cNext * 16 + sWide);
  out[at++] = joint(58, lLast * 256 + l, sLast * 16 + s);
  out[at++] = joint(59, l * 256 + lNext, s * 16 + sNext);
  if (tokens.hasLanguages) {
    const language = tokens.language[i] as number;
    out[at++] = joint(61, language, form[i] as number);
    // The shape of a character is its script, to which its language adds nothing.
    if (!tokens.byCharacter) out[at++] = joint(62, language, l * 16 + s);
    out[at++] = joint(63, language, tokens.byCharacter ? (tokens.word[i] as number) : classed);
  }
  return at;
}

/** Writes all features of token `i` to `out`; returns their number. */
export function featuresOf(tokens: Tokens, notes: Notes, i: number, out: Int32Array): number {
  let n = 0;
  for (let offset = -REACH; offset <= REACH; offset++) {
    const j = i + offset;
    if (j < 0 || j >= tokens.count) {
      out[n++] = edgeFeature(offset);
      continue;
    }
    n = ownFeatures(tokens, notes, j, offset, out, n);
    out[n++] = formFeature(offset, notes.form[j] as number);
  }
  if (tokens.byCharacter) {
    const own = listedAt(notes, tokens.count, i);
    out[n++] = listedFeature(listedAt(notes, tokens.count, i - 1), own);
    out[n++] = listedNextFeature(own, listedAt(notes, tokens.count, i + 1));
  }
  return jointFeatures(tokens, notes, i, out, n);
}
