// Positions of the digits in a text, found once for all recognizers that begin at digits.

import { codeAt, isDigit } from "./chars.ts";

/** A run of digits (0-9) that is not part of a longer one. */
export interface DigitRun {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last. */
  readonly end: number;
}

let lastText = "";
let lastRuns: readonly DigitRun[] = [];

/** The runs of digits in `text`, in order. Cached for the last text, since all recognizers ask about it in turn. */
export function digitRunsOf(text: string): readonly DigitRun[] {
  if (text !== lastText) {
    lastRuns = runsIn(text);
    lastText = text;
  }
  return lastRuns;
}

function runsIn(text: string): DigitRun[] {
  const runs: DigitRun[] = [];
  const digit = /[0-9]/g;
  while (digit.test(text)) {
    const start = digit.lastIndex - 1;
    let end = start + 1;
    while (isDigit(codeAt(text, end))) end++;
    runs.push({ start, end });
    digit.lastIndex = end;
  }
  return runs;
}
