// How a token is written, given its line and the whole text: capitals say little at the beginning of a sentence, in a
// heading, or in a text that has none.

import { addToHash, HASH_START, spread } from "./hash.ts";
import { GAP, isWordShape, SHAPE, type Tokens } from "./tokens.ts";

/** Number of different forms: 5 bits besides the shape. */
export const FORM_COUNT = 512;

/** The capitals of a line with fewer words say nothing. */
const FEW_WORDS = 3;
/** How a line is written: the lowest three bits of a form. */
const LINE = { ordinary: 0, noCapitals: 1, titles: 2, capitals: 3, short: 4 } as const;
const LINE_BITS = 7;
/** The text also has the word in the other letter case. */
const OTHER_CASE = 8;
/** The token begins a line or sentence. */
const FIRST = 16;
const SHAPE_SHIFT = 5;

/** Write the form of each token, below `FORM_COUNT`, to `form`. */
export function fillForms(tokens: Tokens, form: Int32Array): void {
  const { count, shape, word } = tokens;
  markLines(tokens, form);
  const seen = wordCases(tokens, form);
  for (let i = 0; i < count; i++) {
    const kind = shape[i] as number;
    if (!isWordShape(kind)) continue;
    const bits = seen[spread(word[i] as number) & (seen.length - 1)] as number;
    const other = bits & (kind === SHAPE.lower ? SEEN_CAPITAL : SEEN_LOWER);
    form[i] = (form[i] as number) | (other ? OTHER_CASE : 0) | (isFirst(tokens, i) ? FIRST : 0);
  }
}

function markLines(tokens: Tokens, form: Int32Array): void {
  let from = 0;
  for (let i = 1; i <= tokens.count; i++) {
    if (i < tokens.count && (tokens.gap[i] as number) < GAP.newline) continue;
    markLine(tokens, form, from, i);
    from = i;
  }
}

function markLine({ shape }: Tokens, form: Int32Array, from: number, to: number): void {
  let words = 0;
  let titles = 0;
  let capitals = 0;
  for (let i = from; i < to; i++) {
    const kind = shape[i] as number;
    if (!isWordShape(kind)) continue;
    words++;
    if (kind === SHAPE.title || kind === SHAPE.mixed) titles++;
    else if (kind !== SHAPE.lower) capitals++;
  }
  const line = lineOf(words, titles, capitals);
  for (let i = from; i < to; i++) form[i] = line | ((shape[i] as number) << SHAPE_SHIFT);
}

function lineOf(words: number, titles: number, capitals: number): number {
  if (words < FEW_WORDS) return LINE.short;
  if (titles + capitals === 0) return LINE.noCapitals;
  if (capitals * 10 >= words * 7) return LINE.capitals;
  return (titles + capitals) * 10 >= words * 7 ? LINE.titles : LINE.ordinary;
}

const SEEN_LOWER = 1;
const SEEN_CAPITAL = 2;
const SEEN_SIZE = { least: 64, most: 1 << 17, perToken: 8 } as const;

/**
 * By the hash of each word: whether the text has it in lower case, and with a capital that says something. Words with the
 * same slot count as one, as they did in training.
 */
function wordCases(tokens: Tokens, form: Int32Array): Uint8Array {
  const { count, shape, word } = tokens;
  let size: number = SEEN_SIZE.least;
  while (size < count * SEEN_SIZE.perToken && size < SEEN_SIZE.most) size *= 2;
  const seen = new Uint8Array(size);
  for (let i = 0; i < count; i++) {
    const kind = shape[i] as number;
    if (!isWordShape(kind)) continue;
    const at = spread(word[i] as number) & (size - 1);
    if (kind === SHAPE.lower) seen[at] = (seen[at] as number) | SEEN_LOWER;
    else if (((form[i] as number) & LINE_BITS) === LINE.ordinary && !isFirst(tokens, i)) {
      seen[at] = (seen[at] as number) | SEEN_CAPITAL;
    }
  }
  return seen;
}

function isFirst({ gap, shape, word }: Tokens, i: number): boolean {
  if (i === 0 || (gap[i] as number) >= GAP.newline) return true;
  return shape[i - 1] === SHAPE.sign && SENTENCE_ENDS.has(word[i - 1] as number);
}

const SENTENCE_ENDS = new Set(
  Array.from('.!?:;"“”•*|', (sign) => addToHash(HASH_START, sign.charCodeAt(0))),
);
