// The features of each token: hashes of what it is, of its neighbours, and of both together.
// Used in training and in tagging alike, so that both see the same.

import { addToHash, spread } from "./hash.ts";
import type { Lexicon } from "./lexicon.ts";
import { GAP, SHAPE, type Tokens } from "./tokens.ts";

/** Features of one token at most. */
export const MAX_FEATURES = 64;

/** Bits of a feature's hash that a model keeps. */
export const FEATURE_BITS = 26;

/** What is looked up or worked out for each token before its features. */
export interface Notes {
  /** Fine class of the word. */
  readonly fine: Int32Array;
  readonly coarse: Int32Array;
  /** Lists it stands on, as bits. */
  readonly lists: Int32Array;
  /** How it is written, with what its line and the text around say about capitals. */
  readonly form: Int32Array;
}

const NUMBER_CLASS = 4000;
const SIGN_CLASS = 5000;

/** Look up what is known of each token. */
export function takeNotes(tokens: Tokens, lexicon: Lexicon): Notes {
  const { count, word, shape } = tokens;
  const fine = new Int32Array(count);
  const coarse = new Int32Array(count);
  const lists = new Int32Array(count);
  const { data } = lexicon;
  for (let i = 0; i < count; i++) {
    const kind = shape[i] as number;
    if (kind >= SHAPE.number) {
      fine[i] = NUMBER_CLASS + kind;
      coarse[i] = NUMBER_CLASS + kind;
    } else if (kind === SHAPE.sign) {
      fine[i] = SIGN_CLASS + ((word[i] as number) & 0xff);
      coarse[i] = SIGN_CLASS + ((word[i] as number) & 0xff);
    } else {
      const at = lexicon.find(word[i] as number);
      if (at < 0) continue;
      fine[i] = data.classes[at] as number;
      coarse[i] = data.coarse[fine[i] as number] as number;
      lists[i] = data.lists[at] as number;
    }
  }
  return { fine, coarse, lists, form: forms(tokens) };
}

/** Words on a line below which its capitals say nothing. */
const FEW_WORDS = 3;

/** 0: ordinary line; 1: no capitals; 2: nearly all words begin with one; 3: capitals only. */
function lineMode(words: number, titles: number, capitals: number): number {
  if (words < FEW_WORDS) return 4;
  if (titles + capitals === 0) return 1;
  if (capitals * 10 >= words * 7) return 3;
  return (titles + capitals) * 10 >= words * 7 ? 2 : 0;
}

const SEEN_LOWER = 1;
const SEEN_CAPITAL = 2;
const OTHER_FORM = 8;
const FIRST = 16;

/** Whether a token is a word, not a number or a sign. */
function isWord(shape: number): boolean {
  return shape !== SHAPE.sign && shape < SHAPE.number;
}

function forms(tokens: Tokens): Int32Array {
  const { count, shape, word } = tokens;
  const form = new Int32Array(count);
  markLines(tokens, form);
  const seen = formsSeen(tokens, form);
  const mask = seen.length - 1;
  for (let i = 0; i < count; i++) {
    const kind = shape[i] as number;
    if (!isWord(kind)) continue;
    const bits = seen[spread(word[i] as number) & mask] as number;
    const other = bits & (kind === SHAPE.lower ? SEEN_CAPITAL : SEEN_LOWER);
    form[i] = (form[i] as number) | (other ? OTHER_FORM : 0) | (isFirst(tokens, i) ? FIRST : 0);
  }
  return form;
}

/** By the hash of a word: whether the text has it in lower case, and with a capital that says something. */
function formsSeen(tokens: Tokens, form: Int32Array): Uint8Array {
  const { count, shape, word } = tokens;
  let size = 64;
  while (size < count * 8 && size < 1 << 20) size *= 2;
  const seen = new Uint8Array(size);
  for (let i = 0; i < count; i++) {
    const kind = shape[i] as number;
    if (!isWord(kind)) continue;
    const at = spread(word[i] as number) & (size - 1);
    if (kind === SHAPE.lower) seen[at] = (seen[at] as number) | SEEN_LOWER;
    else if (((form[i] as number) & 7) === 0 && !isFirst(tokens, i)) {
      seen[at] = (seen[at] as number) | SEEN_CAPITAL;
    }
  }
  return seen;
}

function markLines(tokens: Tokens, form: Int32Array): void {
  let from = 0;
  for (let i = 1; i <= tokens.count; i++) {
    if (i < tokens.count && (tokens.gap[i] as number) < GAP.newline) continue;
    markLine(tokens, form, from, i);
    from = i;
  }
}

function markLine(tokens: Tokens, form: Int32Array, from: number, to: number): void {
  const { shape } = tokens;
  let words = 0;
  let titles = 0;
  let capitals = 0;
  for (let i = from; i < to; i++) {
    const kind = shape[i] as number;
    if (!isWord(kind)) continue;
    words++;
    if (kind === SHAPE.title || kind === SHAPE.mixed) titles++;
    else if (kind !== SHAPE.lower) capitals++;
  }
  const mode = lineMode(words, titles, capitals);
  for (let i = from; i < to; i++) form[i] = mode | ((shape[i] as number) << 5);
}

/** Whether a token begins a line or sentence, where a capital says little. */
function isFirst({ gap, shape, word }: Tokens, i: number): boolean {
  if (i === 0 || (gap[i] as number) >= GAP.newline) return true;
  return shape[i - 1] === SHAPE.sign && SENTENCE_ENDS.has(word[i - 1] as number);
}

const SENTENCE_ENDS = new Set(
  [...'.!?:;"“”•*|'].map((sign) => addToHash(0x811c9dc5 | 0, sign.charCodeAt(0))),
);

function feature(kind: number, value: number): number {
  return spread(addToHash(Math.imul(kind + 1, 0x9e3779b1), value)) >>> (32 - FEATURE_BITS);
}

function joint(kind: number, a: number, b: number): number {
  return feature(kind, addToHash(Math.imul(a, 0x85ebca6b), b));
}

/** Write the features of token `i` into `out`; how many there are. */
export function featuresOf(tokens: Tokens, notes: Notes, i: number, out: Int32Array): number {
  const { count, word, shape, gap } = tokens;
  const { fine, coarse, lists, form } = notes;
  let n = 0;
  for (let offset = -2; offset <= 2; offset++) {
    const j = i + offset;
    const base = (offset + 2) * 8;
    if (j < 0 || j >= count) {
      out[n++] = feature(base, 1);
      continue;
    }
    out[n++] = feature(base, word[j] as number);
    out[n++] = feature(base + 1, fine[j] as number);
    out[n++] = feature(base + 2, coarse[j] as number);
    out[n++] = feature(base + 3, form[j] as number);
    out[n++] = feature(base + 4, (lists[j] as number) * 8 + Math.min(shape[j] as number, 6));
  }
  out[n++] = feature(40, tokens.begins3[i] as number);
  out[n++] = feature(41, tokens.ends2[i] as number);
  out[n++] = feature(42, tokens.ends3[i] as number);
  out[n++] = feature(43, tokens.ends4[i] as number);
  out[n++] = joint(44, form[i] as number, gap[i] as number);
  const f0 = fine[i] as number;
  const c0 = coarse[i] as number;
  const s0 = shape[i] as number;
  const w0 = word[i] as number;
  const l0 = lists[i] as number;
  out[n++] = joint(45, f0, form[i] as number);
  out[n++] = joint(46, w0, s0);
  out[n++] = joint(60, tokens.ends3[i] as number, s0);
  const before = i > 0;
  const after = i + 1 < count;
  const wp = before ? (word[i - 1] as number) : 1;
  const wn = after ? (word[i + 1] as number) : 1;
  const sp = before ? (shape[i - 1] as number) : 31;
  const sn = after ? (shape[i + 1] as number) : 31;
  const cp = before ? (coarse[i - 1] as number) : 6001;
  const cn = after ? (coarse[i + 1] as number) : 6001;
  const lp = before ? (lists[i - 1] as number) : 0;
  const ln = after ? (lists[i + 1] as number) : 0;
  const fp = before ? (fine[i - 1] as number) : 6001;
  const fn = after ? (fine[i + 1] as number) : 6001;
  out[n++] = joint(47, wp, w0);
  out[n++] = joint(48, w0, wn);
  out[n++] = joint(49, fp, f0);
  out[n++] = joint(50, f0, fn);
  out[n++] = joint(51, wp, s0);
  out[n++] = joint(52, wn, s0);
  out[n++] = joint(53, sp * 32 + s0, sn);
  out[n++] = joint(54, cp, c0 * 16 + Math.min(s0, 6));
  out[n++] = joint(55, cn, c0 * 16 + Math.min(s0, 6));
  out[n++] = joint(56, cp, cn * 16 + Math.min(s0, 6));
  out[n++] = joint(57, wp, wn);
  out[n++] = joint(58, lp * 256 + l0, sp * 16 + s0);
  out[n++] = joint(59, l0 * 256 + ln, s0 * 16 + sn);
  if (i > 1) {
    out[n++] = joint(61, word[i - 2] as number, wp);
    out[n++] = joint(62, coarse[i - 2] as number, cp * 16 + Math.min(s0, 6));
  }
  if (i + 2 < count) {
    out[n++] = joint(63, word[i + 2] as number, wn);
    out[n++] = joint(64, coarse[i + 2] as number, cn * 16 + Math.min(s0, 6));
  }
  return n;
}
