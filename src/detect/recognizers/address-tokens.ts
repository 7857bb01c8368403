// Words and numbers of the stretches of a text that an address can stand in: those near a digit.

import { codeAt, isDigit, isLetter } from "../chars.ts";
import { type Survey, surveyOf } from "../survey.ts";
import { isJointUnit, isWordUnit } from "../word-units.ts";
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

/** An address and what announces it reach no further from its numbers. */
const REACH_BEFORE = 90;
const REACH_BEHIND = 130;
/** Longer numbers are in no address. */
const MAX_DIGITS = 6;
/** A gap of more characters ends an address. */
const MAX_GAP = 16;
const HOUSE = /^\d{1,5}(?:[-/](?:\d{1,4}|[a-z]))?(?:[a-z]|bis|ter|quater)?$/i;
const ORDINAL = /^\d{1,3}(?:st|nd|rd|th)$/i;
const YEAR = /^(?:1[789]|20)\d\d$/;
/** Flags that have not been looked up. */
const UNKNOWN = -1;
const CAPITAL = /^[\p{Lu}\p{Lt}\p{Lo}]/u;

/**
 * Tokens of one stretch of a text, by index. They are split off as they are asked for, since few numbers
 * make anybody look at what stands behind them.
 */
export class Tokens {
  readonly text: string;
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  /** What stands before each token. */
  private readonly gaps: number[] = [];
  private readonly flags: number[] = [];
  private readonly words: string[] = [];
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
    while (i >= this.starts.length) if (!this.readNext()) return false;
    return i >= 0;
  }

  private readNext(): boolean {
    const { text, to } = this;
    const from = this.at;
    let gap = this.starts.length === 0 ? OTHER : 0;
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
    this.starts.push(at);
    this.ends.push(end);
    this.flags.push(UNKNOWN);
    this.gaps.push(at - from > MAX_GAP ? gap | OTHER : gap);
    this.at = end;
    return true;
  }

  start(i: number): number {
    return this.has(i) ? (this.starts[i] as number) : this.text.length;
  }

  end(i: number): number {
    return this.has(i) ? (this.ends[i] as number) : this.text.length;
  }

  /** What stands before token `i`; OTHER outside the stretch. */
  gap(i: number): number {
    return this.has(i) ? (this.gaps[i] as number) : OTHER;
  }

  /** A token as it is written; empty outside the stretch. */
  raw(i: number): string {
    return this.has(i) ? this.text.slice(this.starts[i], this.ends[i]) : "";
  }

  /** The same in lower case. */
  word(i: number): string {
    let word = this.words[i];
    if (word === undefined) {
      word = this.raw(i).toLowerCase();
      this.words[i] = word;
    }
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

  private length(i: number): number {
    return this.has(i) ? (this.ends[i] as number) - (this.starts[i] as number) : 0;
  }

  /** Whether a token begins with a digit. */
  isNumeric(i: number): boolean {
    return this.has(i) && isDigit(codeAt(this.text, this.starts[i] as number));
  }

  /** Number of a house: up to five digits, a range, a letter. */
  isHouse(i: number): boolean {
    return this.length(i) < 12 && this.isNumeric(i) && HOUSE.test(this.raw(i));
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
    const isElided = isJointUnit(codeAt(this.text, start + 1));
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
function isNumberJoint(code: number): boolean {
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
  if (!isNumberJoint(code)) return false;
  return isDigit(codeAt(text, at + 1)) || isHouseLetter(text, at);
}

function joinsWord(text: string, at: number, code: number): boolean {
  return isJointUnit(code) && isWordUnit(codeAt(text, at + 1));
}

/** A stretch of a text that lies near numbers. */
export interface Stretch {
  readonly tokens: Tokens;
  /** Where its last digit stands, of whatever number. */
  readonly lastDigit: number;
  readonly end: number;
}

/** The stretches of a text that lie near numbers, one after another. */
export class Stretches {
  readonly #text: string;
  readonly #survey: Survey;
  /** The next run of digits that has not been looked at. */
  #run = 0;
  #floor = 0;

  constructor(text: string) {
    this.#text = text;
    this.#survey = surveyOf(text);
  }

  /** The next one, or null. */
  next(): Stretch | null {
    const text = this.#text;
    const floor = this.#floor;
    const at = this.#nextNumber(text.length);
    if (at === -1) return null;
    let from = Math.max(floor, at - REACH_BEFORE);
    // Never begin inside a word.
    while (from > floor && from < at && isWordUnit(codeAt(text, from - 1))) from++;
    let last = at;
    for (let next = at; next !== -1; next = this.#nextNumber(last + REACH_BEFORE + REACH_BEHIND)) {
      last = next;
    }
    const end = Math.min(text.length, last + REACH_BEHIND);
    let lastDigit = end - 1;
    while (!isDigit(codeAt(text, lastDigit))) lastDigit--;
    this.#floor = end;
    return { tokens: new Tokens(text, from, end), lastDigit, end };
  }

  /** Where the next number begins, up to `limit`, that can be a house's, a flat's or a postcode, or -1. */
  #nextNumber(limit: number): number {
    const { digitRuns, digitStarts, digitEnds } = this.#survey;
    for (; this.#run < digitRuns; this.#run++) {
      const at = digitStarts[this.#run] as number;
      if (at > limit) return -1;
      const end = digitEnds[this.#run] as number;
      const isShort = at >= this.#floor && end - at <= MAX_DIGITS;
      if (isShort && isOpen(this.#text, at - 1, -1) && isOpen(this.#text, end, 1)) {
        this.#run++;
        return at;
      }
    }
    return -1;
  }
}

/** Whether a number ends at `at`: no word, date, time or sum goes on there. A letter may stand behind it. */
function isOpen(text: string, at: number, step: 1 | -1): boolean {
  const code = codeAt(text, at);
  if (isWordUnit(code)) return step === 1 && !isDigit(code);
  const goesOn = isNumberJoint(code) && isDigit(codeAt(text, at + step));
  return !goesOn || (step === 1 && (code === 45 || code === 47) && !isDate(text, at));
}

/** "2024-03-15" and "12/03/2024", seen from the first joint. */
function isDate(text: string, at: number): boolean {
  return codeAt(text, at + 3) === codeAt(text, at);
}
