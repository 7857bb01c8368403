// Classes of characters, by UTF-16 code unit. ASCII unless stated otherwise: identifiers with a check are written in ASCII,
// and comparing numbers is the cheapest test.

/** A range of a text, in UTF-16 code units; `end` is one past the last. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The code unit of `text` at `at`; 0, which belongs to no class, outside the text. `charCodeAt` gives NaN there, which makes
 * every later read by the same line several times as slow.
 *
 * Pass whole texts only. V8 distinguishes strings of one and of two bytes a letter, flat ones, slices, concatenations and a
 * program's literals. A line that has met more than four of these is three times as slow from then on, and most of detection
 * runs through this one (80 of 350 us a text of 1 KiB).
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}

/** 0-9. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** A-Z, a-z. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** A-Z. */
export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** 0-9, A-F, a-f. */
export function isHex(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}

/** Letter, digit or underscore: the characters of an identifier. */
export function isWord(code: number): boolean {
  return isDigit(code) || isLetter(code) || code === 95;
}

/** Letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

const UNDERSCORE = 95;
/** Emphasis is one to three underscores (CommonMark, 6.2). */
const MAX_EMPHASIS = 3;

/**
 * Whether a letter or digit is right before `start`, or is joined to it by underscores: "case_12". The underscores of "_12_"
 * are emphasis and no part of a word.
 */
export function isWordBefore(text: string, start: number): boolean {
  let at = start - 1;
  while (codeAt(text, at) === UNDERSCORE && start - at <= MAX_EMPHASIS) at--;
  return isWord(codeAt(text, at));
}

/** Whether a letter or digit is right after `end`, or is joined to it by underscores. */
export function isWordAfter(text: string, end: number): boolean {
  let at = end;
  while (codeAt(text, at) === UNDERSCORE && at - end < MAX_EMPHASIS) at++;
  return isWord(codeAt(text, at));
}

/** A blank inside a number: space, no-break space, narrow no-break space. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 0xa0 || code === 0x202f;
}

/** Whether a code point outside ASCII is a letter, mark or number of any script. */
export function isForeignWord(codePoint: number): boolean {
  return codePoint > 127 && LETTER_MARK_OR_NUMBER.test(String.fromCodePoint(codePoint));
}

const LETTER_MARK_OR_NUMBER = /[\p{L}\p{M}\p{N}]/u;

/** The code point that ends at `end` (exclusive), whole even if it is a surrogate pair. */
export function codePointBefore(text: string, end: number): number {
  const last = codeAt(text, end - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff;
  if (!isLow || end < 2) return last;
  const pair = text.codePointAt(end - 2) ?? last;
  return pair > 0xffff ? pair : last;
}

/** By code unit: 1 in a word, 2 in none, 0 not known yet. Filled on demand: most texts hold few different units. */
const wordUnits = new Uint8Array(65536);
const IN_WORD = 1;
const IN_NONE = 2;

/**
 * Whether a code unit belongs to a word: a letter, digit or mark of any script; halves of surrogate pairs
 * count as letters.
 */
export function isWordUnit(code: number): boolean {
  const known = wordUnits[code];
  return known === 0 ? learnWordUnit(code) : known === IN_WORD;
}

function learnWordUnit(code: number): boolean {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isInWord = isSurrogate || LETTER_MARK_OR_NUMBER.test(String.fromCharCode(code));
  wordUnits[code] = isInWord ? IN_WORD : IN_NONE;
  return isInWord;
}

/** Whether a code unit joins two parts of one word when it is between them: apostrophes, hyphens. */
export function isJoiningUnit(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 45 || code === 0x2010 || code === 0x2011;
}
