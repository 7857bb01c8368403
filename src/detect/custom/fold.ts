// Letter case folding and word characters by UTF-16 code unit. Folding never changes a text's length,
// so an offset in the folded text is the same offset in the text.

const UNITS = 0x10000;
const DOTLESS_I = 0x131;
/** Folded unit plus 1, 0 for "not asked yet": 128 KiB, filled as texts need it. */
const FOLDED = new Uint16Array(UNITS);
/** 1: no word character, 2: word character, 0: not asked yet. Units outside the surrogates. */
const WORD = new Uint8Array(UNITS);
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * A code unit without its letter case: the simple folding (C and S) of Unicode's CaseFolding.txt for
 * characters of one unit, so "Σ", "σ" and "ς" are one, and so are "S" and "ſ". What it leaves as it
 * is: "ß" is not "ss", "İ" and "ı" are not "i", and letters outside the Basic Multilingual Plane
 * (Deseret, Adlam and a few more) keep their case.
 */
export function foldUnit(unit: number): number {
  if (unit < 128) return unit >= 65 && unit <= 90 ? unit | 32 : unit;
  const known = FOLDED[unit] ?? 0;
  if (known !== 0) return known - 1;
  const folded = foldForeign(unit);
  FOLDED[unit] = folded + 1;
  return folded;
}

function foldForeign(unit: number): number {
  // U+FFFF is no character, and unit plus 1 would not fit.
  if (unit === DOTLESS_I || unit === 0xffff || isSurrogate(unit)) return unit;
  const letter = String.fromCharCode(unit);
  const upper = letter.toUpperCase();
  // By way of the capital, since several small letters may share one ("σ" and "ς").
  const lower = (upper.length === 1 ? upper : letter).toLowerCase();
  return lower.length === 1 ? lower.charCodeAt(0) : unit;
}

/** `text` with each code unit folded as `foldUnit` says. */
export function foldText(text: string): string {
  if (!FOREIGN.test(text)) return text.toLowerCase();
  let folded = "";
  for (let from = 0; from < text.length; from += CHUNK) {
    const units: number[] = [];
    const end = Math.min(from + CHUNK, text.length);
    for (let i = from; i < end; i++) units.push(foldUnit(text.charCodeAt(i)));
    folded += String.fromCharCode(...units);
  }
  return folded;
}

/** Anything beyond ASCII. */
const FOREIGN = /[\u0080-\uffff]/;
/** Units that are made a string at a time. */
const CHUNK = 1_024;

/** Whether the character that begins at `at` is a letter, mark or number of any script. */
export function isWordAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 128) return isAsciiWord(unit);
  if (!isSurrogate(unit)) return isWordUnit(unit);
  const codePoint = text.codePointAt(at);
  return codePoint !== undefined && WORD_CHARACTER.test(String.fromCodePoint(codePoint));
}

/** Whether the character that ends at `end` (exclusive) is one; false at the text's beginning. */
export function isWordBefore(text: string, end: number): boolean {
  if (end <= 0) return false;
  const unit = text.charCodeAt(end - 1);
  const isLow = unit >= 0xdc00 && unit <= 0xdfff;
  return isWordAt(text, isLow && end >= 2 ? end - 2 : end - 1);
}

function isWordUnit(unit: number): boolean {
  const known = WORD[unit] ?? 0;
  if (known !== 0) return known === 2;
  const isWord = WORD_CHARACTER.test(String.fromCharCode(unit));
  WORD[unit] = isWord ? 2 : 1;
  return isWord;
}

function isAsciiWord(unit: number): boolean {
  const lower = unit | 32;
  return (unit >= 48 && unit <= 57) || (lower >= 97 && lower <= 122);
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
