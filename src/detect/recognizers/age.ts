// AGE: how old a person is, where words say so: "79-year-old", "aged 34", "34 years old", "age: 34",
// "34 y/o", "turned 47". The number alone is the value. Only 0 to 120, and no amounts of other things.

import { isDigit, isWord } from "../chars.ts";
import type { Recognizer, Span } from "../span.ts";

const MAX_AGE = 120;
/** Behind the number. "Years old" may be a thing's age too; a person's is the common case. */
const BEHIND =
  /(?:[ -](?:years?|yrs?|months?|weeks?|days?)[ -]old|[ -]?(?:y\/o|yo|y\.o\.)(?!\w)|[ -]years?[ -]of[ -]age| ans(?! \w)| Jahre alt| años de edad| anni di età)/iy;
/** A woman or man in a clinical note: "34F", "58 M". */
const CLINICAL = /(?: ?[FM]|[ -](?:male|female))(?:[ ,.)](?!\d)|$)/y;
/** Before the number: a word of age as the nearest one. */
const BEFORE =
  /(?:\b(?:aged?|ages|alter|edad|età|turned|turning|turns?)(?: (?:is|was|of|at|just))?\s?[:=]?\s?"?|\bat the (?:ripe )?age of |\b(?:I am|I'm|I’m|(?:he|she)(?: is| was|'s|’s)) )$/i;
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
    for (let at = 0; at < text.length; at++) {
      if (!isDigit(text.charCodeAt(at))) continue;
      const start = at;
      while (isDigit(text.charCodeAt(at))) at++;
      const reason = at - start <= 3 ? judge(text, start, at) : null;
      if (reason === null) continue;
      const found = { start, end: at, entityType: "AGE", score: 0.8, recognizer: "age", reason };
      spans.push(found);
    }
    return spans;
  },
};

/** Why the number from `start` to `end` is an age, or null. */
function judge(text: string, start: number, end: number): string | null {
  if (Number(text.slice(start, end)) > MAX_AGE || !standsAlone(text, start, end)) return null;
  if (matches(BEHIND, text, end)) return "number before words of age";
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start);
  if (!BEFORE.test(before) || matches(COUNTED, text, end)) {
    return matches(CLINICAL, text, end) && /\b(?:patient|pt)[ :,]{1,2}$/i.test(before)
      ? "number and sex of a patient"
      : null;
  }
  if (PRONOUN.test(before) && !matches(END_OF_STATEMENT, text, end)) return null;
  return "number behind a word of age";
}

/** No part of a longer number, a date, a word or an amount. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  if (isWord(text.charCodeAt(start - 1)) || "$€£#+".includes(before || " ")) return false;
  if (".,:/-".includes(before || " ") && isDigit(text.charCodeAt(start - 2))) return false;
  const after = text.charAt(end) || " ";
  return !(".,:/".includes(after) && isDigit(text.charCodeAt(end + 1))) && after !== "%";
}

function matches(shape: RegExp, text: string, at: number): boolean {
  shape.lastIndex = at;
  return shape.test(text);
}
