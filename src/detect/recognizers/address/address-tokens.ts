// The words and numbers in a range of a text that an address can be in.

import { codeAt, isDigit, isJoiningUnit, isLetter, isWordUnit } from "../../text/chars.ts";
import { fitsAt } from "../../text/sticky.ts";
import { flagsOf, isCompoundStreet, roleIn } from "./address-words.ts";

/** Flags for the gap between two tokens, combined; 0 when nothing separates them. */
export const BLANK = 1;
export const COMMA = 2;
export const LINE = 4;
export const DOT = 8;
/** A slash, as in "C/ Mayor". */
export const SLASH = 32;
/** A dash, as in "São Paulo - SP". */
export const DASH = 64;
/** Anything else, or an empty line; it ends an address. */
export const OTHER = 16;

/** A gap with more characters ends an address. */
const MAX_GAP = 16;
const HOUSE = /^\d{1,5}(?:[-/](?:\d{1,4}|[ivx]{1,4}|hs|[a-z]))?(?:[a-z]|bis|ter|quater)?$/i;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
const YEAR = /^(?:1[789]|20)\d\d$/;
const SHORT_WORD = /^\p{L}{1,4}$/u;
const CAPITAL = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

interface Token {
  readonly start: number;
  readonly end: number;
  readonly gap: number;
  readonly raw: string;
  /** `raw` in lower case. */
  readonly word: string;
}

/**
 * The tokens of one range of a text, by index. They are read only when needed, because after most numbers no further token
 * is looked at.
 */
export class Tokens {
  readonly text: string;
  readonly #tokens: Token[] = [];
  /** Where to read the next token. */
  #at: number;
  readonly #to: number;

  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.#at = from;
    this.#to = to;
  }

  /** Whether token `i` exists. */
  has(i: number): boolean {
    return this.#token(i) !== undefined;
  }

  #token(i: number): Token | undefined {
    while (i >= this.#tokens.length) if (!this.#readNext()) return undefined;
    return this.#tokens[i];
  }

  #readNext(): boolean {
    const { text } = this;
    const from = this.#at;
    let gap = this.#tokens.length === 0 ? OTHER : 0;
    let start = from;
    for (; start < this.#to; start++) {
      const code = codeAt(text, start);
      if (isWordUnit(code)) break;
      gap |= bitOf(code, gap);
    }
    if (start >= this.#to) return false;
    if (start - from > MAX_GAP) gap |= OTHER;
    const end = tokenEnd(text, start);
    const raw = text.slice(start, end);
    this.#tokens.push({ start, end, gap, raw, word: raw.toLowerCase() });
    this.#at = end;
    return true;
  }

  start(i: number): number {
    return this.#token(i)?.start ?? this.text.length;
  }

  end(i: number): number {
    return this.#token(i)?.end ?? this.text.length;
  }

  /** Flags of the gap before token `i`; OTHER outside the range. */
  gap(i: number): number {
    return this.#token(i)?.gap ?? OTHER;
  }

  /** A token as written; "" outside the range. */
  raw(i: number): string {
    return this.#token(i)?.raw ?? "";
  }

  /** A token in lower case; "" outside the range. */
  word(i: number): string {
    return this.#token(i)?.word ?? "";
  }

  /** What a token can be in an address: flags of address-words.ts. */
  role(i: number): number {
    return roleIn(flagsOf(this.word(i)));
  }

  is(i: number, flag: number): boolean {
    return (flagsOf(this.word(i)) & flag) !== 0;
  }

  /** Whether a token is a street's name in one word. */
  isCompound(i: number): boolean {
    return isCompoundStreet(this.word(i));
  }

  holdsDigit(i: number): boolean {
    return /\d/.test(this.raw(i));
  }

  /** Whether a token begins with a digit. */
  isNumeric(i: number): boolean {
    return /^\d/.test(this.raw(i));
  }

  /** Whether it is a house number: up to five digits, maybe with a range or a letter. */
  isHouse(i: number): boolean {
    return HOUSE.test(this.raw(i));
  }

  /** Whether it is a four-digit number that can be a year, 1700 to 2099. */
  isYear(i: number): boolean {
    return YEAR.test(this.raw(i));
  }

  /** Whether it is "5th" or the like. */
  isOrdinal(i: number): boolean {
    return ORDINAL.test(this.raw(i));
  }

  /** Whether it has a capital at its start or after an elided article ("l'Hôtel"), or is in a script without case. */
  isCapital(i: number): boolean {
    const raw = this.raw(i);
    return CAPITAL.test(isJoiningUnit(codeAt(raw, 1)) ? raw.slice(2) : raw);
  }

  /** Whether a token may continue the name of the one before it: after a blank or the mark of an abbreviation. */
  isInsideName(i: number): boolean {
    const gap = this.gap(i);
    if (gap === BLANK) return true;
    if ((gap & ~BLANK) === SLASH) return this.word(i - 1) === "c";
    return (gap === (BLANK | DOT) || gap === DOT) && SHORT_WORD.test(this.raw(i - 1));
  }
}

function bitOf(code: number, gap: number): number {
  if (code === 32 || code === 9 || code === 0xa0 || code === 0x202f || code === 13) return BLANK;
  if (code === 44 || code === 59) return COMMA;
  if (code === 46) return DOT;
  if (code === 47) return SLASH;
  if (code === 45 || code === 0x2013) return DASH;
  if (code === 10) return (gap & LINE) !== 0 ? OTHER : LINE;
  return OTHER;
}

/** Whether it can join the digits of one number: so no part of a date, time or amount counts as a house number. */
export function isNumberSeparator(code: number): boolean {
  return code === 46 || code === 44 || code === 47 || code === 58 || code === 45;
}

/** "12-II", "12-hs": the floor, in a Dutch address. */
const FLOOR = /-(?:[IVX]{1,4}|hs)(?![\p{L}\p{N}])/uy;

/** "12/A": a slash and a single letter. */
function isHouseLetter(text: string, slash: number): boolean {
  const isSlash = codeAt(text, slash) === 47 && isLetter(codeAt(text, slash + 1));
  return isSlash && !isWordUnit(codeAt(text, slash + 2));
}

function tokenEnd(text: string, start: number): number {
  const isNumber = isDigit(codeAt(text, start));
  let at = start + 1;
  for (;;) {
    const code = codeAt(text, at);
    if (isWordUnit(code)) at++;
    else if (isNumber ? joinsNumber(text, at, code) : joinsWord(text, at, code)) at += 2;
    else return at;
  }
}

function joinsNumber(text: string, at: number, code: number): boolean {
  if (!isNumberSeparator(code)) return false;
  if (code === 45 && fitsAt(FLOOR, text, at)) return true;
  return isDigit(codeAt(text, at + 1)) || isHouseLetter(text, at);
}

function joinsWord(text: string, at: number, code: number): boolean {
  return isJoiningUnit(code) && isWordUnit(codeAt(text, at + 1));
}
