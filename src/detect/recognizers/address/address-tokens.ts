// Words and numbers of a range of a text that an address can stand in.

import { codeAt, isDigit, isLetter } from "../../text/chars.ts";
import { isJoiningUnit, isWordUnit } from "../../text/word-units.ts";
import { flagsOf, isCompoundStreet, mayBeCompound, roleIn } from "./address-lexicon.ts";

/** What stands between two tokens: any of these together. Nothing: 0. */
export const BLANK = 1;
export const COMMA = 2;
export const LINE = 4;
export const DOT = 8;
/** A slash, as in "C/ Mayor". */
export const SLASH = 32;
/** A dash, as in "São Paulo - SP". */
export const DASH = 64;
/** Anything else, or an empty line: an address ends here. */
export const OTHER = 16;

/** A gap of more characters ends an address. */
const MAX_GAP = 16;
const MAX_HOUSE_CHARS = 11;
const MAX_HOUSE_DIGITS = 5;
const HOUSE = /^\d{1,5}(?:[-/](?:\d{1,4}|[a-z]))?(?:[a-z]|bis|ter|quater)?$/i;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
const YEAR = /^(?:1[789]|20)\d\d$/;
/** Flags that have not been looked up. */
const UNKNOWN = -1;
const CAPITAL = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

const FIRST_TOKENS = 256;

/** What is known of tokens, by index. */
interface Tables {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly gaps: Uint8Array;
  readonly flags: Int32Array;
}

/** Tables of `size` tokens, with what is in others already. */
function tablesOf(size: number, known: Tables | null): Tables {
  const made = {
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    gaps: new Uint8Array(size),
    flags: new Int32Array(size),
  };
  if (known !== null) {
    made.starts.set(known.starts);
    made.ends.set(known.ends);
    made.gaps.set(known.gaps);
    made.flags.set(known.flags);
  }
  return made;
}

/** One set for all ranges, since each is done with before the next begins. */
let tables = tablesOf(FIRST_TOKENS, null);

/**
 * Tokens of one range of a text, by index. They are split off as they are asked for, since few numbers
 * make anybody look at what stands behind them.
 */
export class Tokens {
  readonly text: string;
  private starts = tables.starts;
  private ends = tables.ends;
  /** What stands before each token. */
  private gaps = tables.gaps;
  private flags = tables.flags;
  private words: string[] | null = null;
  private count = 0;
  /** Where the next token is looked for. */
  private at: number;
  private readonly to: number;

  constructor(text: string, from: number, to: number) {
    this.text = text;
    this.at = from;
    this.to = to;
  }

  /** Whether there is a token `i`. */
  has(i: number): boolean {
    return i < this.count ? i >= 0 : this.readTo(i);
  }

  private readTo(i: number): boolean {
    while (i >= this.count) if (!this.readNext()) return false;
    return true;
  }

  private grow(): void {
    tables = tablesOf(2 * this.count, tables);
    this.starts = tables.starts;
    this.ends = tables.ends;
    this.gaps = tables.gaps;
    this.flags = tables.flags;
  }

  private readNext(): boolean {
    const { text, to } = this;
    const from = this.at;
    let gap = this.count === 0 ? OTHER : 0;
    let at = from;
    for (; at < to; at++) {
      const code = codeAt(text, at);
      if (isWordUnit(code)) break;
      gap |= bitOf(code, gap);
    }
    if (at >= to) {
      this.at = to;
      return false;
    }
    const end = tokenEnd(text, at);
    if (this.count === this.starts.length) this.grow();
    const i = this.count++;
    this.starts[i] = at;
    this.ends[i] = end;
    this.flags[i] = UNKNOWN;
    this.gaps[i] = at - from > MAX_GAP ? gap | OTHER : gap;
    this.at = end;
    return true;
  }

  start(i: number): number {
    return this.has(i) ? (this.starts[i] as number) : this.text.length;
  }

  end(i: number): number {
    return this.has(i) ? (this.ends[i] as number) : this.text.length;
  }

  /** What stands before token `i`; OTHER outside the range. */
  gap(i: number): number {
    return this.has(i) ? (this.gaps[i] as number) : OTHER;
  }

  /** A token as it is written; empty outside the range. */
  raw(i: number): string {
    return this.has(i) ? this.text.slice(this.starts[i], this.ends[i]) : "";
  }

  /** The same in lower case. */
  word(i: number): string {
    this.words ??= [];
    const known = this.words[i];
    if (known !== undefined) return known;
    const word = this.raw(i).toLowerCase();
    this.words[i] = word;
    return word;
  }

  /** What a token can be in an address (address-lexicon.ts). */
  role(i: number): number {
    return roleIn(this.flagsAt(i));
  }

  /** Whether a token has a flag that is no part of its role. */
  hasTrait(i: number, flag: number): boolean {
    return (this.flagsAt(i) & flag) !== 0;
  }

  private flagsAt(i: number): number {
    if (!this.has(i)) return 0;
    let all = this.flags[i] as number;
    if (all === UNKNOWN) {
      all = flagsOf(this.text, this.starts[i] as number, this.ends[i] as number);
      this.flags[i] = all;
    }
    return all;
  }

  is(i: number, flag: number): boolean {
    return (this.role(i) & flag) !== 0;
  }

  /** A street's name in one word. */
  isCompound(i: number): boolean {
    if (!this.has(i)) return false;
    const mayBe = mayBeCompound(this.text, this.starts[i] as number, this.ends[i] as number);
    return mayBe && isCompoundStreet(this.word(i));
  }

  /** Whether a digit is anywhere in a token. */
  holdsDigit(i: number): boolean {
    if (!this.has(i)) return false;
    const end = this.ends[i] as number;
    for (let at = this.starts[i] as number; at < end; at++) {
      if (isDigit(this.text.charCodeAt(at))) return true;
    }
    return false;
  }

  private isAllDigits(i: number): boolean {
    const end = this.ends[i] as number;
    let at = this.starts[i] as number;
    while (at < end && isDigit(this.text.charCodeAt(at))) at++;
    return at === end;
  }

  private length(i: number): number {
    return this.has(i) ? (this.ends[i] as number) - (this.starts[i] as number) : 0;
  }

  /** Whether a token begins with a digit. */
  isNumeric(i: number): boolean {
    return this.has(i) && isDigit(codeAt(this.text, this.starts[i] as number));
  }

  /** Number of a house: up to five digits, a range, a letter. */
  isHouse(i: number): boolean {
    const length = this.length(i);
    if (length > MAX_HOUSE_CHARS || !this.isNumeric(i)) return false;
    return (length <= MAX_HOUSE_DIGITS && this.isAllDigits(i)) || HOUSE.test(this.raw(i));
  }

  /** A number of four digits that can be a year, 1700 to 2099. */
  isYear(i: number): boolean {
    return this.length(i) === 4 && this.isNumeric(i) && YEAR.test(this.raw(i));
  }

  /** "5th". */
  isOrdinal(i: number): boolean {
    return this.length(i) < 6 && this.isNumeric(i) && ORDINAL.test(this.raw(i));
  }

  /** A word with a capital at its start, or of a script without case. */
  isCapital(i: number): boolean {
    if (!this.has(i)) return false;
    const start = this.starts[i] as number;
    // "l'Hôtel", "d'Italia"
    const isElided = isJoiningUnit(codeAt(this.text, start + 1));
    const at = isElided ? start + 2 : start;
    const code = codeAt(this.text, at);
    return code < 128 ? code >= 65 && code <= 90 : CAPITAL.test(this.text.slice(at, at + 2));
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

/** Marks that join the digits of one number, so that no part of a date, time or sum counts as a house's. */
export function isNumberSeparator(code: number): boolean {
  return code === 46 || code === 44 || code === 47 || code === 58 || code === 45;
}

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
  return isDigit(codeAt(text, at + 1)) || isHouseLetter(text, at);
}

function joinsWord(text: string, at: number, code: number): boolean {
  return isJoiningUnit(code) && isWordUnit(codeAt(text, at + 1));
}
