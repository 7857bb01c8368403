// How a date is written: which number is day, month and year, and everything else that its token keeps.
//
// Orders of numbers alone: year first when it has four digits; else day and month as far as only one
// order is a day of the calendar. When both are, month first behind "/" (United States, where 3/4/2023 is
// 4 March: CLDR en-US short date) and day first behind any other sign (CLDR de "dd.MM.y", nl "dd-MM-y").
import { isDay } from "../../../reference/calendar.ts";
import type { TimeStyle, ZoneStyle } from "./date-clock.ts";
import {
  isJoined,
  type NameStyle,
  namesStyle,
  type OrdinalStyle,
  ordinalStyle,
  weekdayStyle,
} from "./date-names.ts";
import {
  type DatePart,
  isMark,
  type NamePart,
  type NumberPart,
  type ScannedDate,
  scanDate,
} from "./date-scan.ts";
import { monthOf } from "./date-words.ts";
import { fullYear } from "./day-ranges.ts";

/** One part of a written date that a token replaces. */
export type Field = "year" | "month" | "monthName" | "day" | "weekday" | "time" | "zone";

/** How a date is written; `literals` stand before, between and behind the fields. */
export interface DateStyle {
  readonly literals: readonly string[];
  readonly fields: readonly Field[];
  /** A year of two digits. */
  readonly shortYear: boolean;
  readonly dayPadded: boolean;
  readonly monthPadded: boolean;
  /** Day and month could change places: the token's can as well, so that it is a date to every reader. */
  readonly eitherWay: boolean;
  readonly ordinal: OrdinalStyle | null;
  readonly month: NameStyle | null;
  readonly weekday: NameStyle | null;
  readonly time: TimeStyle | null;
  readonly zone: ZoneStyle | null;
  /** Digits without separators (ISO 8601 basic format). */
  readonly compact: boolean;
}

/** Which numbers are what; `eitherWay` as in DateStyle. */
interface Order {
  readonly fields: readonly Field[];
  readonly shortYear: boolean;
  readonly eitherWay: boolean;
}

type Numbers = readonly [NumberPart, NumberPart, NumberPart];

const SAME_SEPARATORS = new Set(["-", "/", ".", " ", ". ", " / ", " - "]);
const CJK_SEPARATORS = new Map([
  ["年", "月"],
  ["年 ", "月 "],
  ["년", "월"],
  ["년 ", "월 "],
]);
const MDY: readonly Field[] = ["month", "day", "year"];
const DMY: readonly Field[] = ["day", "month", "year"];
const YMD: readonly Field[] = ["year", "month", "day"];
const DAY_YEAR: readonly Field[] = ["day", "year"];
const YEAR_DAY: readonly Field[] = ["year", "day"];

/** A style that is being read. */
type Draft = { -readonly [Key in keyof DateStyle]: DateStyle[Key] };

/**
 * How a text is written as a date, or null when it is none: a day that the calendar does not have, no
 * year, no day, a language or a style that is not known.
 */
export function dateStyle(text: string): DateStyle | null {
  const scanned = scanDate(text);
  if (scanned === null || !hasDateEnds(text) || scanned.names.length > 2) return null;
  const draft: Draft = {
    literals: scanned.literals,
    fields: [],
    shortYear: false,
    dayPadded: true,
    monthPadded: true,
    eitherWay: false,
    ordinal: null,
    month: null,
    weekday: null,
    time: scanned.time,
    zone: scanned.zone,
    compact: false,
  };
  const [first, second, third] = scanned.numbers;
  if (first === undefined || scanned.numbers.length > 3) return null;
  if (second === undefined) return compactStyle(draft, scanned, first);
  if (third === undefined) return namedStyle(draft, scanned, first, second);
  return numericStyle(draft, scanned, [first, second, third]);
}

/** A date begins and ends with a letter, digit or blank; a dot may end it ("2023. 3. 1.", "10. déc."). */
function hasDateEnds(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return !isMark(text.charCodeAt(0)) && (last === DOT || !isMark(last));
}

const DOT = 46;

const COMPACT_SEPARATOR = /^(?:[Tt]|\s*)$/;

/** "20230310", with or without a time: one number that is three fields. */
function compactStyle(draft: Draft, scanned: ScannedDate, number: NumberPart): DateStyle | null {
  const year = Math.floor(number.value / 10_000);
  const month = Math.floor(number.value / 100) % 100;
  if (number.digits !== 8 || number.ordinal !== "" || scanned.names.length > 0) return null;
  if (!isDay(year, month, number.value % 100)) return null;
  const at = scanned.parts.indexOf(number);
  // Only a time of day comes with it, directly or after "T" or a blank.
  if (at > 0 || !COMPACT_SEPARATOR.test(scanned.literals[1] ?? "")) return null;
  draft.literals = scanned.literals.toSpliced(at + 1, 0, "", "");
  draft.fields = fieldsOf(scanned.parts, ["year"], null).toSpliced(at + 1, 0, "month", "day");
  draft.compact = true;
  return draft;
}

/** Three numbers in a row between equal separators, or the CJK signs; at most a weekday as a name. */
function numericStyle(draft: Draft, scanned: ScannedDate, numbers: Numbers): DateStyle | null {
  const { parts, literals, languages } = scanned;
  const [first, second, third] = numbers;
  const at = parts.indexOf(first);
  if (parts[at + 1] !== second || parts[at + 2] !== third) return null;
  if (first.ordinal + second.ordinal + third.ordinal !== "") return null;
  const separator = literals[at + 1] ?? "";
  const cjk = separator !== literals[at + 2];
  if (cjk ? CJK_SEPARATORS.get(separator) !== literals[at + 2] : !SAME_SEPARATORS.has(separator)) {
    return null;
  }
  const [name, other] = scanned.names;
  if (name !== undefined) {
    draft.weekday = weekdayStyle(name, languages);
    if (draft.weekday === null || other !== undefined) return null;
  }
  const order = cjk ? yearFirst(numbers) : orderOf(numbers, separator);
  if (order === null) return null;
  const day = numbers[order.fields.indexOf("day")] ?? third;
  const month = numbers[order.fields.indexOf("month")] ?? second;
  draft.dayPadded = padded(day) ?? padded(month) ?? !cjk;
  draft.monthPadded = padded(month) ?? padded(day) ?? !cjk;
  draft.fields = fieldsOf(parts, order.fields, null);
  draft.shortYear = order.shortYear;
  draft.eitherWay = order.eitherWay;
  return draft;
}

function orderOf(numbers: Numbers, separator: string): Order | null {
  const [first, second, third] = numbers;
  if (first.digits <= 2 && isYear(third)) {
    const year = yearOf(third);
    const dayFirst = second.digits <= 2 && isDay(year, second.value, first.value);
    const monthFirst = second.digits <= 2 && isDay(year, first.value, second.value);
    if (dayFirst || monthFirst) {
      const fields = monthFirst && (!dayFirst || separator === "/") ? MDY : DMY;
      return { fields, shortYear: third.digits === 2, eitherWay: dayFirst && monthFirst };
    }
  }
  // "85-03-10": a short year comes first only where each number has two digits. "85-5-5" is none, because
  // its token with the day 22 would be read from behind.
  if (first.digits <= 2 && numbers.some((number) => number.digits !== 2)) return null;
  return yearFirst(numbers);
}

function yearFirst([year, month, day]: Numbers): Order | null {
  if (!isYear(year) || month.digits > 2 || day.digits > 2) return null;
  if (!isDay(yearOf(year), month.value, day.value)) return null;
  return { fields: YMD, shortYear: year.digits === 2, eitherWay: false };
}

/** Two numbers around the name of a month, or behind it. */
function namedStyle(
  draft: Draft,
  scanned: ScannedDate,
  first: NumberPart,
  second: NumberPart,
): DateStyle | null {
  const { parts, names } = scanned;
  // "mar 14 mar 2023" (Spanish): a weekday comes before the month.
  const name = names.findLast((part) => part.word.months.length > 0);
  if (name === undefined) return null;
  const at = parts.indexOf(name);
  const monthFirst = at < parts.indexOf(first);
  if (at > parts.indexOf(second)) return null;
  const other = names.find((part) => part !== name) ?? null;
  const style = namesStyle({ scanned, month: name, weekday: other, monthFirst });
  if (style === null) return null;
  const value = monthOf(name.text, style.month.list);
  const [day, year] = dayAndYear(first, second, value, monthFirst);
  if (day === null || year === null || year.ordinal !== "") return null;
  draft.dayPadded = padded(day) ?? isJoined(scanned, at);
  draft.fields = fieldsOf(parts, day === first ? DAY_YEAR : YEAR_DAY, name);
  draft.shortYear = year.digits === 2;
  draft.ordinal = ordinalStyle(day);
  draft.month = style.month;
  draft.weekday = style.weekday;
  return draft;
}

/** The day comes first unless a year of four digits does. */
function dayAndYear(
  first: NumberPart,
  second: NumberPart,
  month: number,
  monthFirst: boolean,
): [NumberPart, NumberPart] | [null, null] {
  const fits = (day: NumberPart, year: NumberPart): boolean =>
    isYear(year) && day.digits <= 2 && isDay(yearOf(year), month, day.value);
  if (fits(first, second)) return [first, second];
  return !monthFirst && first.digits === 4 && fits(second, first) ? [second, first] : [null, null];
}

/**
 * Whether a number below ten has a leading zero; null when it does not show. It is then taken to be like
 * the other one of day and month, and else like the usual of the style.
 */
function padded({ digits, value }: NumberPart): boolean | null {
  return digits === 1 ? false : value < 10 ? true : null;
}

function isYear({ digits }: NumberPart): boolean {
  return digits === 4 || digits === 2;
}

function yearOf({ digits, value }: NumberPart): number {
  return digits === 2 ? fullYear(value) : value;
}

/** The fields of the parts; numbers have these in turn, `month` is the name that is a month. */
function fieldsOf(
  parts: readonly DatePart[],
  numbers: readonly Field[],
  month: NamePart | null,
): Field[] {
  const fields: Field[] = [];
  let next = 0;
  for (const part of parts) {
    if (part.kind === "number") fields.push(numbers[next++] ?? "day");
    else if (part.kind === "name") fields.push(part === month ? "monthName" : "weekday");
    else fields.push(part.kind);
  }
  return fields;
}
