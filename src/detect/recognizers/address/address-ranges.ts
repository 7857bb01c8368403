// The ranges of a text that an address can be in: those near a number.

import { codeAt, isDigit, isWordUnit } from "../../text/chars.ts";
import { type DigitRun, digitRunsOf } from "../../text/digit-runs.ts";
import { isNumberSeparator, Tokens } from "./address-tokens.ts";

/** How many characters an address, with the words that announce it, extends before and after its numbers. */
const REACH_BEFORE = 90;
const REACH_AFTER = 130;
/** Longer numbers are not part of addresses. */
const MAX_DIGITS = 6;
/** A range of a text near numbers. */
export interface Range {
  readonly tokens: Tokens;
  readonly lastDigit: number;
  readonly end: number;
}

/** Iterates over the ranges of a text near numbers. */
export class Ranges {
  readonly #text: string;
  readonly #runs: readonly DigitRun[];
  /** Index of the next run of digits to examine. */
  #next = 0;
  #floor = 0;

  constructor(text: string) {
    this.#text = text;
    this.#runs = digitRunsOf(text);
  }

  next(): Range | null {
    const text = this.#text;
    const floor = this.#floor;
    const at = this.#nextNumber(text.length);
    if (at === -1) return null;
    let from = Math.max(floor, at - REACH_BEFORE);
    // Never begin inside a word.
    while (from > floor && from < at && isWordUnit(codeAt(text, from - 1))) from++;
    let last = at;
    for (let next = at; next !== -1; next = this.#nextNumber(last + REACH_BEFORE + REACH_AFTER)) {
      last = next;
    }
    const end = Math.min(text.length, last + REACH_AFTER);
    let lastDigit = end - 1;
    while (!isDigit(codeAt(text, lastDigit))) lastDigit--;
    this.#floor = end;
    return { tokens: new Tokens(text, from, end), lastDigit, end };
  }

  /** Start of the next number, up to `limit`, that can be of a house, a flat or a postcode; -1 when there is none. */
  #nextNumber(limit: number): number {
    for (; this.#next < this.#runs.length; this.#next++) {
      const { start: at, end } = this.#runs[this.#next] as DigitRun;
      if (at > limit) return -1;
      const isShort = at >= this.#floor && end - at <= MAX_DIGITS;
      if (isShort && isAlone(this.#text, at, end)) {
        this.#next++;
        return at;
      }
    }
    return -1;
  }
}

function isAlone(text: string, start: number, end: number): boolean {
  return isOpen(text, start - 1, -1) && isOpen(text, end, 1);
}

/** Whether a number ends at `at`: it is not part of a word, date, time or amount. A letter may follow it. */
function isOpen(text: string, at: number, step: 1 | -1): boolean {
  const code = codeAt(text, at);
  if (isWordUnit(code)) return step === 1 && !isDigit(code);
  const goesOn = isNumberSeparator(code) && isDigit(codeAt(text, at + step));
  return !goesOn || (step === 1 && (code === 45 || code === 47) && !isDate(text, at));
}

/** Whether the separator at `at` is the first one of a date such as "2024-03-15" or "12/03/2024". */
function isDate(text: string, at: number): boolean {
  return codeAt(text, at + 3) === codeAt(text, at);
}
