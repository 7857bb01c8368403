// The ranges of days that date tokens are chosen from. Pure.

import {
  type CalendarDay,
  calendarDay,
  dayNumber,
  weekdayOf,
} from "../../../reference/calendar.ts";

/** 12 months of 12 days: the days of a year whose day and month can be swapped. */
const EITHER_WAY_DAYS_PER_YEAR = 144;

/** All days of some consecutive years, in order. */
export interface DayRange {
  /** Identifies the range; part of stored space numbers. */
  readonly number: number;
  readonly firstYear: number;
  /** Day number of 1 January of the first year. */
  readonly firstDay: number;
  readonly years: number;
  readonly days: number;
}

function range(number: number, firstYear: number, lastYear: number): DayRange {
  const firstDay = dayNumber(firstYear, 1, 1);
  const days = dayNumber(lastYear + 1, 1, 1) - firstDay;
  return { number, firstYear, firstDay, years: lastYear - firstYear + 1, days };
}

/** The first year that two digits can mean. */
const FIRST_SHORT_YEAR = 1969;

/** Days in years of two digits: 1969 to 2068, as POSIX strptime() reads %y. 36,525 days. */
export const SHORT_YEARS = range(0, FIRST_SHORT_YEAR, FIRST_SHORT_YEAR + 99);
/** Days that are likely in real data: 1900 to 2099. 73,049 days. */
export const REALISTIC_YEARS = range(1, 1900, 2099);
/** Days in all years of four digits without a leading zero. 3,287,182 days. */
export const ALL_YEARS = range(2, 1000, 9999);

/** The year that two digits mean (see SHORT_YEARS). */
export function fullYear(digits: number): number {
  return digits < FIRST_SHORT_YEAR % 100 ? 2000 + digits : 1900 + digits;
}

/** Number of days in a range. `eitherWay`: only those that stay days of the calendar with day and month swapped. */
export function sizeOf(days: DayRange, eitherWay: boolean): number {
  return eitherWay ? days.years * EITHER_WAY_DAYS_PER_YEAR : days.days;
}

/** The day at an index of a range, counted as in `sizeOf`. */
export function dayAt(days: DayRange, eitherWay: boolean, index: number): CalendarDay {
  if (!eitherWay) return calendarDay(days.firstDay + index);
  const year = days.firstYear + Math.floor(index / EITHER_WAY_DAYS_PER_YEAR);
  const ofYear = index % EITHER_WAY_DAYS_PER_YEAR;
  const month = Math.floor(ofYear / 12) + 1;
  const day = (ofYear % 12) + 1;
  return { year, month, day, weekday: weekdayOf(dayNumber(year, month, day)) };
}
