// Written forms of dates and times (ISO 8601-1, RFC 3339, RFC 5322, log stamps, and national ones), as sticky patterns of
// bounded length. The functions look for a form that begins at `at`.

import { isDay } from "../../../reference/calendar.ts";
import { codeAt, isDigit, isWord, isWordAfter } from "../../text/chars.ts";
import { matchAt } from "../../text/sticky.ts";
import { monthNamed } from "./date-words.ts";

const YEAR_FIRST = /(\d{4})([-./])(\d{1,2})\2(\d{1,2})(?!\d)/y;
const DAY_FIRST = /(\d{1,2})([-./]|\. )(\d{1,2})\2(\d{4}|\d\d)(?!\d)/y;
/** ISO 8601 basic format, date and time. */
const BASIC = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:\d\d)?(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?(?!\w)/y;
const BASIC_DATE = /(\d{4})(\d\d)(\d\d)(?!\w)/y;
/** "10-Mar-2023", "10/Oct/2000", "10.März.2023", "10MAR2023". */
const DAY_NAME_YEAR = /(\d{1,2})([-/.]?)(\p{L}{3,12})\2(\d{4}|\d\d)(?!\d)/uy;
const YEAR_NAME_DAY = /(\d{4})([-/. ])(\p{L}{3,12})\2(\d{1,2})(?!\d)/uy;
const TIME =
  /(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?(?!\d)(?: ?[AaPp](?:\.[Mm]\.|[Mm](?!\w)))?/y;
const ZONE =
  /Z(?!\w)| ?(?:UTC|GMT|BST|IST|MSK|JST|CES?T|WES?T|EES?T|[ECMP][SD]T)(?!\w)| ?[+-]\d\d:?\d\d(?![\d:])/y;
/** "10:30-11:45 am" */
const TIME_RANGE =
  /([01]?\d|2[0-4]):[0-5]\d ?[-\u2013] ?(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])(?: ?[AaPp](?:\.[Mm]\.|[Mm](?!\w)))?/y;
const MONTH_AND_YEAR = /(?:0?[1-9]|1[0-2])\/(?:20)?\d\d(?![\w/]|[.-]\d)/y;
/** The year after a time, as in "Thu Nov 21 20:19:11 2024" of the C library's ctime(3). */
const YEAR_AFTER_TIME = / (?:19|20)\d\d(?!\d)/y;
const HOUR_OF_DAY = /(\d{1,2})(?:\.[0-5]\d)? ?[AaPp](?:\.[Mm]\.|[Mm](?!\w))/y;
/** The separator between a date and its time. */
const BEFORE_TIME = /(?:T|[ ,_:]{1,2}|, )(?=\d)/y;
const MIN_YEAR = 1600;
const MAX_YEAR = 2199;

/** A recognized form of a date. */
export interface DateForm {
  readonly end: number;
  /** Which form it has. */
  readonly reason: string;
  readonly score: number;
}

/** Whether a number of four digits can be the year of a date. */
export function isYear(year: number): boolean {
  return year >= MIN_YEAR && year <= MAX_YEAR;
}

/** A date in figures or joined by dashes: "2024-01-15", "10.04.1992", "3/28/85", "10-Mar-2023". */
export function numericDateAt(text: string, at: number): DateForm | null {
  const groupEnd = endOfDigits(text, at);
  const form =
    groupEnd - at === 8 ? basicAt(text, at) : groupEnd - at === 4 ? yearFirstAt(text, at) : null;
  const found = form ?? (groupEnd - at <= 2 ? dayFirstAt(text, at) : null);
  if (found === null || goesOn(text, found.end)) return null;
  return { ...found, end: timeAfter(text, found.end) };
}

function basicAt(text: string, at: number): DateForm | null {
  const match = matchAt(BASIC, text, at);
  if (match === null || !isDayOf(match[1], match[2], match[3])) return null;
  if (Number(match[4]) > 24 || Number(match[5]) > 59) return null;
  return { end: at + match[0].length, reason: "ISO 8601 basic format", score: 0.9 };
}

/** End of eight digits that can be a date, or -1; only a word before them shows that they are one. */
export function basicDateEnd(text: string, at: number): number {
  const match = matchAt(BASIC_DATE, text, at);
  return match !== null && isDayOf(match[1], match[2], match[3]) ? at + match[0].length : -1;
}

function yearFirstAt(text: string, at: number): DateForm | null {
  const match = matchAt(YEAR_FIRST, text, at);
  if (match !== null) {
    const [written, year, separator, second, third] = match;
    // "2023.3.1" may be a version; a date with dots has two digits in each part.
    if (!isDayOf(year, second, third) || (separator === "." && written.length < 10)) return null;
    return { end: at + written.length, reason: "year, month, day", score: 0.9 };
  }
  const named = matchAt(YEAR_NAME_DAY, text, at);
  if (named === null) return null;
  const month = monthNamed(named[3] ?? "")?.month ?? 0;
  if (!isYear(Number(named[1])) || !isDay(Number(named[1]), month, Number(named[4]))) return null;
  return { end: at + named[0].length, reason: "year, name of the month, day", score: 0.9 };
}

function dayFirstAt(text: string, at: number): DateForm | null {
  const match = matchAt(DAY_FIRST, text, at);
  if (match === null) return dayNameYearAt(text, at);
  const [written, first, separator = "", second, year = ""] = match;
  const isLong = year.length === 4;
  if (isLong && !isYear(Number(year))) return null;
  const full = isLong ? year : null;
  if (!isDayOf(full, second, first) && !isDayOf(full, first, second)) return null;
  const end = at + written.length;
  if (isLong) return { end, reason: "day, month and year in figures", score: 0.85 };
  // With a two-digit year, dots and dashes need two digits in each part; otherwise it is a version.
  const isPadded = written.length === 8;
  if (separator === ". " || (separator !== "/" && !isPadded)) return null;
  return { end, reason: "day, month and year of two digits", score: 0.6 };
}

function dayNameYearAt(text: string, at: number): DateForm | null {
  const match = matchAt(DAY_NAME_YEAR, text, at);
  if (match === null) return null;
  const [written, day, separator, name = "", year = ""] = match;
  const month = monthNamed(name);
  if (month === null || (month.isWeak && separator === "")) return null;
  const full = year.length === 4 ? Number(year) : null;
  if ((full !== null && !isYear(full)) || !isDay(full, month.month, Number(day))) {
    return null;
  }
  return { end: at + written.length, reason: "day, name of the month, year", score: 0.9 };
}

function isDayOf(year: string | null | undefined, month = "", day = ""): boolean {
  const full = year === null || year === undefined ? null : Number(year);
  return (full === null || isYear(full)) && isDay(full, Number(month), Number(day));
}

/** Whether a number, a dash and a digit, or letters continue the form, so that it is part of something longer. */
function goesOn(text: string, end: number): boolean {
  const code = codeAt(text, end);
  const next = codeAt(text, end + 1);
  const isTime = text.charAt(end) === "T" || text.charAt(end) === "_";
  if (isWord(code)) return isWordAfter(text, end) && !(isTime && isDigit(next));
  return "-./".includes(text.charAt(end) || " ") && isDigit(next);
}

/** End of the time of day after a date that ends at `end`; `end` if there is none. */
export function timeAfter(text: string, end: number): number {
  const separator = matchAt(BEFORE_TIME, text, end)?.[0] ?? "";
  return separator === "" ? end : Math.max(end, timeEnd(text, end + separator.length));
}

/** End of the year after a time that ends at `end`; `end` if there is none. */
export function yearAfterTime(text: string, end: number): number {
  return end + (matchAt(YEAR_AFTER_TIME, text, end)?.[0].length ?? 0);
}

/** End of a month and year in figures, "05/27", or -1; only a word before them shows that they are a date. */
export function monthAndYearEnd(text: string, at: number): number {
  const match = matchAt(MONTH_AND_YEAR, text, at);
  return match === null ? -1 : at + match[0].length;
}

/** End of a time of day with minutes, and maybe a zone, that begins at `at`; or -1. */
export function timeEnd(text: string, at: number): number {
  const match = matchAt(TIME, text, at);
  if (match === null) return -1;
  const [written, hour, minute, second = "0"] = match;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return -1;
  const end = at + written.length;
  const zone = matchAt(ZONE, text, end)?.[0].length ?? 0;
  const last = end + zone;
  const isLonger = isWord(codeAt(text, last)) || (text.charAt(last) === ":" && zone === 0);
  return isLonger && isWord(codeAt(text, text.charAt(last) === ":" ? last + 1 : last)) ? -1 : last;
}

/** End of a time that needs no context because it has seconds or AM/PM ("10:32 PM", "9 a.m."); or -1. */
export function loneTimeEnd(text: string, at: number): number {
  const hour = matchAt(HOUR_OF_DAY, text, at);
  if (hour !== null) return Number(hour[1]) <= 12 ? at + hour[0].length : -1;
  const range = matchAt(TIME_RANGE, text, at);
  if (range !== null) return at + range[0].length;
  const end = timeEnd(text, at);
  if (end === -1) return -1;
  return /^\d{1,2}:\d\d(?::\d\d| ?[AaPp]\.?[Mm])/.test(text.slice(at, end)) ? end : -1;
}

/** Offset after the last digit of the group that begins at `at`. */
function endOfDigits(text: string, at: number): number {
  let end = at;
  while (isDigit(codeAt(text, end))) end++;
  return end;
}
