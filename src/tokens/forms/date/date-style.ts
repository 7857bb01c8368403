// How a date is written: which numbers are day, month and year, and everything else that its token keeps.
//
// Order of three numbers: year first when it has four digits; else day and month in the only order that is a day of the
// calendar. When both orders are, the month comes first with "/" (United States, where 3/4/2023 is 4 March: CLDR en-US short
// date) and the day with any other separator (CLDR de "dd.MM.y", nl "dd-MM-y").
import { isDay } from "../../../reference/calendar.ts";
import {
  type CutDate,
  cutDate,
  type NumberPart,
  type TimeStyle,
  type ZoneStyle,
} from "./cut-date.ts";
import { monthOf } from "./date-words.ts";
import { fullYear } from "./day-ranges.ts";
import { isJoined, type NameStyle, namesStyle, weekdayStyle } from "./name-style.ts";

/** A part of a written date that its token replaces. */
export type Field = "year" | "month" | "monthName" | "day" | "weekday" | "time" | "zone";

/** What follows the day: an English ending, a sign after the first of a month only, or the same text after every day. */
export interface OrdinalStyle {
  readonly text: string;
  readonly use: "english" | "first" | "always";
}

/** How a date is written; `literals` are the texts before, between and after the fields. */
export interface DateStyle {
  readonly literals: readonly string[];
  readonly fields: readonly Field[];
  readonly shortYear: boolean;
  readonly dayPadded: boolean;
  readonly monthPadded: boolean;
  /** Day and month can be swapped. Those of its token can be too, so that it is a date to every reader. */
  readonly eitherWay: boolean;
  readonly ordinal: OrdinalStyle | null;
  readonly month: NameStyle | null;
  readonly weekday: NameStyle | null;
  readonly time: TimeStyle | null;
  readonly zone: ZoneStyle | null;
  /** Whether digits have no separators (ISO 8601 basic format). */
  readonly compact: boolean;
}

/** Which number is which field; `eitherWay` as in DateStyle. */
interface Order {
  readonly fields: readonly Field[];
  readonly shortYear: boolean;
  readonly eitherWay: boolean;
}

type Numbers = readonly [NumberPart, NumberPart, NumberPart];

/** A date begins and ends with a letter, digit or blank; a dot may end it ("2023. 3. 1.", "10. déc."). */
const DATE_ENDS = /^[^,\-./'\u2019](?:.*[^,\-/'\u2019])?$/;
/** Separators around the middle number: twice the same, or the CJK signs of year and month. */
const EQUAL_SEPARATORS = /^(?:-|\/|\.| |\. | \/ | - )$/;
const CJK_SEPARATORS = /^(?:年( ?)\|月|년( ?)\|월)\1\2$/;

/** How a text is written as a date; null: no day of the calendar, no year or day, or an unknown language or style. */
export function dateStyle(text: string): DateStyle | null {
  const cut = cutDate(text);
  if (cut === null || !DATE_ENDS.test(text) || cut.names.length > 2) return null;
  const [first, second, third, fourth] = cut.numbers;
  if (first === undefined || fourth !== undefined) return null;
  if (second === undefined) return compactStyle(cut, first);
  if (third === undefined) return namedStyle(cut, first, second);
  return numericStyle(cut, [first, second, third]);
}

function plainStyle({ literals, time, zone }: CutDate): DateStyle {
  return {
    literals,
    fields: [],
    shortYear: false,
    dayPadded: true,
    monthPadded: true,
    eitherWay: false,
    ordinal: null,
    month: null,
    weekday: null,
    time,
    zone,
    compact: false,
  };
}

/** "20230310": one number is all three fields. Only a time of day may follow, directly or after "T" or a blank. */
function compactStyle(cut: CutDate, { digits, value, ordinal }: NumberPart): DateStyle | null {
  if (digits !== 8 || ordinal !== "" || !/^n[tz]*$/.test(cut.shape)) return null;
  if (!isDay(Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100)) return null;
  if (!/^(?:[Tt]|\s*)$/.test(cut.literals[1] ?? "")) return null;
  return {
    ...plainStyle(cut),
    literals: cut.literals.toSpliced(1, 0, "", ""),
    fields: fieldsOf(cut.shape.replace("n", "nnn"), YMD),
    compact: true,
  };
}

const YMD: readonly Field[] = ["year", "month", "day"];

/** Three numbers in a row between equal separators or CJK signs; the only name may be a weekday. */
function numericStyle(cut: CutDate, numbers: Numbers): DateStyle | null {
  const [first, second, third] = numbers;
  const at = cut.shape.indexOf("nnn");
  if (at < 0 || first.ordinal + second.ordinal + third.ordinal !== "") return null;
  const [separator = "", other = ""] = cut.literals.slice(at + 1);
  const cjk = separator !== other;
  if (!(cjk ? CJK_SEPARATORS.test(`${separator}|${other}`) : EQUAL_SEPARATORS.test(separator)))
    return null;
  const [name] = cut.names;
  const weekday = name === undefined ? null : weekdayStyle(name, cut.languages);
  if (name !== undefined && (weekday === null || cut.names.length > 1)) return null;
  const order = cjk ? yearFirst(numbers) : orderOf(numbers, separator);
  if (order === null) return null;
  const day = numbers[order.fields.indexOf("day")] ?? third;
  const month = numbers[order.fields.indexOf("month")] ?? second;
  return {
    ...plainStyle(cut),
    ...order,
    fields: fieldsOf(cut.shape, order.fields),
    dayPadded: padded(day) ?? padded(month) ?? !cjk,
    monthPadded: padded(month) ?? padded(day) ?? !cjk,
    weekday,
  };
}

function orderOf(numbers: Numbers, separator: string): Order | null {
  const [first, second, third] = numbers;
  if (first.digits <= 2 && isYear(third)) {
    const year = yearOf(third);
    const dayFirst = second.digits <= 2 && isDay(year, second.value, first.value);
    const monthFirst = second.digits <= 2 && isDay(year, first.value, second.value);
    if (dayFirst || monthFirst) {
      const isMonthFirst = monthFirst && (!dayFirst || separator === "/");
      return {
        fields: isMonthFirst ? ["month", "day", "year"] : ["day", "month", "year"],
        shortYear: third.digits === 2,
        eitherWay: dayFirst && monthFirst,
      };
    }
  }
  // "85-03-10": a short year comes first only when each number has two digits. "85-5-5" is refused: with day 22 its token
  // would be read as day, month, year.
  if (first.digits <= 2 && numbers.some((number) => number.digits !== 2)) return null;
  return yearFirst(numbers);
}

function yearFirst([year, month, day]: Numbers): Order | null {
  if (!isYear(year) || month.digits > 2 || day.digits > 2) return null;
  if (!isDay(yearOf(year), month.value, day.value)) return null;
  return { fields: YMD, shortYear: year.digits === 2, eitherWay: false };
}

/** Two numbers around the name of a month, or after it. */
function namedStyle(cut: CutDate, first: NumberPart, second: NumberPart): DateStyle | null {
  const { shape, names } = cut;
  // "mar 14 mar 2023" (Spanish): the weekday comes before the month, so take the last name that can be a month.
  const index = names.findLastIndex((name) => name.word.months.length > 0);
  const month = names[index];
  const at = index === 0 ? shape.indexOf("w") : shape.lastIndexOf("w");
  if (month === undefined || at > shape.lastIndexOf("n")) return null;
  const monthFirst = at < shape.indexOf("n");
  const style = namesStyle({ cut, month, at, weekday: names[1 - index] ?? null, monthFirst });
  if (style === null) return null;
  const fits = (day: NumberPart, year: NumberPart): boolean =>
    isYear(year) &&
    year.ordinal === "" &&
    day.digits <= 2 &&
    isDay(yearOf(year), monthOf(month.text, style.month.list), day.value);
  // The first number is the day, unless it is a year of four digits.
  const yearIsFirst = !fits(first, second);
  if (yearIsFirst && (monthFirst || first.digits !== 4 || !fits(second, first))) return null;
  const [day, year] = yearIsFirst ? [second, first] : [first, second];
  return {
    ...plainStyle(cut),
    ...style,
    fields: fieldsOf(shape, yearIsFirst ? ["year", "day"] : ["day", "year"], at),
    dayPadded: padded(day) ?? isJoined(cut, at),
    shortYear: year.digits === 2,
    ordinal: ordinalStyle(day),
  };
}

function ordinalStyle({ ordinal, value }: NumberPart): OrdinalStyle | null {
  if (ordinal === "") return null;
  const isSign = ordinal === "º" || ordinal === "°";
  if (isSign && value !== 1) return { text: ordinal, use: "always" };
  return { text: ordinal, use: isSign || ordinal.toLowerCase() === "er" ? "first" : "english" };
}

/**
 * Whether numbers below ten get a leading zero; null when this number does not show it. Callers then look at the other one
 * of day and month, and then at what is usual for the style.
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

/** The field of each part: `numbers` names those of the numbers in order; the name at index `month` is the month. */
function fieldsOf(shape: string, numbers: readonly Field[], month?: number): Field[] {
  const left = [...numbers];
  return [...shape].map((kind, at) => {
    if (kind === "n") return left.shift() ?? "day";
    if (kind === "w") return at === month ? "monthName" : "weekday";
    return kind === "t" ? "time" : "zone";
  });
}
