// PHONE_NUMBER, FAX_NUMBER: candidates come from one pass over the text by shape; libphonenumber-js decides.
// International numbers have to be valid, North American groupings possible; other national numbers
// also need a word such as "tel" before them, or their region's exact way of writing.

import type { Recognizer, Span } from "../../span.ts";
import { codeAt, isAlphanumeric, isDigit, isWordBefore, isWordBehind } from "../../text/chars.ts";
import {
  hasLabelBehind,
  isFax,
  isNamedPhone,
  isOtherNumber,
  isPhoneContext,
} from "./phone-context.ts";
import { cuts, MAX_DIGITS, MIN_DIGITS } from "./phone-cuts.ts";
import { type PhoneJudge, phoneJudge } from "./phone-judge.ts";
import {
  AREA_AND_NUMBER,
  BLANKS_ONLY,
  DASHED,
  EXCHANGE_IN_USE,
  EXTENSION,
  INTERNATIONAL,
  isLookAlike,
  LOCAL,
  matchAt,
  NATIONAL,
  NORTH_AMERICAN,
  PAIRS,
  TRUNKLESS,
} from "./phone-shapes.ts";
import { PhoneStarts } from "./phone-starts.ts";

interface Finding {
  readonly end: number;
  readonly reason: string;
}

/** What may stand between a number and the next. */
const NEXT_JOINTS: ReadonlySet<string> = new Set(["/", "-", ":", "."]);
/** Exchange reserved for fiction and directory service: enough evidence without an area code. */
const FICTIONAL = /^555-/;
/** Three or more groups, or the solid E.164 form with at least ten digits. */
const INTERNATIONAL_FORM = /^\D*\d+\D+\d+\D+\d|^\+\d{10,}$/;
/** Three or more groups behind a trunk zero, 9 to 11 digits. */
const TRUNK_FORM = /^\(?0\d{1,4}\)?(?:[ .-]\d{2,4}){2,4}$/;

/** A recognizer of phone numbers that asks `judge`. */
export function createPhoneNumber(judge: PhoneJudge): Recognizer {
  return {
    name: "phone-number",
    entityTypes: ["PHONE_NUMBER", "FAX_NUMBER"],
    scan: (text) => scan(text, judge),
  };
}

/** Recognizer of phone numbers. */
export const phoneNumber: Recognizer = createPhoneNumber(phoneJudge);

function scan(text: string, judge: PhoneJudge): Span[] {
  const spans: Span[] = [];
  const starts = new PhoneStarts(text);
  let previousEnd = -1;
  for (let hit = starts.next(0); hit !== -1; ) {
    const isNext = hit === previousEnd + 1 && NEXT_JOINTS.has(text.charAt(previousEnd));
    const isPossible = mayBePhone(text, hit) && (isNext || isStart(text, hit));
    const found = isPossible ? findAt(text, hit, previousEnd, judge) : null;
    if (found === null) {
      hit = starts.next(endOfGroup(text, hit));
      continue;
    }
    const end = endOfExtension(text, found.end);
    spans.push({
      start: hit,
      end,
      entityType: isFax(text, hit, end) ? "FAX_NUMBER" : "PHONE_NUMBER",
      score: 0.75,
      recognizer: "phone-number",
      reason: found.reason,
    });
    previousEnd = end;
    hit = starts.next(end);
  }
  return spans;
}

function endOfGroup(text: string, start: number): number {
  let end = start + 1;
  if (isDigit(codeAt(text, start))) while (isDigit(codeAt(text, end))) end++;
  return end;
}

/** Not inside a word, a price, or a longer number joined by points, dashes or slashes. */
function isStart(text: string, start: number): boolean {
  const before = text.charAt(start - 1);
  if (isAlphanumeric(codeAt(text, start - 1)) || "+$€£#%".includes(before || " ")) return false;
  if (text.charAt(start) === "+") return true;
  return !(before !== "" && "-./:".includes(before) && isDigit(codeAt(text, start - 2)));
}

/** A quick look at the first digits: enough of them, or a sign behind that carries a number on. */
function mayBePhone(text: string, at: number): boolean {
  if (!isDigit(codeAt(text, at))) return true;
  const end = endOfGroup(text, at);
  if (end - at > MAX_DIGITS) return false;
  if (end - at >= MIN_DIGITS) return true;
  const behind = text.charAt(end);
  if (behind === " ")
    return isDigit(codeAt(text, end + 1)) || "-(\u2013".includes(text.charAt(end + 1) || ".");
  return behind !== "" && "-./()\u00a0\u202f\u2010\u2011\u2012\u2013".includes(behind);
}

function findAt(text: string, at: number, previousEnd: number, judge: PhoneJudge): Finding | null {
  const isPlus = text.charAt(at) === "+";
  // Behind "user_" a number needs a form of its own.
  const mayBeLoose = !isPlus && !isWordBefore(text, at);
  return (
    northAmericanAt(text, at) ??
    (isPlus ? internationalAt(text, at, judge) : null) ??
    (mayBeLoose ? localAt(text, at, previousEnd, judge) : null) ??
    (mayBeLoose ? nationalAt(text, at, previousEnd, judge) : null)
  );
}

function internationalAt(text: string, at: number, judge: PhoneJudge): Finding | null {
  const candidates = cuts(matchAt(INTERNATIONAL, text, at)).filter((written) =>
    isEnd(text, at + written.length),
  );
  let possible: Finding | null = null;
  for (const written of candidates) {
    const verdict = judge.international(withoutTrunk(written));
    const end = at + written.length;
    if (verdict === "valid") return { end, reason: "valid international number" };
    // Samples use ranges that no operator has, as they use 555: the written form makes up for it.
    if (verdict === "possible" && INTERNATIONAL_FORM.test(written)) {
      possible ??= { end, reason: "international form, possible" };
    }
  }
  return possible;
}

/** Whether digits can begin an area code, or the 1 or 001 before one. */
function mayBeNorthAmerican(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return !isDigit(code) || code === 49 || code === 48 || endOfGroup(text, at) === at + 3;
}

function northAmericanAt(text: string, at: number): Finding | null {
  if (!mayBeNorthAmerican(text, at)) return null;
  const written = matchAt(NORTH_AMERICAN, text, at);
  const end = at + written.length;
  if (written === "" || !isEnd(text, end)) return null;
  if (BLANKS_ONLY.test(written)) {
    const isOneOfRow = isDigitBehind(text, at) || isDigitAhead(text, end);
    if (isOneOfRow || !EXCHANGE_IN_USE.test(written)) return null;
  }
  return { end, reason: "North American grouping 3-3-4" };
}

function localAt(text: string, at: number, previousEnd: number, judge: PhoneJudge): Finding | null {
  if (endOfGroup(text, at) !== at + 3) return null;
  const local = matchAt(LOCAL, text, at);
  const end = at + local.length;
  if (local === "" || !isLooseEnd(text, end) || isDigitAhead(text, end)) return null;
  const isLikely =
    FICTIONAL.test(local) || hasLabelBehind(text, end) || isPhoneContext(text, at, previousEnd);
  return isLikely && judge.isPossibleAnywhere(local)
    ? { end, reason: "local number 3-4, possible" }
    : null;
}

function nationalAt(
  text: string,
  at: number,
  previousEnd: number,
  judge: PhoneJudge,
): Finding | null {
  const pairs = matchAt(PAIRS, text, at);
  if (pairs !== "" && (hasLabelBehind(text, at + pairs.length) || isNamedPhone(text, at))) {
    return { end: at + pairs.length, reason: "three pairs beside a phone word" };
  }
  const longest = matchAt(NATIONAL, text, at);
  if (longest === "") return null;
  // Most rows of figures end here: no phone word near, no label behind, no beginning of a known form.
  const mayHaveForm = /^[(04-9]/.test(longest) || hasLabelBehind(text, at + longest.length);
  const isNear = isPhoneContext(text, at, previousEnd);
  if (!isNear && !mayHaveForm) return null;
  const candidates = cuts(longest).filter(
    (written) => isLooseEnd(text, at + written.length) && !isLookAlike(written),
  );
  for (const written of candidates) {
    const end = at + written.length;
    const isGrouped = /\D/.test(written);
    const isNamed = hasLabelBehind(text, end) || (isGrouped ? isNear : isNamedPhone(text, at));
    const reason =
      judgeNational(written, isGrouped, isNamed, judge) ??
      (isGrouped ? judgeForm(text, at, written, judge) : null);
    if (reason !== null) return { end, reason };
  }
  return null;
}

function judgeNational(
  written: string,
  isGrouped: boolean,
  isNamed: boolean,
  judge: PhoneJudge,
): string | null {
  if (isGrouped && written.startsWith("00")) {
    const verdict = judge.international(withoutTrunk(written.replace("00", "+")));
    if (verdict === "valid") return "valid international number";
  }
  if (TRUNK_FORM.test(written) && judge.isNationalForm(written)) {
    return "valid and written as its region writes it";
  }
  return isNamed && judge.isPossibleAnywhere(written) ? "possible number near a phone word" : null;
}

/** Numbers that are written as no other number is: an area code with trunk zero, Spanish pairs. */
function judgeForm(text: string, at: number, written: string, judge: PhoneJudge): string | null {
  const digits = written.replace(/\D/g, "").length;
  const isDashed = digits >= 10 && DASHED.test(written);
  const isArea = digits >= 9 && digits <= 12 && AREA_AND_NUMBER.test(written);
  const isTrunkless = !isArea && TRUNKLESS.test(written);
  const isForm = isArea || isDashed || isTrunkless;
  if (!isForm || isRegularRow(written) || isOtherNumber(text, at)) return null;
  if (isDashed) return judge.isDashed(written) ? "valid and grouped as its region does" : null;
  if (isArea) return judge.isFreelyGrouped(written) ? "area code with trunk zero, valid" : null;
  return judge.isTrunkless(written) ? "valid and grouped as its region does" : null;
}

/** Three or more groups of the same length: a row of figures, or a part of a longer number. */
function isRegularRow(written: string): boolean {
  const lengths = written.split(/\D+/).map((group) => group.length);
  return lengths.length > 2 && new Set(lengths).size === 1;
}

/** "+44 (0)20 ..." without the trunk zero that is not dialled. */
function withoutTrunk(written: string): string {
  return written.replace("(0)", "");
}

/** End of the extension behind a number that ends at `end`; `end` if there is none. */
function endOfExtension(text: string, end: number): number {
  const code = codeAt(text, end);
  const mayBe = code === 32 || code === 44 || (code | 32) === 120 || (code | 32) === 101;
  return mayBe ? end + matchAt(EXTENSION, text, end).length : end;
}

/** Nothing behind `end` carries the number on (an extension may). */
function isEnd(text: string, end: number): boolean {
  if (endOfExtension(text, end) > end) return true;
  if (isAlphanumeric(codeAt(text, end))) return false;
  // "212-555-0123/415-555-0199" is two numbers.
  if (text.charAt(end) === "/" && matchAt(NORTH_AMERICAN, text, end + 1) !== "") return true;
  return !("-./:".includes(text.charAt(end) || " ") && isDigit(codeAt(text, end + 1)));
}

/** The same, and no underscore joins a name to it ("555-0123_b"). */
function isLooseEnd(text: string, end: number): boolean {
  return isEnd(text, end) && (text.charAt(end) !== "_" || !isWordBehind(text, end));
}

function isDigitBehind(text: string, start: number): boolean {
  return text.charAt(start - 1) === " " && isDigit(codeAt(text, start - 2));
}

function isDigitAhead(text: string, end: number): boolean {
  return text.charAt(end) === " " && isDigit(codeAt(text, end + 1));
}
