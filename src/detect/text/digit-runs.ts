// Where the digits of a text stand, found once for all recognizers that begin at digits.

/** A run of digits (0-9) that is part of no longer one. */
export interface DigitRun {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last. */
  readonly end: number;
}

let lastText = "";
let lastRuns: readonly DigitRun[] = [];

/** The runs of digits in `text`, by place. Kept for the text asked about last: all recognizers ask in turn. */
export function digitRunsOf(text: string): readonly DigitRun[] {
  if (text !== lastText) {
    lastRuns = Array.from(text.matchAll(/[0-9]+/g), ({ 0: digits, index }) => ({
      start: index,
      end: index + digits.length,
    }));
    lastText = text;
  }
  return lastRuns;
}
