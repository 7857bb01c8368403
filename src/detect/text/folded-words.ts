// Folds letters and words for comparison with labels: without case and accents, so that "Número", "NUMERO" and "numero" are
// one word. A word ends where camelCase begins another, so "dbPass" is "db pass". Hindi and Korean are compared as written. Chinese and
// Japanese have no blanks, so each of their characters is a word.

import { codeAt } from "./chars.ts";

const FOLDED_CODES = 0x250;
/** Letters that Unicode does not decompose (NFD), with the letter they are compared as. */
const UNDIVIDED: Readonly<Record<string, string>> = {
  ß: "s",
  ø: "o",
  ł: "l",
  æ: "a",
  đ: "d",
  ı: "i",
};
/** Stands for any letter that no label has. */
const OTHER_LETTER = 1;
/** Stands for soft hyphens, zero-width characters and combining marks: neither part nor end of a word. */
const UNSEEN = 2;

const LOWER_A = 97;
const LAST_ASCII = 127;

const FOLD = Uint8Array.from({ length: FOLDED_CODES }, (_, code) => {
  const lower = String.fromCharCode(code).toLowerCase();
  if (code === 0xad) return UNSEEN;
  // "nº": the ordinal sign, which Unicode calls a letter.
  if (code === 0xba) return 0;
  const base = UNDIVIDED[lower] ?? lower.normalize("NFD").charAt(0);
  if (/^[a-z]$/.test(base)) return base.charCodeAt(0);
  return /^\p{L}$/u.test(lower) ? OTHER_LETTER : 0;
});

/** Whether a code unit is a Chinese or Japanese character, which counts as a word here. */
export function isIdeograph(code: number): boolean {
  return code > 0x3040 && code < 0xa000 && (code < 0x3100 || code >= 0x3400);
}

/** Letters and vowel signs of Hindi, without its full stops and digits. */
function isDevanagari(code: number): boolean {
  return code >= 0x900 && code < 0x980 && (code < 0x964 || code > 0x96f);
}

/** Syllables of Korean; its blanks separate words. */
function isHangul(code: number): boolean {
  return code >= 0xac00 && code < 0xd7a4;
}

/**
 * The letter a code unit is compared as: a-z; the unit itself for Hindi, Korean, Chinese and Japanese; 1 for any other letter; 2 for
 * an invisible unit; 0 for no letter.
 */
export function foldLetter(code: number): number {
  if (code < FOLDED_CODES) return FOLD[code] ?? 0;
  if (code < 0x370) return UNSEEN;
  if (isDevanagari(code) || isHangul(code) || isIdeograph(code)) return code;
  if (code >= 0x964 && code <= 0x96f) return 0;
  if (code >= 0x2000 && code < 0x2070) return isZeroWidth(code) ? UNSEEN : 0;
  if (code === 0xfeff) return UNSEEN;
  const isMark = (code >= 0x2070 && code < 0x2c00) || (code >= 0x3000 && code < 0x3040);
  return isMark || code >= 0xfe10 ? 0 : OTHER_LETTER;
}

/** A word folded as labels are. */
export function foldedWord(word: string): string {
  const codes = Array.from({ length: word.length }, (_, i) => foldLetter(word.charCodeAt(i)));
  return String.fromCharCode(...codes.filter((code) => code !== UNSEEN));
}

function isZeroWidth(code: number): boolean {
  return (code >= 0x200b && code <= 0x200d) || code === 0x2060;
}

/** Longest word of a label, in letters. */
const MAX_LETTERS = 32;
const HASH_SEED = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

/**
 * Reads one word after another without creating strings: a word's hash (FNV-1a, 32 bits) identifies it. A collision would
 * only make a label of a word that is none; no text is lost.
 */
export class WordCursor {
  /** One past the last letter of the word read last. */
  end = 0;
  /** Hash of the word read last; 0: too long for a label. */
  hash = 0;

  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Read the word whose first letter is at `at`, up to `MAX_LETTERS` letters. */
  read(at: number): void {
    const { text } = this;
    let hash = HASH_SEED;
    let letters = 0;
    let isLastLower = false;
    let next = at;
    for (; letters <= MAX_LETTERS; next++) {
      const code = codeAt(text, next);
      const folded = code < FOLDED_CODES ? (FOLD[code] ?? 0) : foldLetter(code);
      if (folded === 0) break;
      if (folded === UNSEEN) continue;
      if (folded > LAST_ASCII && isIdeograph(folded)) {
        if (letters > 0) break;
        this.end = next + 1;
        this.hash = Math.imul(HASH_SEED ^ folded, HASH_PRIME);
        return;
      }
      // A code below "a" is a capital here.
      if (isLastLower && code < LOWER_A) break;
      isLastLower = code >= LOWER_A;
      hash = Math.imul(hash ^ folded, HASH_PRIME);
      letters++;
    }
    this.end = next;
    this.hash = letters > MAX_LETTERS ? 0 : hash;
  }
}

/**
 * Hash of a word as a cursor computes it, for some 4,000 words of labels at startup. Throws an Error unless `word` has
 * letters only, at most `MAX_LETTERS`.
 */
export function hashOf(word: string): number {
  const lower = word.toLowerCase();
  let hash = HASH_SEED;
  let letters = 0;
  for (let at = 0; at < lower.length; at++) {
    const folded = foldLetter(lower.charCodeAt(at));
    if (folded === 0) throw new Error(`no word: ${word}`);
    if (folded === UNSEEN) continue;
    hash = Math.imul(hash ^ folded, HASH_PRIME);
    letters++;
  }
  if (letters > MAX_LETTERS || lower.length !== word.length) throw new Error(`no word: ${word}`);
  return hash;
}
