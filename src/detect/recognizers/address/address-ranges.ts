// The ranges of a text that an address can stand in: those near a number.

import { codeAt, isDigit, isWordUnit } from "../../text/chars.ts";
import { type DigitRun, digitRunsOf } from "../../text/digit-runs.ts";
import { isNumberSeparator, Tokens } from "./address-tokens.ts";

/** An address and what announces it reach no further from its numbers. */
const REACH_BEFORE = 90;
const REACH_BEHIND = 130;
/** Longer numbers are in no address. */
const MAX_DIGITS = 6;
/** A range of a text that lies near numbers. */
export interface Range {
  readonly tokens: Tokens;
  /** Where its last digit stands, of whatever number. */
  readonly lastDigit: number;
  readonly end: number;
}

/** The ranges of a text that lie near numbers, one after another. */
export class Ranges {
  readonly #text: string;
  readonly #runs: readonly DigitRun[];
  /** The next run of digits that has not been looked at. */
  #next = 0;
  #floor = 0;

  constructor(text: string) {
    this.#text = text;
    this.#runs = digitRunsOf(text);
  }

  /** The next one, or null. */
  next(): Range | null {
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

/** Whether a number ends at `at`: no word, date, time or sum goes on there. A letter may stand behind it. */
function isOpen(text: string, at: number, step: 1 | -1): boolean {
  const code = codeAt(text, at);
  if (isWordUnit(code)) return step === 1 && !isDigit(code);
  const goesOn = isNumberSeparator(code) && isDigit(codeAt(text, at + step));
  return !goesOn || (step === 1 && (code === 45 || code === 47) && !isDate(text, at));
}

/** "2024-03-15" and "12/03/2024", seen from the first separator. */
function isDate(text: string, at: number): boolean {
  return codeAt(text, at + 3) === codeAt(text, at);
}
