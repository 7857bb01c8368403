// Where a phone number may begin in a text: at digits with enough of them near, and at the marks before them.

import { codeAt } from "../../text/chars.ts";
import { type Survey, surveyOf } from "../../text/survey.ts";

/** Fewer digits are in no shape at all: three pairs. */
const LEAST_DIGITS = 6;
/** The widest separator between two digits of a number: " - (". */
const MAX_GAP = 4;
const PLUS = 43;
const BRACKET = 40;
/** Those places, one after another. */
export class PhoneStarts {
  readonly #text: string;
  readonly #survey: Survey;
  #run = 0;

  constructor(text: string) {
    this.#text = text;
    this.#survey = surveyOf(text);
  }

  /** The next place at `from` or behind it, or -1. */
  next(from: number): number {
    const { digitRuns, digitStarts } = this.#survey;
    for (; this.#run < digitRuns; this.#run++) {
      const start = digitStarts[this.#run] as number;
      if (start >= from && this.#isLong()) return withMarks(this.#text, start, from);
    }
    return -1;
  }

  /** Whether enough digits stand close together from the current run on. */
  #isLong(): boolean {
    const { digitRuns, digitStarts, digitEnds } = this.#survey;
    let digits = 0;
    let end = digitStarts[this.#run] as number;
    for (let i = this.#run; i < digitRuns; i++) {
      const start = digitStarts[i] as number;
      if (start - end > MAX_GAP) return false;
      end = digitEnds[i] as number;
      digits += end - start;
      if (digits >= LEAST_DIGITS) return true;
    }
    return false;
  }
}

/** The place of "+" or "(" right before the digits at `start`, if it is not before `from`; else `start`. */
function withMarks(text: string, start: number, from: number): number {
  const isBracket = codeAt(text, start - 1) === BRACKET;
  const first = isBracket ? start - 1 : start;
  const blank = codeAt(text, first - 1) === 32 ? 1 : 0;
  const plus = first - blank - 1;
  if (plus >= from && codeAt(text, plus) === PLUS) return plus;
  return first >= from ? first : start;
}
