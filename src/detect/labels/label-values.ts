// Values after labels: where an identifier ends, and what is no identifier (dates, sums, years, words).

import type { EntityName } from "../../core/entities.ts";
import { codeAt, isAlphanumeric, isBlank, isDigit, isLetter, isWordAfter } from "../text/chars.ts";
import { matchAt, writtenAt } from "../text/sticky.ts";

/**
 * Evidence for a value: "explicit" is a label with a sign or word that announces a value, "near" a label that needs neither,
 * "loose" a label that says little.
 */
export type Evidence = "explicit" | "near" | "loose";

/** A value that a rule accepts. */
export interface LabelledValue {
  /** Where it begins; absent: at the position asked about. */
  readonly start?: number;
  readonly end: number;
  /** Its type; absent: the rule's. */
  readonly entityType?: EntityName;
  /** Another value after the same label, before this one. */
  readonly before?: LabelledValue;
  readonly score: number;
  readonly reason: string;
}

/** Shape of a plain identifier of one kind; counts are of letters and digits. */
export interface IdentifierShape {
  readonly min: number;
  readonly max: number;
  readonly digits: number;
  readonly letters?: number;
}

/** A known form of a kind: a sticky pattern of bounded length and an optional check of its characters. */
export interface IdentifierForm {
  readonly pattern: RegExp;
  /** Receives letters and digits only, in upper case. */
  readonly check?: ((compact: string) => boolean) | undefined;
  readonly reason: string;
}

/** A row of a table of forms: what the value shows besides its label, its pattern, and its check if it has one. */
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
/** Label and a plausible value. */
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

/** End of the run of letters, digits and single joining signs at `at`; -1 if it is empty, too long or part of more. */
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

/** Letters that make an ASCII run part of a longer word; not Chinese and Japanese (no blanks), nor Hindi's full stop. */
function isForeignLetter(code: number): boolean {
  return code > 0xbf && code < FIRST_EAST_ASIAN && code !== DANDA;
}

/** The letters and digits of `written`, in upper case. */
export function compactOf(written: string): string {
  return written.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
}

const DATE =
  /^(?:(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d\d|(?:19|20)\d\d))(?:T\d.*)?$/;
const DECIMAL = /^\d{1,3}\.\d{1,20}$|^\d{1,20}\.\d{1,3}$/;
const YEAR = /^(?:19|20)(\d\d)(?:([-/\u2013])(?:(\d\d)|(?:19|20)\d\d))?$/;
/** "2019/20" is a school year and "2015-23" a time, "2024/87" and "2021/33" are numbers of that year. */
const MAX_YEARS = 20;
const QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const SOCIAL = /^\d{3}-\d{2}-\d{4}$/;
const PHONE = /^(?:1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/;
const WORDLIKE = /[a-z]{6}/;

/** Whether an identifier run is really a date, time, sum, year, IP address or Social Security number. */
function isOtherNumber(written: string): boolean {
  return isYear(written) || [DATE, DECIMAL, QUAD, SOCIAL].some((shape) => shape.test(written));
}

function isYear(written: string): boolean {
  const year = YEAR.exec(written);
  const [first, last] = [Number(year?.[1]), Number(year?.[3])];
  return year !== null && !((last - first + 100) % 100 > (year[2] === "/" ? 1 : MAX_YEARS));
}

/** The identifier at `at` if it has the shape and enough evidence, or null. */
export function readIdentifier(
  text: string,
  at: number,
  shape: IdentifierShape,
  evidence: Evidence,
): LabelledValue | null {
  const first = endOfIdentifier(text, at);
  if (first === -1) return null;
  const isFirst = isFirstGroup(text, at, first);
  const end = evidence === "loose" ? first : endOfGroups(text, at, first, { isFirst, evidence });
  if (isFirst && end === first) return null;
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

/**
 * End of a number in groups, the first from `at` to `end`: "2123 45670 1", "AB 123 456". Two groups are two numbers before a word,
 * unless they have the same length (`isFirst`) of three or more, and after a label without a sign always.
 */
function endOfGroups(
  text: string,
  at: number,
  end: number,
  { isFirst, evidence }: { readonly isFirst: boolean; readonly evidence: Evidence },
): number {
  const isGroup = /^(?:[A-Z]{0,3}\d{1,6}|[A-Z]{1,3})$/.test(text.slice(at, end));
  if (codeAt(text, end) !== BLANK || !isGroup) return end;
  const groups = writtenAt(FURTHER_GROUPS, text, end);
  const after = text.slice(end + groups.length, end + groups.length + 2);
  const isAlike = isFirst && end - at >= MIN_ALIKE_CHARS;
  const isWhole =
    groups.trim().includes(" ") || isAlike || (evidence === "explicit" && !/^ ?\p{L}/u.test(after));
  return isWhole ? end + groups.length : end;
}

/** Fewer digits in each of two groups may be a time or a count. */
const MIN_ALIKE_CHARS = 3;

/** Six digits, or upper-case letters and three digits: not a word, a year or a count. */
function isUnmistakable(written: string, digits: number, letters: number): boolean {
  return digits >= 6 || (letters > 0 && digits >= 3 && !/[a-z]/.test(written));
}

/** The first of `forms` that matches at `at` and ends where the run of word characters ends, or null. */
export function readForm(
  text: string,
  at: number,
  forms: readonly IdentifierForm[],
): LabelledValue | null {
  for (const { pattern, check, reason } of forms) {
    const written = matchAt(pattern, text, at)?.[0];
    if (written === undefined) continue;
    const end = at + written.length;
    if (isWordAfter(text, end) || isJoined(text, end)) continue;
    if (check !== undefined && !check(compactOf(written))) continue;
    return { end, score: check === undefined ? FORM_SCORE : CHECKED_SCORE, reason };
  }
  return null;
}

/** Returns a reader for a kind whose values are whatever a sticky pattern matches. */
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
 * Returns a reader for a kind's values: the first of `forms` that fits, else an identifier of `shape` or, if longer, text
 * that has a form but fails its check: people mistype numbers, and write them in groups.
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

/** Whether the run continues after `end` with "-1" or ".1". */
function isJoined(text: string, end: number): boolean {
  return JOINING_SIGNS.has(codeAt(text, end)) && isAlphanumeric(codeAt(text, end + 1));
}

/** Whether these digits are the first of several groups of equal length: "4111 1111 1111 1111". */
function isFirstGroup(text: string, start: number, end: number): boolean {
  const length = end - start;
  if (length > MAX_GROUP_CHARS || !isBlank(codeAt(text, end))) return false;
  const next = text.slice(end + 1, end + 2 + length);
  return (
    /^\d+$/.test(text.slice(start, end)) && /^\d+\D?$/.test(next) && next.search(/\D|$/) === length
  );
}

const MAX_GROUP_CHARS = 5;
