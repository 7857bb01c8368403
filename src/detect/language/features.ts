// Evidence of the language of words in Latin letters: each word, and every three of its letters, with its borders as
// letters. Hashed into rows of a small table (hashing trick: Weinberger et al. 2009); training saw the same collisions.

import { lowerOf, UNIT, unitOf } from "./code-units.ts";

/** Rows of the table of weights. */
export const ROWS = 4_096;

/** Units of a weight per unit of natural log odds: 127 stands for 8. */
export const UNIT_OF_WEIGHTS = 16;

/** The border of a word, as a letter. */
const BORDER = 0x20;
const WORD_START = 0x811c9dc5 | 0;
/** Multipliers of FNV-1a, and of Knuth's multiplicative hash, whose upper 12 bits are the row. */
const STEP = 0x01000193;
const SPREAD = 0x9e3779b1 | 0;
const ROW_SHIFT = 20;

/**
 * Write the rows of the words in `text` between two offsets to `rows`, and return their number: at most one more than there
 * are code units. Words that touch a digit or a sign of code are left out: identifiers look the same in every language.
 */
export function rowsOf(text: string, from: number, to: number, rows: Int32Array): number {
  let count = 0;
  let begins = 0;
  let word = WORD_START;
  let before = BORDER;
  let last = BORDER;
  let isCode = false;
  for (let at = from; at <= to; at++) {
    const code = at < to ? text.charCodeAt(at) : BORDER;
    const unit = unitOf(code);
    if (unit === UNIT.latin) {
      const letter = lowerOf(code);
      if (last !== BORDER) rows[count++] = rowOfThree(before, last, letter);
      word = Math.imul(word ^ letter, STEP);
      before = last;
      last = letter;
      continue;
    }
    if (unit === UNIT.mark) continue;
    if (unit === UNIT.code) isCode = true;
    if (last !== BORDER) {
      rows[count++] = rowOfThree(before, last, BORDER);
      rows[count++] = Math.imul(word, SPREAD) >>> ROW_SHIFT;
      if (isCode) count = begins;
      word = WORD_START;
      before = BORDER;
      last = BORDER;
    }
    begins = count;
    isCode = unit === UNIT.code;
  }
  return count;
}

function rowOfThree(a: number, b: number, c: number): number {
  return Math.imul(Math.imul(Math.imul(a, STEP) + b, STEP) + c, SPREAD) >>> ROW_SHIFT;
}
