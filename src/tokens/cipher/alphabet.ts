// The letters and digits that tokens are spelt with, and the characters of a value that its token keeps. Tables of the 128
// ASCII codes, because both are looked up for every character.

/** Base-62 digits in value order. */
export const LETTERS_AND_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Value of each ASCII code as a base-62 digit, -1 for any other character. */
const DIGIT_VALUE = new Int8Array(128).fill(-1);
for (let i = 0; i < 62; i++) DIGIT_VALUE[LETTERS_AND_DIGITS.charCodeAt(i)] = i;

/** Blanks that a token keeps: tab, line feed, vertical tab, form feed, carriage return, space. */
const BLANK_CODES: readonly number[] = [9, 10, 11, 12, 13, 32];

const IS_SEPARATOR = new Uint8Array(128);
for (let code = 33; code < 127; code++) if (DIGIT_VALUE[code] === -1) IS_SEPARATOR[code] = 1;
for (const code of BLANK_CODES) IS_SEPARATOR[code] = 1;

/** Value 0..61 of a UTF-16 code as a base-62 digit; -1 when it is not one. */
export function digitValue(code: number): number {
  return code < 128 ? (DIGIT_VALUE[code] ?? -1) : -1;
}

/**
 * Whether a code is ASCII punctuation or a blank: these separate the parts of a value and stay in its token. Everything else
 * (letters and digits of any script, marks, emoji, control characters) is replaced.
 */
export function isSeparator(code: number): boolean {
  return code < 128 && IS_SEPARATOR[code] === 1;
}
