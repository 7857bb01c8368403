// DATE: dates and times in the written forms of date-shapes.ts, date-phrases.ts and east-asian-dates.ts, days of the week,
// and years after a word. DATE_OF_BIRTH and DISCHARGE_DATE when nearby words say so. One pass over the digits, one over
// "day"; only days of the calendar count.

import { wordSet } from "../../../core/word-set.ts";
import { isWordOf, wordsBefore } from "../../labels/context.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import { codeAt, isLetter, isWord } from "../../text/chars.ts";
import { digitRunsOf } from "../../text/digit-runs.ts";
import { fitsAt } from "../../text/sticky.ts";
import {
  type DatePhrase,
  dayThenMonth,
  monthThenDigits,
  namedYear,
  otherYearEnd,
} from "./date-phrases.ts";
import {
  basicDateEnd,
  loneTimeEnd,
  monthAndYearEnd,
  numericDateAt,
  timeEnd,
} from "./date-shapes.ts";
import { BIRTH_WORDS, BORN_WORDS, DISCHARGE_WORDS, OTHER_EVENT_WORDS } from "./date-words.ts";
import { eastAsianDates } from "./east-asian-dates.ts";

type DateType = "DATE" | "DATE_OF_BIRTH" | "DISCHARGE_DATE";

/** How many characters before a date are searched for a word of birth. */
const CONTEXT_CHARS = 40;
/** Words before figures that are a version or an amount, not a date. */
const NUMBERING = /(?:\bv|\bver|version|release|rev|revision|build|firmware|§|\$|€|£|#) ?[.:]? ?$/i;
const NUMBERING_CHARS = 12;
const TIME_WORDS = wordSet("at by until till around um before after");
/** Length of "expiration date:" and a little more. */
const EXPIRY_CHARS = 20;
const EXPIRY_WORDS = wordSet(
  "exp expires expiry expiration expiring valid thru gültig ablaufdatum",
);
const DATE_WORDS: ReadonlySet<string> = new Set(["date", "dated", "datum", "dob"]);
const WEEKDAY = /(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)$/i;
/** A day of the week, full or short, directly before a date. */
const WEEKDAY_BEFORE =
  /\b(?:Mon|Tue|Tues|Wed|Wednes|Thu|Thur|Thurs|Fri|Sat|Satur|Sun)(?:day)?\.?,? $/i;
/** Words before a day of the week in small letters. */
const WEEKDAY_CUES = wordSet("on this next last every by until meet");
const BIRTH_AFTER = /^ ?\((?:dob|born|date of birth|birth ?date|birthday)\)/i;
const WORD_AFTER = /^ ?(?:को )?([\p{L}\p{M}]{1,12})/u;
const WORD_CHARS = 16;
const BLANK = 32;
const BORN_BEGINNINGS = new Set(["को", ...BORN_WORDS].map((word) => word.charCodeAt(0)));
const LONG_BORN_WORDS = [...BORN_WORDS].filter(({ length }) => length > 1);
const FIRST_KANA = "\u3041";
/** Abbreviations of birth before a date; without the dot they are other words. */
const BIRTH_MARK = /(?:(?:^|[^\p{L}])(?:ur|nac|nasc)|[,(] ?b)\. ?$/u;
const MARK_CHARS = 8;
const MAX_DAY_CHARS = 9;

/** The worst case: one date after another, "3月5日3月5日". */
const COST = 40;

/** Recognizer of dates and times. */
export const date: Recognizer = {
  name: "date",
  entityTypes: ["DATE", "DATE_OF_BIRTH", "DISCHARGE_DATE"],
  cost: COST,
  scan(text) {
    const dates = datesWithDigits(text);
    let previous = 0;
    const eastAsian = eastAsianDates(text).map((found): Span => {
      const entityType = typeByContext(text, found.start, found.end, previous) ?? "DATE";
      previous = found.end;
      return { ...found, entityType, recognizer: "date" };
    });
    return [...dates, ...eastAsian, ...weekdays(text, dates)];
  },
};

function datesWithDigits(text: string): Span[] {
  const spans: Span[] = [];
  // Where the previous digits ended: the words that describe a date come after that.
  let previous = 0;
  for (const { start: groupStart, end: groupEnd } of digitRunsOf(text)) {
    if (groupEnd <= previous) continue;
    const at = Math.max(previous, groupStart);
    const found = groupEnd - at > 8 ? null : findAt(text, at, groupEnd, spans.at(-1)?.end ?? 0);
    if (found !== null) {
      const end = withOtherYear(text, found);
      const { isWithoutDay = false, ...dated } = found;
      const contextType = typeByContext(text, found.start, end, previous);
      const start = withWeekday(text, found.start, previous);
      const entityType = contextType ?? "DATE";
      const span: Span = { ...dated, start, end, entityType, recognizer: "date" };
      spans.push(isWithoutDay && contextType === null ? { ...span, isNobodys: true } : span);
    }
    previous = Math.max(groupEnd, found?.end ?? 0);
  }
  return spans;
}

/** Start of "Friday, 29 August", whose digits or month begin at `start`. */
function withWeekday(text: string, start: number, floor: number): number {
  if (codeAt(text, start - 1) !== 32) return start;
  const window = text.slice(Math.max(floor, start - MAX_DAY_CHARS - 3), start);
  return start - (WEEKDAY_BEFORE.exec(window)?.[0].length ?? 0);
}

function withOtherYear(text: string, found: DatePhrase): number {
  return found.reason.startsWith("year behind") ? otherYearEnd(text, found.end) : found.end;
}

function findAt(text: string, at: number, groupEnd: number, floor: number): DatePhrase | null {
  const digits = groupEnd - at;
  if (digits === 3 || digits > 8 || (digits > 4 && digits < 8) || !isStart(text, at)) return null;
  const numeric = numericDateAt(text, at);
  if (numeric !== null) return isNumbering(text, at) ? null : { ...numeric, start: at };
  if (digits === 8) return namedBasicDate(text, at);
  const phrase = digits <= 2 ? dayThenMonth(text, at) : null;
  if (phrase !== null) return phrase;
  const afterMonth = monthThenDigits(text, at, digits);
  if (afterMonth !== null && afterMonth.start >= floor) return afterMonth;
  if (digits === 4) return namedYear(text, at);
  return text.charAt(groupEnd) === "/" ? expiryAt(text, at) : timeAt(text, at);
}

/** Whether `at` is not inside a word, a number, a path or a part number. */
function isStart(text: string, at: number): boolean {
  const before = codeAt(text, at - 1);
  if (isWord(before)) return text.charAt(at - 1) === "_";
  return (
    !("-./:+".includes(text.charAt(at - 1) || " ") && isWord(codeAt(text, at - 2))) ||
    isLabel(text, at)
  );
}

/** "DOB:1990-01-01": whether a colon after a word precedes `at`. */
function isLabel(text: string, at: number): boolean {
  return text.charAt(at - 1) === ":" && isLetter(codeAt(text, at - 2));
}

function isNumbering(text: string, at: number): boolean {
  return NUMBERING.test(text.slice(Math.max(0, at - NUMBERING_CHARS), at));
}

function namedBasicDate(text: string, at: number): DatePhrase | null {
  const end = basicDateEnd(text, at);
  const nearest = wordsBefore(text, at, NUMBERING_CHARS).at(-1) ?? "";
  const isNamed = DATE_WORDS.has(nearest) || BIRTH_WORDS.has(nearest);
  return end === -1 || !isNamed
    ? null
    : { start: at, end, reason: "eight digits behind a word of dates", score: 0.8 };
}

/** The month and year in which a card, a passport or a contract expires. */
function expiryAt(text: string, at: number): DatePhrase | null {
  const end = monthAndYearEnd(text, at);
  const nearest = wordsBefore(text, at, EXPIRY_CHARS).findLast((word) => word !== "date");
  return end === -1 || !EXPIRY_WORDS.has(nearest ?? "")
    ? null
    : { start: at, end, reason: "month and year behind a word of expiry", score: 0.7 };
}

function timeAt(text: string, at: number): DatePhrase | null {
  const lone = loneTimeEnd(text, at);
  if (lone !== -1) return { start: at, end: lone, reason: "time of day", score: 0.7 };
  const end = timeEnd(text, at);
  if (end === -1) return null;
  const isNamed = TIME_WORDS.has(wordsBefore(text, at, NUMBERING_CHARS).at(-1) ?? "");
  const isMarked = / (?:Uhr|hrs|hours|o'clock)\b/y;
  return isNamed || fitsAt(isMarked, text, end)
    ? { start: at, end, reason: "time of day behind or before a word of time", score: 0.6 }
    : null;
}

/** The type that words around a date show, reading back to the previous date; null when they show none. */
function typeByContext(
  text: string,
  start: number,
  end: number,
  previous: number,
): DateType | null {
  if (text.charAt(end) === " " && BIRTH_AFTER.test(text.slice(end, end + 20))) {
    return "DATE_OF_BIRTH";
  }
  if (isBornAfter(text, end)) return "DATE_OF_BIRTH";
  const reach = Math.min(CONTEXT_CHARS, start - previous);
  const words = reach <= 0 ? [] : wordsOf(text, start, reach);
  for (const word of words.reverse()) {
    if (isWordOf(BIRTH_WORDS, word)) return "DATE_OF_BIRTH";
    if (isWordOf(DISCHARGE_WORDS, word)) return "DISCHARGE_DATE";
    if (isWordOf(OTHER_EVENT_WORDS, word)) return "DATE";
  }
  const isMarked = text.charAt(start - 1) === "." || text.charAt(start - 2) === ".";
  return isMarked && BIRTH_MARK.test(text.slice(Math.max(0, start - MARK_CHARS), start))
    ? "DATE_OF_BIRTH"
    : null;
}

/** Whether a word of birth follows: "12.03.1980 doğumlu", "1970年5月3日生まれ". */
function isBornAfter(text: string, end: number): boolean {
  const first = codeAt(text, codeAt(text, end) === BLANK ? end + 1 : end);
  if (!BORN_BEGINNINGS.has(first)) return false;
  const word = WORD_AFTER.exec(text.slice(end, end + WORD_CHARS))?.[1];
  if (word === undefined) return false;
  if (word < FIRST_KANA) return BORN_WORDS.has(word);
  return word === "生" || LONG_BORN_WORDS.some((born) => word.startsWith(born));
}

/** The words before `start`; "D.O.B." counts as one. */
function wordsOf(text: string, start: number, reach: number): string[] {
  const words = wordsBefore(text, start, reach);
  const isSpelt = words.at(-1)?.endsWith("b") && words.slice(-3).join("") === "dob";
  return isSpelt ? [...words, "dob"] : words;
}

const weekdayAt = spansOf("date", "DATE");

/** Days of the week that are not part of `dates`. */
function weekdays(text: string, dates: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let next = 0;
  for (let at = text.indexOf("day"); at !== -1; at = text.indexOf("day", at + 3)) {
    const end = at + 3;
    if (isWord(codeAt(text, end))) continue;
    const window = text.slice(Math.max(0, end - MAX_DAY_CHARS), at);
    const start = at - (WEEKDAY.exec(window)?.[0].length ?? 0);
    if (start === at || isWord(codeAt(text, start - 1))) continue;
    while ((dates[next]?.end ?? end) < start) next++;
    if ((dates[next]?.start ?? end) < end) continue;
    const isCapital = codeAt(text, start) < 97;
    if (!isCapital && !WEEKDAY_CUES.has(wordsBefore(text, start, 8).at(-1) ?? "")) continue;
    spans.push(weekdayAt(start, end, 0.6, "day of the week"));
  }
  return spans;
}
