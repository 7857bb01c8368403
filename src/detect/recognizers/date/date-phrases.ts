// Dates with the month in words ("March 10, 2023", "10 March", "10th of March 2023", "10. März 2023", "10 de marzo de 2023",
// "March 2023"), and years that a word marks as such. Looks at a bounded range around each group of digits.

import { isDay } from "../../../reference/calendar.ts";
import { codeAt, isDigit, isForeignWord, isLetter } from "../../text/chars.ts";
import { matchAt } from "../../text/sticky.ts";
import { type DateForm, isYear, timeAfter, yearAfterTime } from "./date-shapes.ts";
import {
  isEnglishMonth,
  MAX_MONTH_CHARS,
  monthNamed,
  UNIT_WORDS,
  YEAR_RANGE_WORDS,
  YEAR_WORDS,
} from "./date-words.ts";

/** A date form, which may begin with words before its digits. */
export interface DatePhrase extends DateForm {
  readonly start: number;
  /**
   * "June 2023" in English: somebody's date only if a word before it names an event of a life. Clinical notes and court
   * decisions in Spanish and Portuguese count every month and year (MEDDOCAN, LeNER-Br).
   */
  readonly isWithoutDay?: boolean;
}

// "10", "10th", "10.", "1er", "3:e", "10-12", "10 and 11", then maybe "of" or "de", then a word.
const DAY_WORD =
  /(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|:?[ea]|\.)?(?: ?(?:[-–/]|and|to|und|bis|et|au|al?|y|e|en|tot|och|till|i|do|ve|और|से) ?(\d{1,2})(?:st|nd|rd|th|\.)?)?[ \u00a0]{1,2}(?:(?:day )?of |de |d')?([\p{L}\p{M}]{2,12})(?![\p{L}\p{M}])\.?/uy;
/** A year after the month: ", 2023", " 2023", " de 2023", " '23". */
const YEAR_AFTER = /(?:,? {1,2}|, ?|,? (?:of|de|del) )(\d{4})(?![\d%]|[.,]\d)|,? ['’]\d\d(?!\d)/y;
/** A day after the word: "10", "10th", "10-12", maybe with the year. */
const DAY_AFTER =
  /(\d{1,2})(st|nd|rd|th)?(?: ?(?:[-–]|and|to) ?(\d{1,2})(?:st|nd|rd|th)?)?(?![\d%:]|[.,]\d|\w)/y;
const STREET = /^ (?:St|Street|Rd|Road|Ave|Avenue|Ln|Lane|Dr|Drive|Ct|Court|Way|Place|Pl|Blvd)\b/;
const OTHER_YEAR = /(?: ?[-–] ?| (?:to|and|until|through|bis|und) )(\d{4})(?!\d)/y;

/** The word that ends at `end`: letters only; "" when it has more than `MAX_MONTH_CHARS`. */
function wordEndingAt(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= MAX_MONTH_CHARS && isLetterAt(text, start - 1)) start--;
  return end - start > MAX_MONTH_CHARS ? "" : text.slice(start, end);
}

function isLetterAt(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return isLetter(code) || (code > 127 && isForeignWord(code) && !isDigit(code));
}

/** Where the word before `at` ends, skipping blanks, a full stop, a comma or a dash. */
function gapBefore(text: string, at: number): number {
  let end = at;
  while (end > 0 && at - end < 2 && " .,-\u00a0\u2013'(".includes(text.charAt(end - 1))) end--;
  return end;
}

/** "10 March 2023": a day, then a month in words. */
export function dayThenMonth(text: string, at: number): DatePhrase | null {
  const match = matchAt(DAY_WORD, text, at);
  if (match === null) return null;
  const [written, first, second, name = ""] = match;
  const month = monthNamed(name);
  if (month === null) return null;
  const monthEnd = at + written.length;
  const year = yearAfter(text, monthEnd);
  const isFull = year.end > monthEnd;
  if (month.isWeak && !isFull) return null;
  const days = [first, second].filter((day) => day !== undefined).map(Number);
  if (!days.every((day) => isDay(year.year, month.month, day))) return null;
  if (!isFull && STREET.test(text.slice(monthEnd, monthEnd + 12))) return null;
  // A full stop that ends the sentence is not part of an abbreviation.
  const undotted = written.endsWith(".") ? monthEnd - (name.length > 4 ? 1 : 0) : monthEnd;
  const end = isFull ? timeAfter(text, year.end) : undotted;
  return { start: at, end, reason: "day and name of the month", score: isFull ? 0.95 : 0.75 };
}

/** "March 10, 2023" or "March 2023": a month in words, then the digits at `at`. */
export function monthThenDigits(text: string, at: number, digits: number): DatePhrase | null {
  let wordEnd = gapBefore(text, at);
  if (wordEnd === at) return null;
  let word = wordEndingAt(text, wordEnd);
  if (word === "of" || word === "de") {
    wordEnd = gapBefore(text, wordEnd - word.length);
    word = wordEndingAt(text, wordEnd);
  }
  const month = word.length < 3 ? null : monthNamed(word);
  if (month === null || month.isWeak) return null;
  const start = wordEnd - word.length;
  if (digits === 4) {
    const year = Number(text.slice(at, at + 4));
    if (!isYear(year) || /^(?:%|[:.,]\d)/.test(text.slice(at + 4, at + 6))) return null;
    const reason = "name of the month and year";
    return { start, end: at + 4, reason, score: 0.8, isWithoutDay: isEnglishMonth(word) };
  }
  const match = matchAt(DAY_AFTER, text, at);
  if (match === null) return null;
  const [written, day, ordinal, lastDay = "1"] = match;
  const dayEnd = at + written.length;
  const year = yearAfter(text, dayEnd);
  const isFull = year.end > dayEnd;
  // "may 5", "march 10": verbs, unless there is a capital, an ordinal or a year.
  const isVerb = (word === "may" || word === "march") && ordinal === undefined && !isFull;
  if (isVerb || Number(lastDay) > 31 || !isDay(year.year, month.month, Number(day))) {
    return null;
  }
  const timed = timeAfter(text, year.end);
  const end = timed > year.end && !isFull ? yearAfterTime(text, timed) : timed;
  return { start, end, reason: "name of the month and day", score: isFull ? 0.95 : 0.75 };
}

function yearAfter(text: string, end: number): { end: number; year: number | null } {
  const match = matchAt(YEAR_AFTER, text, end);
  if (match === null) return { end, year: null };
  const year = match[1] === undefined ? null : Number(match[1]);
  if (year !== null && !isYear(year)) return { end, year: null };
  return { end: end + match[0].length, year };
}

/** A four-digit number that the word before it marks as a year: "in 1980", "from 1990 to 1995"; or null. */
export function namedYear(text: string, at: number): DatePhrase | null {
  if (!isYear(Number(text.slice(at, at + 4)))) return null;
  const before = codeAt(text, at - 1);
  if (before !== 32 && before !== 0xa0 && before !== 10) return null;
  const end = at + 4;
  const word = wordEndingAt(text, gapBefore(text, at)).toLowerCase();
  const isRange = YEAR_RANGE_WORDS.has(word) && otherYearEnd(text, end) > end;
  if (!isRange && !YEAR_WORDS.has(word)) return null;
  if (/^(?:[%\w:/$€£]|[.,-]\d| ?[%$€£])/.test(text.slice(end, end + 2))) return null;
  const next = /^[ -](\p{L}{1,12})/u.exec(text.slice(end, end + 14))?.[1] ?? "";
  if (UNIT_WORDS.has(next.toLowerCase())) return null;
  return { start: at, end, reason: "year behind a word of time", score: 0.6 };
}

/** End of the second year of a range whose first year ends at `end`; `end` if there is none. */
export function otherYearEnd(text: string, end: number): number {
  const match = matchAt(OTHER_YEAR, text, end);
  return match !== null && isYear(Number(match[1])) ? end + match[0].length : end;
}
