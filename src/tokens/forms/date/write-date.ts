// Writes a day and a time of day in the style of a value. Pure.
import type { RandomSource } from "../../../core/random-source.ts";
import type { CalendarDay } from "../../../reference/calendar.ts";
import type { TimeStyle, ZoneStyle } from "./cut-date.ts";
import type { DateStyle, Field, OrdinalStyle } from "./date-style.ts";
import type { NameStyle } from "./name-style.ts";

/** Smallest unit of a time of day: 0 no time, 1 minutes, 2 seconds, 3 milliseconds. */
export type Precision = 0 | 1 | 2 | 3;

/** Number of times of day at each precision. No leap seconds (RFC 3339 section 5.7 allows leaving them out). */
export const TIMES_OF_DAY: readonly [number, number, number, number] = [
  1, 1440, 86_400, 86_400_000,
];

/** The day and time that a token names. */
export interface Moment {
  readonly day: CalendarDay;
  /** Whether to write only the last two digits of the year. */
  readonly shortYear: boolean;
  readonly precision: Precision;
  /** Index of the time of day; below TIMES_OF_DAY of the precision. */
  readonly timeOfDay: number;
}

/**
 * A moment in the style of a value. When only the moment has a time of day, " HH:MM:SS" is appended ("THHMMSS" after a
 * compact date, as ISO 8601 requires). `random` decides what the moment does not: digits beyond milliseconds, the offset
 * from UTC.
 */
export function writeDate(style: DateStyle, moment: Moment, random: RandomSource): string {
  const extra = drawExtra(style, moment.precision, random);
  const fields = style.fields.map((field) => writeField(field, style, moment, extra));
  const text = style.literals.map((literal, i) => literal + (fields[i] ?? "")).join("");
  if (style.time !== null || moment.precision === 0) return text;
  const time = writeTime({ ...ISO_TIME, separator: style.compact ? "" : ":" }, moment, 0);
  const end = text.trimEnd();
  return end + (style.compact ? "T" : " ") + time + text.slice(end.length);
}

const ISO_TIME: TimeStyle = {
  precision: 2,
  fractionDigits: 0,
  fractionMark: ".",
  separator: ":",
  hourPadded: true,
  halfDay: null,
};

function writeField(field: Field, style: DateStyle, moment: Moment, extra: number): string {
  const { day } = moment;
  switch (field) {
    case "year":
      return moment.shortYear ? twoDigits(day.year % 100) : String(day.year);
    case "month":
      return style.monthPadded ? twoDigits(day.month) : String(day.month);
    case "monthName":
      return style.month === null ? "" : writeName(style.month, day.month - 1);
    case "day":
      return (
        (style.dayPadded ? twoDigits(day.day) : String(day.day)) + ordinalOf(style.ordinal, day.day)
      );
    case "weekday":
      return style.weekday === null ? "" : writeName(style.weekday, day.weekday);
    case "time":
      return style.time === null ? "" : writeTime(style.time, moment, Math.floor(extra / OFFSETS));
    case "zone":
      return style.zone === null ? "" : writeZone(style.zone, extra % OFFSETS);
  }
}

function writeName({ list, letterCase, dotted }: NameStyle, index: number): string {
  const name = list.names[index] ?? "";
  const dot = dotted && name !== list.full[index] ? "." : "";
  if (letterCase === "upper") return name.toUpperCase() + dot;
  return (letterCase === "lower" ? name : name.charAt(0).toUpperCase() + name.slice(1)) + dot;
}

function ordinalOf(style: OrdinalStyle | null, day: number): string {
  if (style === null) return "";
  const { text, use } = style;
  if (use !== "english") return use === "always" || day === 1 ? text : "";
  // 1st, 2nd, 3rd, 4th, and 11th to 13th.
  const ending = day >= 11 && day <= 13 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return text === text.toUpperCase() ? ending.toUpperCase() : ending;
}

function writeTime(style: TimeStyle, moment: Moment, extra: number): string {
  const { separator, halfDay } = style;
  const milliseconds = moment.timeOfDay * (86_400_000 / TIMES_OF_DAY[moment.precision]);
  const minutes = Math.floor(milliseconds / 60_000);
  const hour = Math.floor(minutes / 60);
  // A 12-hour clock shows midnight and noon as 12.
  const ofClock = halfDay === null ? hour : ((hour + 11) % 12) + 1;
  let text = style.hourPadded ? twoDigits(ofClock) : String(ofClock);
  text += separator + twoDigits(minutes % 60);
  if (moment.precision >= 2) {
    text += separator + twoDigits(Math.floor(milliseconds / 1000) % 60);
    text += fractionOf(style, moment.precision === 3 ? milliseconds % 1000 : null, extra);
  }
  if (halfDay === null) return text;
  const letter = hour < 12 ? "a" : "p";
  return text + halfDay.before + (halfDay.upper ? letter.toUpperCase() : letter) + halfDay.after;
}

/** Decimal digits of the seconds: the counted ones, then digits of `extra` up to the number that the value has. */
function fractionOf(style: TimeStyle, milliseconds: number | null, extra: number): string {
  const counted = milliseconds === null ? "" : String(milliseconds).padStart(3, "0");
  const missing = style.fractionDigits - counted.length;
  const digits = missing > 0 ? counted + String(extra).padStart(missing, "0") : counted;
  return digits === "" ? "" : style.fractionMark + digits;
}

/** The lowest offset, in whole hours, and the number of offsets to choose from: -11 to +12, all in use. */
const FIRST_OFFSET = -11;
const OFFSETS = 24;

/** An offset that is in use; never "-00", which means that the offset is unknown (RFC 3339 section 4.3). */
function writeZone({ hourDigits, minutes }: ZoneStyle, drawn: number): string {
  const offset = FIRST_OFFSET + drawn;
  const hours = String(Math.abs(offset)).padStart(hourDigits, "0");
  return (offset < 0 ? "-" : "+") + hours + minutes;
}

/** One random number for everything that the moment leaves open: offset + 24 * (digits beyond the counted ones). */
function drawExtra({ time, zone }: DateStyle, precision: Precision, random: RandomSource): number {
  const counted = precision === 3 ? 3 : 0;
  const missing = time === null ? 0 : Math.max(0, time.fractionDigits - counted);
  if (missing === 0 && zone === null) return 0;
  const limit = OFFSETS * 10 ** missing;
  // Numbers above the largest multiple of the limit are drawn again, to avoid bias.
  const fair = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [a = 0, b = 0, c = 0, d = 0] = random(4);
    const drawn = ((a * 256 + b) * 256 + c) * 256 + d;
    if (drawn < fair) return drawn % limit;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
