// Chinese, Japanese and Korean dates, read from the sign for the month: "2024年3月5日", "令和6年3月5日", "二〇二四年三月五日", "3月5号", "2024년
// 3월 5일"; and years of birth, "昭和45年生まれ". Eras: Japan's act on era names, with the first years that its Cabinet Office
// lists; the Republic of China counts from 1912. Looks at a bounded range around each sign.

import { isDay } from "../../../reference/calendar.ts";
import { codeAt, isDigit } from "../../text/chars.ts";
import { matchAt } from "../../text/sticky.ts";
import type { DatePhrase } from "./date-phrases.ts";
import { isYear, timeAfter } from "./date-shapes.ts";

/** The year before the first year of an era; 0: years count as in the common calendar. */
const ERAS: ReadonlyMap<string, number> = new Map([
  ["明治", 1867],
  ["大正", 1911],
  ["昭和", 1925],
  ["平成", 1988],
  ["令和", 2018],
  ["民国", 1911],
  ["民國", 1911],
  ["西暦", 0],
  ["公元", 0],
]);
const ERA = [...ERAS.keys()].join("|");
const NUMERALS = "〇一二三四五六七八九";
const NUMERAL = `[${NUMERALS}零十元]`;
const MONTH_SIGN = new RegExp(`(?<=[\\d${NUMERALS}十元] ?)[月월]`, "g");
const IS_NUMERAL = new RegExp(`[\\d${NUMERALS}零十元]`);
const MAX_MONTH = 3;
const MAX_YEAR = 4;
const ERA_CHARS = 2;
/** The day, after the sign for the month. */
const DAY = new RegExp(` ?(\\d{1,2}|${NUMERAL}{1,3}) ?[日일号號]`, "y");
const YEAR_OF_BIRTH = new RegExp(
  `(?:(?:${ERA}) ?(?:\\d{1,2}|${NUMERAL}{1,3})|(?:19|20)\\d\\d)年(?:\\d{1,2}月)?(?=生まれ|生れ|出生|生[)）、。]|に?生まれ)`,
  "g",
);

/** All dates in a text whose parts are marked by signs. */
export function eastAsianDates(text: string): DatePhrase[] {
  const found: DatePhrase[] = [];
  for (const { index } of text.matchAll(MONTH_SIGN)) {
    const one = dateAround(text, index);
    if (one !== null) found.push(one);
  }
  if (!text.includes("年")) return found;
  for (const { 0: written, index } of text.matchAll(YEAR_OF_BIRTH)) {
    const end = index + written.length;
    found.push({ start: index, end, reason: "year of a birth", score: 0.7 });
  }
  return found;
}

/** The date whose month sign is at `sign`, or null. */
function dateAround(text: string, sign: number): DatePhrase | null {
  const day = matchAt(DAY, text, sign + 1);
  if (day === null) return null;
  const monthEnd = withoutBlank(text, sign);
  const monthStart = numberStart(text, monthEnd, MAX_MONTH);
  const dated = yearBefore(text, withoutBlank(text, monthStart));
  const start = dated?.start ?? monthStart;
  // Part of a longer number, or an impossible year.
  if (dated?.year === 0 || isNumeral(text, start - 1)) return null;
  const year = dated?.year ?? null;
  const month = numberOf(text.slice(monthStart, monthEnd));
  if (!isDay(year, month, numberOf(day[1] ?? ""))) return null;
  const end = timeAfter(text, sign + 1 + day[0].length);
  const score = year === null ? 0.75 : 0.9;
  return { start, end, reason: "year, month, day by their signs", score };
}

/** The year whose sign ends at `end` (0: impossible), and where it or its era begins; null when there is no sign. */
function yearBefore(text: string, end: number): { start: number; year: number } | null {
  const sign = text.charAt(end - 1);
  if (sign !== "年" && sign !== "년") return null;
  const yearEnd = withoutBlank(text, end - 1);
  const yearStart = numberStart(text, yearEnd, MAX_YEAR);
  const eraEnd = withoutBlank(text, yearStart);
  const era = ERAS.get(text.slice(Math.max(0, eraEnd - ERA_CHARS), eraEnd));
  const full = (era ?? 0) + numberOf(text.slice(yearStart, yearEnd));
  const start = era === undefined ? yearStart : eraEnd - ERA_CHARS;
  return { start, year: yearStart < yearEnd && isYear(full) ? full : 0 };
}

/** Start of the number that ends at `end` and has at most so many characters. */
function numberStart(text: string, end: number, most: number): number {
  let start = end;
  while (end - start < most && isNumeral(text, start - 1)) start--;
  return start;
}

function isNumeral(text: string, at: number): boolean {
  return IS_NUMERAL.test(text.charAt(at));
}

function withoutBlank(text: string, end: number): number {
  return text.charAt(end - 1) === " " ? end - 1 : end;
}

/** Value of digits or numerals: "24", "二四", "二十四", "元" for an era's first year; NaN for anything else. */
function numberOf(written: string): number {
  if (isDigit(codeAt(written, 0))) return Number(written);
  if (written === "元") return 1;
  const ten = written.indexOf("十");
  if (ten === -1) return decimalValue(written);
  const ones = written.length - ten - 1;
  if (ten > 1 || ones > 1) return Number.NaN;
  return (
    10 * (ten === 0 ? 1 : decimalValue(written.charAt(0))) + decimalValue(written.slice(ten + 1))
  );
}

/** Value of numerals that are decimal places; 0 for none. */
function decimalValue(written: string): number {
  let value = 0;
  for (let at = 0; at < written.length; at++) {
    const sign = written.charAt(at);
    const digit = sign === "零" ? 0 : NUMERALS.indexOf(sign);
    if (digit === -1) return Number.NaN;
    value = 10 * value + digit;
  }
  return value;
}
