// What a text holds, found out once for all recognizers: which signs are in it, and where its digits stand.

import { FOREIGN, INVISIBLE } from "./look-alikes.ts";

/** Signs a text may hold, as bits of `Survey.signs`. */
export const SIGN = {
  at: 1,
  colon: 2,
  dot: 4,
  dash: 8,
  bracket: 16,
  ampersand: 32,
  percent: 64,
  /** Any code unit beyond ASCII. */
  foreign: 128,
  /** One that may be a part of a disguise (disguise.ts). */
  disguise: 256,
} as const;

const SIGN_BY_CHAR = [
  ["@", SIGN.at],
  [":", SIGN.colon],
  [".", SIGN.dot],
  ["-", SIGN.dash],
  ["(", SIGN.bracket],
  ["[", SIGN.bracket],
  ["{", SIGN.bracket],
  ["&", SIGN.ampersand],
  ["%", SIGN.percent],
] as const;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** What is known of one text. */
export interface Survey {
  /** Signs in the text, bits of `SIGN`. */
  readonly signs: number;
  /** How many runs of digits (0-9) there are, where each begins and ends. */
  readonly digitRuns: number;
  readonly digitStarts: readonly number[];
  readonly digitEnds: readonly number[];
}

let lastText = "";
let lastSurvey = surveyAnew("");

/** What there is in `text`. Kept for the text asked about last, which all recognizers ask about in turn. */
export function surveyOf(text: string): Survey {
  if (text !== lastText) {
    lastSurvey = surveyAnew(text);
    lastText = text;
  }
  return lastSurvey;
}

function surveyAnew(text: string): Survey {
  const digitStarts: number[] = [];
  const digitEnds: number[] = [];
  for (const { 0: digits, index } of text.matchAll(/[0-9]+/g)) {
    digitStarts.push(index);
    digitEnds.push(index + digits.length);
  }
  return { signs: signsIn(text), digitRuns: digitStarts.length, digitStarts, digitEnds };
}

function signsIn(text: string): number {
  let signs = 0;
  for (const [char, sign] of SIGN_BY_CHAR) if (text.includes(char)) signs |= sign;
  if (!BEYOND_ASCII.test(text)) return signs;
  const isDisguise = INVISIBLE.test(text) || FOREIGN.test(text);
  return signs | SIGN.foreign | (isDisguise ? SIGN.disguise : 0);
}
