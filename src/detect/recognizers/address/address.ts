// ADDRESS by rules and lists: streets with a number, post boxes and military mail, and all that belongs to the address after
// them. Forms according to the addressing guides of the national posts (USPS Publication 28, Canada Post, Royal Mail) and
// the templates of UPU S42. One scan over the ranges near a digit.

import { runToEnd, type Steps } from "../../../core/steps.ts";
import { wordSet } from "../../../core/word-set.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import { type Range, Ranges } from "./address-ranges.ts";
import { type FoundAddress, mailbox, usTown } from "./address-special.ts";
import { numberFirst, numberLast, type StreetName } from "./address-street.ts";
import { type Tail, tailOf } from "./address-tail.ts";
import { BLANK, COMMA, DOT, LINE, type Tokens } from "./address-tokens.ts";
import { CONNECTOR, LABEL, NO_TOWN, NUMBERED, UNIT, VERB } from "./address-words.ts";

const spanAt = spansOf("address", "ADDRESS");

/** Recognizer of postal addresses. */
export const address: Recognizer = {
  name: "address",
  entityTypes: ["ADDRESS"],
  scan: (text) => runToEnd(findAddresses(text)),
  steps: findAddresses,
};

function* findAddresses(text: string): Steps<Span[]> {
  const spans: Span[] = [];
  const ranges = new Ranges(text);
  let floor = 0;
  for (let range = ranges.next(); range !== null; range = ranges.next()) {
    floor = yield* scanRange(range, floor, spans);
  }
  return spans;
}

/** Tokens in one step, and the most that a step costs. */
const STEP_TOKENS = 4_096;
const STEP_COST = 8;

/** Adds the addresses of a range to `spans`; returns the end of the last one so far. In steps: a range may be long. */
function* scanRange({ tokens, lastDigit }: Range, end: number, spans: Span[]): Steps<number> {
  let floor = end;
  for (let k = 0; tokens.has(k) && tokens.start(k) <= lastDigit; k++) {
    if (k % STEP_TOKENS === STEP_TOKENS - 1) yield STEP_COST;
    if (!tokens.isNumeric(k) || tokens.start(k) < floor) continue;
    const place = placeAt(tokens, k);
    if (place === null) continue;
    const start = tokens.start(place.first);
    if (start < floor) continue;
    floor = tokens.end(place.last);
    // The closing bracket of a province: "(RC)".
    if (isClosingOpen(tokens, place.last)) floor++;
    spans.push(spanAt(start, floor, place.score, place.reason));
    k = place.last;
  }
  return floor;
}

/** Whether a bracket opens directly before token `i` and closes directly after it. */
function isClosingOpen(t: Tokens, i: number): boolean {
  return t.text.charAt(t.start(i) - 1) === "(" && t.text.charAt(t.end(i)) === ")";
}

/** The address around the number at `k`, or null. */
function placeAt(t: Tokens, k: number): FoundAddress | null {
  // A number in a row of numbers is not a house number.
  if (t.isNumeric(k - 1) && t.isNumeric(k + 1)) return null;
  const special = mailbox(t, k);
  if (special !== null) return special;
  if (!t.isHouse(k)) return null;
  const before = numberLast(t, k);
  if (before?.isSure) return confirmed(t, before);
  const after = numberFirst(t, k);
  for (const core of [after, before, plainName(t, k)]) {
    const place = core === null ? null : confirmed(t, core);
    if (place !== null) return place;
  }
  return usTown(t, k);
}

/** The address around a street; null when the street needs a confirmation and has none. */
function confirmed(t: Tokens, core: StreetName): FoundAddress | null {
  const first = withNumberBefore(t, core.first);
  const isLower = isLowerCase(t, core);
  const tail = tailOf(t, withLetter(t, core.last), isLower);
  const isWhole = !core.isPlain || (!isLower && isClosed(t, core.last));
  const isAnnounced = isWhole && isAnnouncedAt(t, first, tail.last);
  const isProven = core.isPlain
    ? isPlainProven(t, core, tail) && (!isLower || tail.hasUnit)
    : isProvenBy(t, core, tail);
  if (!core.isSure && !isAnnounced && !isProven) return null;
  const weight = core.isSure ? 0.8 : 0.65;
  const score = core.isPlain ? 0.6 : tail.hasPostcode ? 0.9 : weight;
  const whole = withCorner(t, first, tail.last);
  return { ...whole, score, reason: core.reason };
}

/** Whether the text after a doubtful street proves it. If its number is a year, a country or region is not enough. */
function isProvenBy(t: Tokens, { first, last }: StreetName, tail: Tail): boolean {
  const hasYear = t.isYear(first) || t.isYear(last);
  return hasYear ? tail.hasPostcode || tail.hasUnit : tail.isConfirmed;
}

/** Whether the text after a name and a number proves a street: a flat, or a postcode that is set off. */
function isPlainProven(t: Tokens, { first, last }: StreetName, tail: Tail): boolean {
  const isSetOff = (t.gap(last + 1) & (COMMA | LINE)) !== 0;
  return tail.hasUnit || (tail.hasPostcode && isSetOff && first < last - 1);
}

/** A house letter that a blank separates: "7 b,". */
function withLetter(t: Tokens, last: number): number {
  const isLetter = t.gap(last + 1) === BLANK && /^[a-z]$/.test(t.raw(last + 1));
  return isLetter && t.isNumeric(last) && t.gap(last + 2) !== BLANK ? last + 1 : last;
}

/** Words that continue the sentence after an address; nouns that the number counts are not among them. */
const SENTENCE_WORDS = wordSet(
  "in on and or at near for to from with since by if when last this next please until where st street",
);

/** Whether a name with a number ends at `last`: it does not in "at Hilton 5 nights". */
function isClosed(t: Tokens, last: number): boolean {
  const isWord = t.gap(last + 1) === BLANK && !t.isCapital(last + 1) && !t.is(last + 1, UNIT);
  return !isWord || SENTENCE_WORDS.has(t.word(last + 1));
}

function isLowerCase(t: Tokens, { first, last }: StreetName): boolean {
  for (let i = first; i <= last; i++) if (t.isCapital(i)) return false;
  return true;
}

/** First token of what precedes the street: one more number, or a unit with a comma after it. */
function withNumberBefore(t: Tokens, first: number): number {
  const before = first - 1;
  if (!t.isHouse(before)) return first;
  const isUnit = t.is(before - 1, UNIT) && t.gap(before) === BLANK;
  if (isUnit && (t.gap(first) & ~(BLANK | LINE)) === COMMA) return before - 1;
  return t.gap(first) === BLANK ? before : first;
}

const PREPOSITIONS = wordSet("at in on to is was be from near of it");
const COLON = /^ ?[:=-]\s{0,12}$/;
/** Most words between the announcing word and the address. */
const MAX_BETWEEN = 4;

/** Whether the words before token `first` announce an address: "Address:", "lives at", "the corner of". */
function isAnnouncedAt(t: Tokens, first: number, last: number): boolean {
  const before = first - 1;
  if (before < 0) return false;
  const gap = t.text.slice(t.end(before), t.start(first));
  const isColon = gap.length < 20 && COLON.test(gap);
  if (!isColon && (t.gap(first) !== BLANK || !PREPOSITIONS.has(t.word(before)))) return false;
  for (let i = before; i > before - MAX_BETWEEN && i >= 0; i--) {
    if (t.is(i, LABEL) || (!isColon && t.is(i, VERB))) return true;
    if (t.word(i) === "corner") return t.word(last + 1) === "and";
    if (t.gap(i) !== BLANK) return false;
  }
  return false;
}

/** Extends "the corner of 12 Elm Street and Oak Street" to both streets. */
function withCorner(t: Tokens, first: number, last: number): { first: number; last: number } {
  const isCorner = t.word(first - 1) === "of" && t.word(first - 2) === "corner";
  if (!isCorner) return { first, last };
  let end = last;
  if (t.word(last + 1) === "and" && (t.gap(last + 1) & ~DOT) === BLANK) {
    for (let i = last + 2; i < last + 7 && t.isInsideName(i); i++) {
      if (t.isCapital(i) || t.isHouse(i)) end = i;
      else if (!t.is(i, CONNECTOR)) break;
    }
  }
  return { first: t.word(first - 3) === "the" ? first - 3 : first - 2, last: end };
}

/**
 * A name and a number without any street word ("69 Roheline 43", "Askelund 1"): an address only if something else confirms
 * it.
 */
function plainName(t: Tokens, k: number): StreetName | null {
  const isNone = t.isYear(k) || CASELESS.test(t.raw(k + 1)) || CASELESS.test(t.raw(k - 1));
  return isNone ? null : (nameAfter(t, k) ?? nameBefore(t, k));
}

/** A word in a script without capitals, so that no capital shows a name: Hindi, Thai, Chinese and others. */
const CASELESS = /^\p{Lo}/u;

function plain(first: number, last: number): StreetName {
  return { first, last, isSure: false, isPlain: true, reason: "name and number" };
}

function nameAfter(t: Tokens, k: number): StreetName | null {
  const isLower = !t.isCapital(k + 1);
  if (t.gap(k + 1) !== BLANK || t.is(k + 1, NO_TOWN | UNIT | NUMBERED)) return null;
  if (isLower && t.role(k + 1) !== 0) return null;
  let last = k + 1;
  for (let i = k + 2; i < k + 7 && t.isInsideName(i); i++) {
    if (t.isHouse(i)) return plain(k, i);
    if (t.is(i, UNIT)) break;
    if (t.isCapital(i) !== isLower && (!isLower || t.role(i) === 0)) last = i;
    else if (!t.is(i, CONNECTOR)) break;
  }
  return plain(k, last);
}

function nameBefore(t: Tokens, k: number): StreetName | null {
  const p = k - 1;
  if (t.gap(k) !== BLANK || !t.isCapital(p) || t.is(p, NO_TOWN | UNIT | NUMBERED)) return null;
  let first = p;
  while (first > p - 5 && t.isInsideName(first)) {
    const isName = t.isCapital(first - 1) && !t.is(first - 1, NO_TOWN);
    if (!isName && !(t.is(first - 1, CONNECTOR) && t.isCapital(first - 2))) break;
    first--;
  }
  return plain(first, k);
}
