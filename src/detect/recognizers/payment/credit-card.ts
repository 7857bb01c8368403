// CREDIT_CARD: payment card numbers (ISO/IEC 7812-1): 12 to 19 digits that pass Luhn's check and are in a major brand's
// issuer range, without separators or in groups as brands print them. After a word that names a payment card one of the two
// is enough, because a mistyped or invented number stands for a card all the same.

import { runToEnd, type Steps } from "../../../core/steps.ts";
import { wordSet } from "../../../core/word-set.ts";
import { passesLuhn } from "../../../reference/check-digits.ts";
import { charsAfterDigit, wordsBefore } from "../../labels/context.ts";
import { LABEL_SCORE } from "../../labels/label-values.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import {
  codeAt,
  isAlphanumeric,
  isBlank,
  isDigit,
  isHex,
  isLetter,
  isWord,
  isWordAfter,
  isWordBefore,
} from "../../text/chars.ts";
import { type DigitRun, digitRunsOf } from "../../text/digit-runs.ts";

const CARD_WORDS = wordSet(
  "card cards cc creditcard credit debit visa mastercard maestro amex jcb pan",
);
/** Words before "card" that make it a card without payment. */
const OTHER_CARDS = wordSet(
  "sim id identity library loyalty membership member gift insurance health green report business sd " +
    "memory student medicare video graphics sound",
);
/** Words between the naming word and the number: "card number:", "card on file", "card ending". */
const FILLERS = wordSet(
  "number no nr num is on file ending with in the my her his their a of and was it",
);
/** How many characters before the number are searched for such a word. */
const CONTEXT_CHARS = 40;

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
/** Lengths of the groups as printed: a single group, fours, Amex and Diners, 13-digit Visa, halves. */
const SHAPES = /^(?:\d{2}|4(?:-4)+(?:-[1-4])?|4-6-[45]|4-4-5|8-8|6-13)$/;
const MAX_GROUPS = 5;
/** Most groups of four before a card with the same separator: a year, a time, the end of a phone number. */
const MAX_FOURS = 2;
/** Score when both the check digit and the issuer range fit. */
const FULL = 1;
/** Score of a number after a card's name that fails its check: above that of any other label. */
const NAMED_SCORE = LABEL_SCORE + 0.02;
const CARD_GROUPS = /^4(?:-4-4-4|-6-5)$/;
const DOT = 46;
const DASH = 45;

const spanAt = spansOf("credit-card", "CREDIT_CARD");

/** Recognizer of payment card numbers. */
export const creditCard: Recognizer = {
  name: "credit-card",
  entityTypes: ["CREDIT_CARD"],
  scan: (text) => runToEnd(cardsIn(text)),
  steps: cardsIn,
};

/** Groups in one step, and the most that a step costs: 64 KiB of groups of four, each of which may begin a card, cost 32. */
const STEP_GROUPS = 2_048;
const STEP_COST = 5;

function* cardsIn(text: string): Steps<Span[]> {
  const spans: Span[] = [];
  let tried = 0;
  for (const groups of rowsOf(text)) {
    let from = 0;
    let floor = 0;
    while (from < groups.length) {
      if (++tried % STEP_GROUPS === 0) yield STEP_COST;
      const { count, evidence } = longestCard(text, groups, from, floor);
      const [first, last] = [groups[from], groups[from + count - 1]];
      const isFound = first !== undefined && last !== undefined && evidence !== null;
      if (!isFound || isBeforeSurer(text, groups, from, count, evidence)) {
        from++;
        continue;
      }
      spans.push(spanAt(first.start, last.end, evidence.score, evidence.reason));
      from += count;
      floor = from;
    }
  }
  return spans;
}

/** Rows of digit groups joined by single blanks, dashes or dots. */
function rowsOf(text: string): DigitRun[][] {
  const rows: DigitRun[][] = [];
  let end = -1;
  for (const group of digitRunsOf(text)) {
    const separator = codeAt(text, end);
    const isSeparator = separator === DASH || separator === DOT || isBlank(separator);
    const isJoined = end === group.start - 1 && isSeparator;
    if (isJoined) rows.at(-1)?.push(group);
    else rows.push([group]);
    end = group.end;
  }
  return rows;
}

/**
 * Whether a guess would take groups of a card whose check digit and issuer range fit: "card 4530 4111 1111 1111 1111". A
 * check digit alone is not enough, one in ten passes by chance: "card 1234 5678 9012 3456" is one card of sixteen digits.
 */
function isBeforeSurer(
  text: string,
  groups: readonly DigitRun[],
  from: number,
  count: number,
  { score }: Evidence,
): boolean {
  if (score >= FULL) return false;
  for (let at = from + 1; at < from + count; at++) {
    if ((longestCard(text, groups, at, from).evidence?.score ?? 0) >= FULL) return true;
  }
  return false;
}

interface Evidence {
  readonly score: number;
  readonly reason: string;
}

/**
 * How many groups from `from` on form a card, and why; 0 if they form none. At most MAX_GROUPS tries. Groups before `floor`
 * belong to cards already found.
 */
function longestCard(
  text: string,
  groups: readonly DigitRun[],
  from: number,
  floor: number,
): { count: number; evidence: Evidence | null } {
  for (let count = Math.min(MAX_GROUPS, groups.length - from); count > 0; count--) {
    const window = groups.slice(from, from + count);
    const digits = window.reduce((sum, group) => sum + lengthOf(group), 0);
    if (digits < MIN_DIGITS) break;
    const evidence = isPrintedAsCard(text, window) ? evidenceOf(text, window) : null;
    if (evidence === null) continue;
    const isWhole =
      evidence.score >= FULL
        ? !isRest(text, groups, from, floor, count)
        : standsApart(text, window, groups[from - 1], groups[from + count]);
    if (isWhole) return { count, evidence };
  }
  return { count: 0, evidence: null };
}

function isPrintedAsCard(text: string, window: readonly DigitRun[]): boolean {
  const [first, last] = [window[0], window.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (!SHAPES.test(window.map(lengthOf).join("-"))) return false;
  const separators = new Set(window.slice(1).map((group) => text.charAt(group.start - 1)));
  if (separators.size > 1) return false;
  // Two groups with a dot between are a decimal number.
  if (window.length === 2 && separators.has(".")) return false;
  const before = codeAt(text, first.start - 1);
  const after = codeAt(text, last.end);
  if (isAlphanumeric(before) || isAlphanumeric(after)) return false;
  // Part of a decimal number.
  if (before === DOT && isDigit(codeAt(text, first.start - 2))) return false;
  return !(after === DOT && isDigit(codeAt(text, last.end + 1)));
}

/** Whether digits that pass the check are the rest of a longer number: a UUID, a key, a mistyped IBAN. */
function isRest(
  text: string,
  groups: readonly DigitRun[],
  from: number,
  floor: number,
  count: number,
): boolean {
  const first = groups[from];
  if (first === undefined || (from > 0 && from === floor)) return false;
  const separator = text.charAt(first.start - 1);
  if (separator === "-" && isEndOfUuid(text, first)) return true;
  if (count === 1 || separator !== text.charAt(first.end)) return false;
  let at = from - 1;
  while (at >= floor && from - at <= MAX_FOURS + 1 && isFour(text, groups[at], separator)) at--;
  return from - at > MAX_FOURS + 1 || isIbanHead(text, groups[at]);
}

/** Whether a group has four digits and is followed by `separator`. */
function isFour(text: string, group: DigitRun | undefined, separator: string): boolean {
  return group !== undefined && lengthOf(group) === 4 && text.charAt(group.end) === separator;
}

/** Whether a group is the check digits of an IBAN: two digits after two letters, as in "DE89 ". */
function isIbanHead(text: string, group: DigitRun | undefined): boolean {
  if (group === undefined || lengthOf(group) !== 2) return false;
  const { start } = group;
  const areLetters = isLetter(codeAt(text, start - 1)) && isLetter(codeAt(text, start - 2));
  return areLetters && !isWord(codeAt(text, start - 3));
}

/** The stricter check for guesses: neither part of a word nor of a row that continues in the same way. */
function standsApart(
  text: string,
  window: readonly DigitRun[],
  previous: DigitRun | undefined,
  next: DigitRun | undefined,
): boolean {
  const [first, last] = [window[0], window.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (isWordBefore(text, first.start) || isWordAfter(text, last.end)) return false;
  const before = codeAt(text, first.start - 1);
  if (before === DASH && isEndOfUuid(text, first)) return false;
  if (window.length === 1 || previous === undefined) return true;
  const goesOn = lengthOf(previous) === 4 || (next !== undefined && lengthOf(next) === 4);
  return !goesOn && !(isBlank(before) && isWord(codeAt(text, previous.start - 1)));
}

/** Whether it is the last twelve digits of a UUID, or a group after a dash and another number. */
function isEndOfUuid(text: string, first: DigitRun): boolean {
  const beforeDash = codeAt(text, first.start - 2);
  return isDigit(beforeDash) || (isHex(beforeDash) && lengthOf(first) === MIN_DIGITS);
}

function lengthOf(group: DigitRun): number {
  return group.end - group.start;
}

function evidenceOf(text: string, window: readonly DigitRun[]): Evidence | null {
  const digits = window.map((group) => text.slice(group.start, group.end)).join("");
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  if (/^(\d)\1+$/.test(digits)) return null;
  const start = window[0]?.start ?? 0;
  const isBrand = isOfBrand(digits);
  if (isBrand && passesLuhn(digits))
    return { score: FULL, reason: "Luhn check digit and issuer range" };
  // Digits of no brand that fail the check may be any number, if they are many or grouped as other numbers are too.
  const groups = window.map(lengthOf).join("-");
  const isCardLike = isBrand || passesLuhn(digits) || CARD_GROUPS.test(groups);
  if (!isCardLike && (window.length > 1 || digits.length > 16)) return null;
  return isNamedCard(text, start)
    ? { score: NAMED_SCORE, reason: "behind a word that names a card" }
    : null;
}

/** Whether the nearest meaningful word before `start`, after any earlier digits, names a card. */
function isNamedCard(text: string, start: number): boolean {
  const words = wordsBefore(text, start, charsAfterDigit(text, start, CONTEXT_CHARS));
  const at = words.findLastIndex((word) => !FILLERS.has(word));
  return CARD_WORDS.has(words[at] ?? "") && !OTHER_CARDS.has(words[at - 1] ?? "");
}

interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

// Issuer ranges as the brands publish them. The 15-digit JCB ranges are retired but still occur in old data.
const BRANDS: readonly Brand[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] }, // Discover
  { prefix: /^(?:30[0-5]|3095|3[689])/, lengths: [14, 15, 16, 17, 18, 19] }, // Diners Club
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^(?:2131|1800)/, lengths: [15] }, // JCB, retired
  { prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] }, // UnionPay
  {
    prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, // Maestro
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];

/** Whether digits have the issuer range and the length of a major brand. */
function isOfBrand(digits: string): boolean {
  return BRANDS.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
}
