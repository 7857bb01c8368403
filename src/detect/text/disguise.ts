// Undoes disguises that hide values from patterns: full-width or foreign digits, look-alike letters, invisible characters,
// HTML and URL escapes, digits set apart. `fold` returns the text as a reader sees it, with a map to offsets in the
// original. The look-alikes of ASCII characters are facts of Unicode's "confusables" (UTS #39, Unicode License V3), limited
// to those that look alike in common typefaces.

import { codeAt, isDigit, isLetter, isWord } from "./chars.ts";
import { matchAt } from "./sticky.ts";

// Pairs: the character, then what it looks like.
const LETTERS =
  "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwӏlАAВBЕEКKМMНHОOРPСCТTХXІIЈJЅSҮY" + // Cyrillic
  "αaοoρpνvυuιiκkΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϲcϳj" + // Greek
  "ɡgɑaʟLɩi"; // Latin beyond ASCII

const SIGNS = "‐-‑-‒-–-—-―-−-﹣-․.﹒.﹫@∕/⁄/∶:";

/** ASCII letter that a letter of another script looks like. */
const LETTER_LIKE: ReadonlyMap<number, string> = pairsOf(LETTERS);

/** ASCII sign that another sign looks like. */
const SIGN_LIKE: ReadonlyMap<number, string> = pairsOf(SIGNS);

function pairsOf(written: string): ReadonlyMap<number, string> {
  const pairs = new Map<number, string>();
  for (let i = 0; i < written.length; i += 2)
    pairs.set(written.charCodeAt(i), written.charAt(i + 1));
  return pairs;
}

/** The zero of each other script's decimal digits (Unicode general category Nd), which are ten in a row. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];

/** The ASCII digit of the same value; "" for any other character. */
function asciiDigit(code: number): string {
  const zero = ZEROS.find((first) => code >= first && code <= first + 9);
  return zero === undefined ? "" : String(code - zero);
}

/** Characters that print nothing or change the direction (Unicode: default ignorable, bidirectional). */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
/** Non-ASCII characters that a step below may change: digits, letters and signs that look like ASCII ones. */
const FOREIGN =
  /[\u0251-\u029f\u0370-\u052f\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u2010-\u2015\u2024\u2044\u2212\u2215\u2236\ufe52\ufe63\ufe6b\uff0b-\uff5a]|\ud835[\udc00-\udfff]/;

/** A text as a reader sees it, and where its characters come from. */
export interface Undisguised {
  readonly text: string;
  /** Offset in the original for an offset in the folded text (UTF-16, 0 to its length). */
  toOriginal(offset: number): number;
}

const ESCAPED = /&(?:#|commat|period|hyphen|colon|plus|lowbar)|%[2-7][0-9A-Fa-f]/;
/** A Chinese or Japanese full stop in the domain of an e-mail address (RFC 3490, 3.1: it separates labels). */
const WIDE_POINT = /@[A-Za-z0-9-]{1,63}[\u3002\uff61][A-Za-z0-9]/;
const WIDE_POINTS = /[\u3002\uff61]/;
const DOMAIN_BEFORE = /@[A-Za-z0-9-]+(?:[\u3002\uff61][A-Za-z0-9-]+)*$/;
/** Longest label of a domain (RFC 1035, 2.3.4). */
const MAX_LABEL_CHARS = 63;
/** Nine digits or more, with one blank between neighbours. */
const SPACED_DIGITS = /(?<!\S)\d(?: [\d.+-]){8,99}(?!\w)/g;
/** An e-mail address with one blank between neighbouring characters. */
const SPACED_ADDRESS = /(?<!\S)[\w.+-](?: [\w.+-]){0,40} @(?: [\w.-]){4,60}(?!\w)/g;
/** An HTML character reference at an offset. */
const ENTITY = /&(?:#(\d{2,3})|#[xX]([0-9A-Fa-f]{2})|(commat|period|hyphen|colon|plus|lowbar));/y;
const NAMED: Readonly<Record<string, string>> = {
  commat: "@",
  period: ".",
  hyphen: "-",
  colon: ":",
  plus: "+",
  lowbar: "_",
};
const ESCAPE = /%([2-7][0-9A-Fa-f])/y;
/** Characters that an escape is decoded to; other escapes stay, to keep URLs in one piece. */
const VALUE_CHAR = /^[\w@.+:-]$/;
const MATH_FIRST = 0x1d400;
const MATH_DIGITS = 0x1d7ce;
const MATH_LAST = 0x1d7ff;
/** Letters of one mathematical alphabet: capitals, then small ones. */
const MATH_ALPHABET = 52;

/** `text` without disguises, or null when it has none. Linear in the text. */
export function undisguise(text: string): Undisguised | null {
  const blanks = blanksOfSpaced(text);
  if (blanks.size === 0 && !isSuspect(text)) return null;
  const word: Word = { end: 0, isMixed: false };
  const origins: number[] = [];
  let folded = "";
  /** Start of the text that is still to be copied unchanged. */
  let from = 0;
  const keep = (to: number) => {
    for (let at = from; at < to; at++) origins.push(at);
    folded += text.slice(from, to);
  };
  for (let at = 0; at < text.length; ) {
    if (isPlain(text, at, blanks)) {
      at++;
      continue;
    }
    const { chars, length } = stepAt(text, at, word);
    if (!text.startsWith(chars, at) || chars.length !== length) {
      keep(at);
      for (let i = 0; i < chars.length; i++) origins.push(at);
      folded += chars;
      from = at + length;
    }
    at += length;
  }
  if (from === 0) return null;
  keep(text.length);
  origins.push(text.length);
  return { text: folded, toOriginal: (offset) => origins[offset] ?? text.length };
}

const BLANK = 32;
const AMPERSAND = 38;
const PERCENT = 37;
const DELETE = 127;

/** Whether no step changes the character at `at`. */
function isPlain(text: string, at: number, blanks: ReadonlySet<number>): boolean {
  const code = text.charCodeAt(at);
  if (code >= DELETE || code === AMPERSAND || code === PERCENT) return false;
  return code !== BLANK || !blanks.has(at);
}

/** Whether the text holds anything that a step may change, apart from blanks. */
function isSuspect(text: string): boolean {
  return [INVISIBLE, FOREIGN, WIDE_POINT, ESCAPED].some((shape) => shape.test(text));
}

interface Step {
  /** Replacement in the folded text. */
  readonly chars: string;
  /** Number of code units of the original that it replaces. */
  readonly length: number;
}

/** Replacement for the character at `at`, which is not plain (`isPlain`). */
function stepAt(text: string, at: number, word: Word): Step {
  const code = codeAt(text, at);
  const char = text.charAt(at);
  if (code === BLANK) return { chars: "", length: 1 };
  if (code === AMPERSAND) return decoded(ENTITY, text, at) ?? { chars: char, length: 1 };
  if (code === PERCENT) return decoded(ESCAPE, text, at) ?? { chars: char, length: 1 };
  if (INVISIBLE.test(char)) return { chars: "", length: 1 };
  const digit = asciiDigit(code);
  if (digit !== "") return { chars: digit, length: 1 };
  if (code === 0xd835) return mathAt(text, at);
  return { chars: likeAt(text, at, code, word) ?? char, length: 1 };
}

/** The character that an HTML or URL escape at `at` denotes; null if it cannot be part of a value. */
function decoded(shape: RegExp, text: string, at: number): Step | null {
  const match = matchAt(shape, text, at);
  if (match === null) return null;
  const [whole, first = "", hex = "", name = ""] = match;
  const isEscape = shape === ESCAPE;
  const code = hex !== "" ? Number.parseInt(hex, 16) : Number.parseInt(first, isEscape ? 16 : 10);
  const chars = NAMED[name] ?? String.fromCharCode(code);
  return VALUE_CHAR.test(chars) ? { chars, length: whole.length } : null;
}

/** Mathematical letters and digits (U+1D400 to U+1D7FF): bold, script, double-struck ... */
function mathAt(text: string, at: number): Step {
  const codePoint = text.codePointAt(at) ?? 0;
  const whole = String.fromCodePoint(codePoint);
  if (codePoint < MATH_FIRST || codePoint > MATH_LAST)
    return { chars: whole, length: whole.length };
  if (codePoint >= MATH_DIGITS) return { chars: String((codePoint - MATH_DIGITS) % 10), length: 2 };
  const index = (codePoint - MATH_FIRST) % MATH_ALPHABET;
  const isGreek = codePoint > 0x1d6a3;
  const letter = String.fromCharCode(index < 26 ? 65 + index : 71 + index);
  return { chars: isGreek ? whole : letter, length: 2 };
}

function likeAt(text: string, at: number, code: number, word: Word): string | null {
  const char = text.charAt(at);
  // Full-width letters, digits and the signs of addresses; other full-width punctuation belongs to the sentence.
  if (code >= 0xff0b && code <= 0xff5a) {
    const ascii = String.fromCharCode(code - 0xfee0);
    return VALUE_CHAR.test(ascii) || ascii === "/" ? ascii : null;
  }
  if (WIDE_POINTS.test(char)) return isInDomain(text, at) ? "." : null;
  const letter = LETTER_LIKE.get(code);
  if (letter !== undefined) return isAmongAscii(text, at, word) ? letter : null;
  const sign = SIGN_LIKE.get(code);
  if (sign === undefined) return null;
  const isInside = isWord(codeAt(text, at - 1)) && isWord(codeAt(text, at + 1));
  return isInside && (sign !== "-" || isDigit(codeAt(text, at + 1))) ? sign : null;
}

/** Whether a full stop at `at` is inside a domain that has no ASCII point before it. */
function isInDomain(text: string, at: number): boolean {
  const isFollowed = isAsciiPart(codeAt(text, at + 1));
  return isFollowed && DOMAIN_BEFORE.test(text.slice(Math.max(0, at - MAX_LABEL_CHARS - 1), at));
}

/** The word examined last: its letters share one answer. */
interface Word {
  end: number;
  isMixed: boolean;
}

/** No name of a host or person is longer; a longer run is examined in pieces of this length. */
const MAX_WORD_CHARS = 64;

/** Whether the word around `at` also has ASCII letters, digits or an at sign, and so is no foreign word. */
function isAmongAscii(text: string, at: number, word: Word): boolean {
  if (at < word.end) return word.isMixed;
  // The text before is no look-alike, or this word would be known already.
  const isBefore = isAsciiPart(codeAt(text, at - 1));
  const isBeyondSign = JOINING_SIGNS.has(text.charAt(at - 1)) && isAsciiPart(codeAt(text, at - 2));
  word.isMixed = isBefore || isBeyondSign || (word.end === at && word.isMixed);
  let end = at;
  while (end - at < MAX_WORD_CHARS) {
    const code = codeAt(text, end);
    if (isAsciiPart(code)) word.isMixed = true;
    else if (!LETTER_LIKE.has(code) && !isJoiningOrInvisible(text.charAt(end))) break;
    end++;
  }
  word.end = end;
  return word.isMixed;
}

const JOINING_SIGNS: ReadonlySet<string> = new Set(Array.from("._-"));

function isAsciiPart(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 64;
}

function isJoiningOrInvisible(char: string): boolean {
  return JOINING_SIGNS.has(char) || (char > "\u007f" && INVISIBLE.test(char));
}

/** Offsets of the blanks in digits or addresses that are written with a blank after each character. */
function blanksOfSpaced(text: string): ReadonlySet<number> {
  const blanks = new Set<number>();
  for (const shape of [SPACED_DIGITS, SPACED_ADDRESS]) {
    for (const { 0: written, index } of text.matchAll(shape)) {
      for (let i = 1; i < written.length; i += 2) blanks.add(index + i);
    }
  }
  return blanks;
}
