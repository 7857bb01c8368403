// AGE: a person's age where words say so: "79-year-old", "aged 34", "34 years old", "age: 34", "34 y/o", "turned 47". The
// span is the number alone, 0 to 120; amounts of other things do not count.

import { recognizerOf, type Span } from "../../span.ts";
import { codeAt, isDigit, isWord } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { fitsAt } from "../../text/sticky.ts";

const MAX_DIGITS = 3;
const MAX_AGE = 120;
const AMOUNT_SIGNS = codesOf("$€£#+");
/** Signs between the digits of dates, times and longer numbers. */
const SEPARATORS = codesOf(".,:/");
const DASH = 45;
const PERCENT = 37;
/** Words after the number. "Years old" may also be said of a thing, but a person's age is the common case. */
const AFTER =
  /(?:[ -](?:years?|yrs?|months?|weeks?|days?)[ -]old|[ -]?(?:y\/o|yo|y\.o\.)(?!\w)|[ -]years?[ -]of[ -]age| ans(?! \w)| Jahre alt| años de edad| anni di età)/iy;
/** The sex of a patient in a clinical note: "34F", "58 M". */
const CLINICAL = /(?: ?[FM]|[ -](?:male|female))(?:[ ,.)](?!\d)|$)/y;
/** Words of age directly before the number. */
const BEFORE =
  /(?:\b(?:aged?|ages|alter|edad|età|turned|turning|turns?)(?: (?:is|was|of|at|just))?["']?\s?[:=]?\s?["']?|\bat the (?:ripe )?age of |\b(?:I am|I'm|I’m|(?:he|she)(?: is| was|'s|’s)) )$/i;
/** After these the statement must end: "I'm 47" is an age, "I'm 47 miles away" is not. */
const PRONOUN = /\b(?:turn|am|I'm|I’m|is|was|'s|’s) $/i;
const END_OF_STATEMENT = /(?:[.,;!?]|$| and | but | now)/y;
/** Counted things after "turned" or "at": "aged 34 days" is an age, "turned 90 degrees" is not. */
const COUNTED = /[ -]?(?:degrees|percent|pages|minutes|hours|times|people|%|°|[$€£])/iy;
const BEFORE_CHARS = 26;
/** Recognizer of ages of persons. */
export const age = recognizerOf("age", "AGE", (text) => {
  const spans: Span[] = [];
  for (const { start, end } of digitRunsOf(text)) {
    if (end - start > MAX_DIGITS || !standsAlone(text, start, end)) continue;
    const reason = ageReason(text, start, end);
    if (reason === null) continue;
    spans.push({ start, end, entityType: "AGE", score: 0.8, recognizer: "age", reason });
  }
  return spans;
});

function codesOf(chars: string): ReadonlySet<number> {
  return new Set(Array.from(chars, (char) => char.charCodeAt(0)));
}

/** Whether a number is not part of a word, a date, a longer number or an amount. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = codeAt(text, start - 1);
  if (isWord(before) || AMOUNT_SIGNS.has(before)) return false;
  if ((SEPARATORS.has(before) || before === DASH) && isDigit(codeAt(text, start - 2))) return false;
  const after = codeAt(text, end);
  return after !== PERCENT && !(SEPARATORS.has(after) && isDigit(codeAt(text, end + 1)));
}

/** Why the number from `start` to `end` is an age; null when it is not. */
function ageReason(text: string, start: number, end: number): string | null {
  if (Number(text.slice(start, end)) > MAX_AGE) return null;
  if (fitsAt(AFTER, text, end)) return "number before words of age";
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  if (!BEFORE.test(before) || fitsAt(COUNTED, text, end)) {
    return fitsAt(CLINICAL, text, end) && /\b(?:patient|pt)[ :,]{1,2}$/i.test(before)
      ? "number and sex of a patient"
      : null;
  }
  if (PRONOUN.test(before) && !fitsAt(END_OF_STATEMENT, text, end)) return null;
  return "number behind a word of age";
}
