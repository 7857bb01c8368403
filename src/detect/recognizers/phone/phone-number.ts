// PHONE_NUMBER, FAX_NUMBER: one pass over the text finds candidates by shape; libphonenumber-js decides. International
// numbers have to be valid, North American groupings possible; other national numbers also need a word such as "tel" before
// them, or their region's exact way of writing.

import { runToEnd, type Steps } from "../../../core/steps.ts";
import type { Language } from "../../language/languages.ts";
import { Surroundings } from "../../language/surroundings.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import { codeAt, isAlphanumeric, isDigit, isWordAfter, isWordBefore } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { writtenAt } from "../../text/sticky.ts";
import { type NumberingPlans, numberingPlans } from "./numbering-plans.ts";
import {
  hasLabelAfter,
  isFax,
  isNamedPhone,
  isOtherNumber,
  isPhoneContext,
  isReachedAt,
  isSomebodys,
} from "./phone-context.ts";
import {
  ABROAD,
  BLANKS_ONLY,
  beginningsOf,
  EXCHANGE_IN_USE,
  EXTENSION,
  INTERNATIONAL,
  isLookAlike,
  LOCAL,
  NATIONAL,
  NORTH_AMERICAN,
  PAIRS,
  SIX_DIGITS,
  UNMISTAKABLE,
} from "./phone-shapes.ts";

interface Finding {
  readonly end: number;
  readonly reason: string;
}

interface Asked {
  readonly plans: NumberingPlans;
  readonly surroundings: Surroundings;
}

const NEXT_SEPARATORS: ReadonlySet<string> = new Set(["/", "-", ":", "."]);
/** Exchange reserved for fiction and directory service: enough evidence even without an area code. */
const FICTIONAL = /^555-/;
/** Three or more groups, or the E.164 form without separators with at least ten digits. */
const INTERNATIONAL_FORM = /^\D*\d+\D+\d+\D+\d|^\+\d{10,}$/;
/** A trunk zero and an area code. */
const TRUNK = /^\(?0[1-9]/;
/** Three or more groups, the first with a trunk zero; 9 to 11 digits. */
const TRUNK_FORM = /^\(?0\d{1,4}\)?(?:[ .-]\d{2,4}){2,4}$/;

const phoneAt = spansOf("phone-number", "PHONE_NUMBER");
const faxAt = spansOf("phone-number", "FAX_NUMBER");

/** A recognizer of phone numbers that uses these plans. */
export function createPhoneNumber(plans: NumberingPlans): Recognizer {
  return {
    name: "phone-number",
    entityTypes: ["PHONE_NUMBER", "FAX_NUMBER"],
    scan: (text, languages) => runToEnd(findNumbers(text, plans, languages)),
    steps: (text, languages) => findNumbers(text, plans, languages),
  };
}

/** Recognizer of phone numbers. */
export const phoneNumber: Recognizer = createPhoneNumber(numberingPlans);

const SCORE = 0.75;
/** More than a labelled form, less than a labelled check digit: "my number" is also a label of Japan. */
const SOMEBODYS_SCORE = 0.9;

/** Places tried in one step, and the most that a step costs: the library takes 10 us a question. */
const TRIED_IN_STEP = 128;
const STEP_COST = 12;

function* findNumbers(
  text: string,
  plans: NumberingPlans,
  languages: readonly Language[] | undefined,
): Steps<Span[]> {
  const asked = { plans, surroundings: new Surroundings(text, languages) };
  const spans: Span[] = [];
  let previousEnd = -1;
  const places = digitRunsOf(text).filter(({ start }) => writtenAt(SIX_DIGITS, text, start) !== "");
  for (const [tried, digits] of places.entries()) {
    if (tried % TRIED_IN_STEP === TRIED_IN_STEP - 1) yield STEP_COST;
    for (const start of startsAt(text, digits.start)) {
      if (start < previousEnd) continue;
      const isNext = start === previousEnd + 1 && NEXT_SEPARATORS.has(text.charAt(previousEnd));
      const found = isNext || isStart(text, start) ? findAt(text, start, previousEnd, asked) : null;
      if (found === null) continue;
      previousEnd = endOfExtension(text, found.end);
      spans.push(spanOf(text, start, previousEnd, found.reason));
    }
  }
  return spans;
}

function spanOf(text: string, start: number, end: number, reason: string): Span {
  const spanAt = isFax(text, start, end) ? faxAt : phoneAt;
  return spanAt(start, end, isSomebodys(text, start) ? SOMEBODYS_SCORE : SCORE, reason);
}

/** Where a number may begin whose first digit is at `start`: at a "+", at a parenthesis, or there. */
function startsAt(text: string, start: number): number[] {
  const starts = [start];
  if (text.charAt(start - 1) === "(") starts.unshift(start - 1);
  const first = starts[0] ?? start;
  const plus = text.charAt(first - 1) === " " ? first - 2 : first - 1;
  if (text.charAt(plus) === "+") starts.unshift(plus);
  return starts;
}

/** Whether `start` is not inside a word, a price, or a longer number joined by dots, dashes or slashes. */
function isStart(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (isAlphanumeric(codeAt(text, start - 1)) || "+$€£#%".includes(before || " ")) return false;
  if (text.charAt(start) === "+") return true;
  return !(before !== "" && "-./:".includes(before) && isDigit(codeAt(text, start - 2)));
}

function findAt(text: string, at: number, previousEnd: number, asked: Asked): Finding | null {
  const { plans } = asked;
  const isPlus = text.charAt(at) === "+";
  // After "user_" a number needs a distinct form.
  const mayBeLoose = !isPlus && !isWordBefore(text, at);
  return (
    northAmericanAt(text, at) ??
    (isPlus ? internationalAt(text, at, plans) : null) ??
    (mayBeLoose ? localAt(text, at, previousEnd, asked) : null) ??
    (mayBeLoose ? nationalAt(text, at, previousEnd, asked) : null)
  );
}

function internationalAt(text: string, at: number, plans: NumberingPlans): Finding | null {
  const candidates = beginningsOf(writtenAt(INTERNATIONAL, text, at)).filter((written) =>
    isEnd(text, at + written.length),
  );
  let possible: Finding | null = null;
  for (const written of candidates) {
    const verdict = plans.international(withoutTrunk(written));
    const end = at + written.length;
    if (verdict === "valid") return { end, reason: "valid international number" };
    // Samples use ranges that no operator has, like 555; the written form makes up for that.
    if (verdict === "possible" && INTERNATIONAL_FORM.test(written)) {
      possible ??= { end, reason: "international form, possible" };
    }
  }
  return possible;
}

function northAmericanAt(text: string, at: number): Finding | null {
  const written = writtenAt(NORTH_AMERICAN, text, at);
  const end = at + written.length;
  if (written === "" || !isEnd(text, end)) return null;
  if (BLANKS_ONLY.test(written)) {
    const isOneOfRow = isDigitAfter(text, at) || isDigitAhead(text, end);
    if (isOneOfRow || !EXCHANGE_IN_USE.test(written)) return null;
  }
  return { end, reason: "North American grouping 3-3-4" };
}

function localAt(
  text: string,
  at: number,
  previousEnd: number,
  { plans, surroundings }: Asked,
): Finding | null {
  const local = writtenAt(LOCAL, text, at);
  const end = at + local.length;
  if (local === "" || !isLooseEnd(text, end) || isDigitAhead(text, end)) return null;
  const isLikely =
    FICTIONAL.test(local) ||
    hasLabelAfter(text, end) ||
    isPhoneContext(text, at, previousEnd, surroundings);
  return isLikely && plans.isPossibleAnywhere(local)
    ? { end, reason: "local number 3-4, possible" }
    : null;
}

function nationalAt(
  text: string,
  at: number,
  previousEnd: number,
  { plans, surroundings }: Asked,
): Finding | null {
  const pairs = writtenAt(PAIRS, text, at);
  const isNext = () => isNamedPhone(text, at, surroundings);
  if (pairs !== "" && (hasLabelAfter(text, at + pairs.length) || isNext())) {
    return { end: at + pairs.length, reason: "three pairs beside a phone word" };
  }
  const longest = writtenAt(NATIONAL, text, at);
  if (longest === "") return null;
  const isNear = isPhoneContext(text, at, previousEnd, surroundings);
  // No form that counts without a nearby word begins like this.
  const mayStandAlone =
    !/^[1-3]/.test(longest) || ABROAD.test(longest) || hasLabelAfter(text, at + longest.length);
  if (!isNear && !mayStandAlone) return null;
  const candidates = beginningsOf(longest).filter(
    (written) => isLooseEnd(text, at + written.length) && !isLookAlike(written),
  );
  for (const written of candidates) {
    const end = at + written.length;
    const isGrouped = /\D/.test(written);
    const isNamed =
      hasLabelAfter(text, end) ||
      (isGrouped ? isNear : isNext()) ||
      (TRUNK.test(written) && isReachedAt(text, at, surroundings));
    const reason =
      nationalReason(written, isGrouped, isNamed, plans) ??
      (isGrouped ? formReason(text, at, written, plans) : null);
    if (reason !== null) return { end, reason };
  }
  return null;
}

function nationalReason(
  written: string,
  isGrouped: boolean,
  isNamed: boolean,
  plans: NumberingPlans,
): string | null {
  if (isGrouped && written.startsWith("00")) {
    const verdict = plans.international(withoutTrunk(written.replace("00", "+")));
    if (verdict === "valid") return "valid international number";
  }
  if (TRUNK_FORM.test(written) && plans.isNationalForm(written)) {
    return "valid and written as its region writes it";
  }
  return isNamed && plans.isPossibleAnywhere(written) ? "possible number near a phone word" : null;
}

/** Why a number has a form that no other number has (an area code with trunk zero, Spanish pairs); null if it has none. */
function formReason(
  text: string,
  at: number,
  written: string,
  plans: NumberingPlans,
): string | null {
  const count = written.replace(/\D/g, "").length;
  const form = UNMISTAKABLE.find(({ shape, digits: [least, most] = [0, count] }) => {
    return least <= count && count <= most && shape.test(written);
  });
  if (form === undefined || isRegularRow(written) || isOtherNumber(text, at)) return null;
  return plans.isValidIn(form.regions, written) ? form.reason : null;
}

/** Whether it has three or more groups, all of the same length: a row of figures, or part of a longer number. */
function isRegularRow(written: string): boolean {
  const lengths = written.split(/\D+/).map((group) => group.length);
  return lengths.length > 2 && new Set(lengths).size === 1;
}

/** The number without the trunk zero of "+44 (0)20 ...", which is not dialled. */
function withoutTrunk(written: string): string {
  return written.replace("(0)", "");
}

/** End of the extension after a number that ends at `end`; `end` if there is none. */
function endOfExtension(text: string, end: number): number {
  return end + writtenAt(EXTENSION, text, end).length;
}

/** Whether nothing after `end` continues the number, except maybe an extension. */
function isEnd(text: string, end: number): boolean {
  if (endOfExtension(text, end) > end) return true;
  if (isAlphanumeric(codeAt(text, end))) return false;
  // "212-555-0123/415-555-0199" is two numbers.
  if (text.charAt(end) === "/" && writtenAt(NORTH_AMERICAN, text, end + 1) !== "") return true;
  return !("-./:".includes(text.charAt(end) || " ") && isDigit(codeAt(text, end + 1)));
}

/** The same, and no underscore joins the number to a name ("555-0123_b"). */
function isLooseEnd(text: string, end: number): boolean {
  return isEnd(text, end) && (text.charAt(end) !== "_" || !isWordAfter(text, end));
}

function isDigitAfter(text: string, start: number): boolean {
  return text.charAt(start - 1) === " " && isDigit(codeAt(text, start - 2));
}

function isDigitAhead(text: string, end: number): boolean {
  return text.charAt(end) === " " && isDigit(codeAt(text, end + 1));
}
