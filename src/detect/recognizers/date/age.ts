// AGE: how old a person is, where words say so: "79-year-old", "aged 34", "34 years old", "age: 34",
// "34 y/o", "turned 47". The number alone is the value. Only 0 to 120, and no amounts of other things.

import type { Recognizer, Span } from "../../span.ts";
import { codeAt, isDigit, isWord } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { fitsAt } from "../../text/sticky.ts";

const MAX_DIGITS = 3;
const MAX_AGE = 120;
/** Before a number: amounts and counts. */
const AMOUNT_SIGNS = codesOf("$€£#+");
/** Between digits: dates, times, longer numbers. */
const SEPARATORS = codesOf(".,:/");
const DASH = 45;
const PERCENT = 37;
/** Behind the number. "Years old" may be a thing's age too; a person's is the common case. */
const BEHIND =
  /(?:[ -](?:years?|yrs?|months?|weeks?|days?)[ -]old|[ -]?(?:y\/o|yo|y\.o\.)(?!\w)|[ -]years?[ -]of[ -]age| ans(?! \w)| Jahre alt| años de edad| anni di età)/iy;
/** A woman or man in a clinical note: "34F", "58 M". */
const CLINICAL = /(?: ?[FM]|[ -](?:male|female))(?:[ ,.)](?!\d)|$)/y;
/** Before the number: a word of age as the nearest one. */
const BEFORE =
  /(?:\b(?:aged?|ages|alter|edad|età|turned|turning|turns?)(?: (?:is|was|of|at|just))?["']?\s?[:=]?\s?["']?|\bat the (?:ripe )?age of |\b(?:I am|I'm|I’m|(?:he|she)(?: is| was|'s|’s)) )$/i;
/** "I'm 47" needs the end of the statement; "I'm 47 miles away" is no age. */
const PRONOUN = /\b(?:turn|am|I'm|I’m|is|was|'s|’s) $/i;
const END_OF_STATEMENT = /(?:[.,;!?]|$| and | but | now)/y;
/** Things that are counted behind "turned", "at": "aged 34 days" is an age, "turned 90 degrees" not. */
const COUNTED = /[ -]?(?:degrees|percent|pages|minutes|hours|times|people|%|°|[$€£])/iy;
const BEFORE_CHARS = 26;
/** Recognizer of ages of persons. */
export const age: Recognizer = {
  name: "age",
  entityTypes: ["AGE"],
  scan(text) {
    const spans: Span[] = [];
    for (const { start, end } of digitRunsOf(text)) {
      if (end - start > MAX_DIGITS || !standsAlone(text, start, end)) continue;
      const reason = ageReason(text, start, end);
      if (reason === null) continue;
      spans.push({ start, end, entityType: "AGE", score: 0.8, recognizer: "age", reason });
    }
    return spans;
  },
};

function codesOf(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)));
}

/** No part of a word, a date, a longer number or an amount. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = codeAt(text, start - 1);
  if (isWord(before) || AMOUNT_SIGNS.has(before)) return false;
  if ((SEPARATORS.has(before) || before === DASH) && isDigit(codeAt(text, start - 2))) return false;
  const behind = codeAt(text, end);
  return behind !== PERCENT && !(SEPARATORS.has(behind) && isDigit(codeAt(text, end + 1)));
}

/** Why the number from `start` to `end` is an age, or null. */
function ageReason(text: string, start: number, end: number): string | null {
  if (Number(text.slice(start, end)) > MAX_AGE) return null;
  if (fitsAt(BEHIND, text, end)) return "number before words of age";
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  if (!BEFORE.test(before) || fitsAt(COUNTED, text, end)) {
    return fitsAt(CLINICAL, text, end) && /\b(?:patient|pt)[ :,]{1,2}$/i.test(before)
      ? "number and sex of a patient"
      : null;
  }
  if (PRONOUN.test(before) && !fitsAt(END_OF_STATEMENT, text, end)) return null;
  return "number behind a word of age";
}
