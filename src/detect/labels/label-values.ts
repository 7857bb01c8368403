// Values behind labels: where an identifier ends, and what is none (dates, sums, years, words).

import type { EntityName } from "../../core/entities.ts";
import { codeAt, isAlphanumeric, isBlank, isDigit, isLetter, isWordBehind } from "../text/chars.ts";
import { matchAt, writtenAt } from "../text/sticky.ts";

/**
 * How much speaks for a value: "explicit" a label and a sign or word that a value follows, "near" a
 * label that needs none, "loose" a label that does not say much.
 */
export type Evidence = "explicit" | "near" | "loose";

/** A value that a rule takes. */
export interface LabelledValue {
  /** Where it begins, if not where it was looked for. */
  readonly start?: number;
  readonly end: number;
  /** What it is, if not what the rule is for. */
  readonly entityType?: EntityName;
  readonly score: number;
  readonly reason: string;
}

/** What a plain identifier of one kind looks like; counts are of letters and digits. */
export interface IdentifierShape {
  readonly min: number;
  readonly max: number;
  /** Least number of digits. */
  readonly digits: number;
  /** Most letters, for kinds that are numbers. */
  readonly letters?: number;
}

/** A known form of a kind: a sticky pattern of bounded length and perhaps a check of its characters. */
export interface IdentifierForm {
  readonly pattern: RegExp;
  /** Gets letters and digits only, in upper case. */
  readonly check?: ((compact: string) => boolean) | undefined;
  readonly reason: string;
}

/** A row of a table of forms: what a value shows beside its label, how it is written, and its check if it has one. */
export function form(
  shown: string,
  pattern: RegExp,
  check?: (compact: string) => boolean,
): IdentifierForm {
  return { pattern, check, reason: `label and ${shown}` };
}

/** Label and a passed check digit. */
const CHECKED_SCORE = 0.95;
/** Label and a known form. */
export const FORM_SCORE = 0.85;
/** Label and something that could be the value. */
export const LABEL_SCORE = 0.7;

const MAX_RUN_CHARS = 40;
const JOINING_SIGNS: ReadonlySet<number> = new Set(
  Array.from("-/._#\u2013").map((c) => c.charCodeAt(0)),
);
const BLANK = 32;
const AT_SIGN = 64;
const PERCENT = 37;
const DANDA = 0x964;
const FIRST_EAST_ASIAN = 0x2e80;

/** End of the run of letters, digits and single joining signs between them that begins at `at`, or -1. */
export function endOfIdentifier(text: string, at: number): number {
  let end = at;
  while (end - at <= MAX_RUN_CHARS) {
    const code = codeAt(text, end);
    const isInside =
      isDigit(code) ||
      isLetter(code) ||
      (JOINING_SIGNS.has(code) && isAlphanumeric(codeAt(text, end + 1)));
    if (!isInside) break;
    end++;
  }
  const next = codeAt(text, end);
  const isCut =
    end - at > MAX_RUN_CHARS || next === AT_SIGN || next === PERCENT || isForeignLetter(next);
  return isCut || end === at ? -1 : end;
}

/** What a run of ASCII may be cut off from; not Chinese and Japanese, which have no blanks, and the full stop of Hindi. */
function isForeignLetter(code: number): boolean {
  return code > 0xbf && code < FIRST_EAST_ASIAN && code !== DANDA;
}

/** `written` without anything but letters and digits, in upper case. */
export function compactOf(written: string): string {
  return written.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
}

const DATE =
  /^(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d\d|(?:19|20)\d\d))(?:T\d.*)?$/;
const DECIMAL = /^\d{1,3}\.\d{1,20}$|^\d{1,20}\.\d{1,3}$/;
const YEAR = /^(?:19|20)(\d\d)(?:[-/\u2013](?:(\d\d)|(?:19|20)\d\d))?$/;
/** "2019/20" is a school year, "2024/87" a number of that year. */
const MOST_YEARS = 20;
const QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const SOCIAL = /^\d{3}-\d{2}-\d{4}$/;
const PHONE = /^(?:1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/;
const WORDLIKE = /[a-z]{6}/;

/** Whether an identifier run is rather a date, time, sum, year, IP address or Social Security number. */
function isOtherNumber(written: string): boolean {
  return isYear(written) || [DATE, DECIMAL, QUAD, SOCIAL].some((shape) => shape.test(written));
}

function isYear(written: string): boolean {
  const year = YEAR.exec(written);
  const [first, last] = [Number(year?.[1]), Number(year?.[2])];
  return year !== null && !((last - first + 100) % 100 > MOST_YEARS);
}

/** The identifier at `at` if it has the shape and there is enough evidence for it, or null. */
export function readIdentifier(
  text: string,
  at: number,
  shape: IdentifierShape,
  evidence: Evidence,
): LabelledValue | null {
  const first = endOfIdentifier(text, at);
  if (first === -1) return null;
  if (isFirstGroup(text, at, first)) return null;
  const end = evidence === "explicit" ? endOfGroups(text, at, first) : first;
  const written = text.slice(at, end);
  const compact = compactOf(written);
  const digits = compact.replace(/[A-Z]/g, "").length;
  const letters = compact.length - digits;
  if (compact.length < shape.min || compact.length > shape.max || digits < shape.digits)
    return null;
  if (letters > (shape.letters ?? compact.length) || isOtherNumber(written)) return null;
  if (WORDLIKE.test(written) || (evidence !== "explicit" && PHONE.test(written))) return null;
  if (evidence === "loose" && !isUnmistakable(written, digits, letters)) return null;
  return { end, score: LABEL_SCORE, reason: "label" };
}

const FURTHER_GROUPS = /(?: \d{2,6}){1,4}(?: \d)?(?![\w%]|[-.,:/]\d)/y;

/** End of a number whose first group of digits is from `at` to `end`: "2123 45670 1". Two groups may be two numbers. */
function endOfGroups(text: string, at: number, end: number): number {
  if (codeAt(text, end) !== BLANK || !/^[A-Z]{0,3}\d{1,6}$/.test(text.slice(at, end))) return end;
  const groups = writtenAt(FURTHER_GROUPS, text, end);
  const isWhole = groups.trim().includes(" ") || !/^ ?\p{L}/u.test(text.slice(end + groups.length));
  return isWhole ? end + groups.length : end;
}

/** Six digits, or letters in upper case and three digits: no word, no year, no count. */
function isUnmistakable(written: string, digits: number, letters: number): boolean {
  return digits >= 6 || (letters > 0 && digits >= 3 && !/[a-z]/.test(written));
}

/** The first of `forms` that begins at `at` and ends with the run of word characters, or null. */
export function readForm(
  text: string,
  at: number,
  forms: readonly IdentifierForm[],
): LabelledValue | null {
  for (const { pattern, check, reason } of forms) {
    const written = matchAt(pattern, text, at)?.[0];
    if (written === undefined) continue;
    const end = at + written.length;
    if (isWordBehind(text, end) || isJoined(text, end)) continue;
    if (check !== undefined && !check(compactOf(written))) continue;
    return { end, score: check === undefined ? FORM_SCORE : CHECKED_SCORE, reason };
  }
  return null;
}

/** How a kind reads values that are whatever a sticky pattern matches. */
export function matching(
  pattern: RegExp,
  score = LABEL_SCORE,
  reason = "label",
): (text: string, at: number) => LabelledValue | null {
  return (text, at) => {
    const { length } = writtenAt(pattern, text, at);
    return length === 0 ? null : { end: at + length, score, reason };
  };
}

/**
 * How a kind reads its values: the first of `forms` that fits, else an identifier of `shape` or, where that reaches further, what
 * has a form and fails its check: people mistype numbers, too, and write them in groups.
 */
export function formOrIdentifier(
  forms: readonly IdentifierForm[],
  shape: IdentifierShape,
): (text: string, at: number, evidence: Evidence) => LabelledValue | null {
  const mistyped = forms
    .filter(({ check }) => check !== undefined)
    .map(({ pattern }) => ({ pattern, reason: "label" }));
  return (text, at, evidence) => {
    const fitting = readForm(text, at, forms);
    if (fitting !== null) return fitting;
    const identifier = readIdentifier(text, at, shape, evidence);
    const ends = mistyped.map((one) => readForm(text, at, [one])?.end ?? at);
    const end = Math.max(at, ...ends);
    const digits = text.slice(at, end).replace(/\D/g, "").length;
    if (end <= (identifier?.end ?? at) || digits < shape.digits) return identifier;
    return { end, score: LABEL_SCORE, reason: "label" };
  };
}

/** Whether the run goes on behind `end` with "-1" or ".1". */
function isJoined(text: string, end: number): boolean {
  return JOINING_SIGNS.has(codeAt(text, end)) && isAlphanumeric(codeAt(text, end + 1));
}

/** Whether the digits that end at `end` are the first of groups of one length: "4111 1111 1111 1111". */
function isFirstGroup(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > MAX_GROUP_CHARS || !isBlank(codeAt(text, end))) return false;
  const next = text.slice(end + 1, end + 2 + length);
  return (
    /^\d+$/.test(text.slice(start, end)) && /^\d+\D?$/.test(next) && next.search(/\D|$/) === length
  );
}

const MAX_GROUP_CHARS = 5;
