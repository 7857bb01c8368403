// The sets of days that date tokens are taken from. Pure.

import {
  type CalendarDay,
  calendarDay,
  dayNumber,
  weekdayOf,
} from "../../../reference/calendar.ts";

/** 12 months of 12 days: those that are a day of a month whichever of the two numbers is the month. */
const EITHER_WAY_DAYS_PER_YEAR = 144;

/** A set of days, in order. */
export interface DayRange {
  /** Its number among the ranges; part of stored space numbers. */
  readonly number: number;
  readonly firstYear: number;
  /** The number of 1 January of the first year. */
  readonly firstDay: number;
  readonly years: number;
  /** Days of all these years. */
  readonly days: number;
}

function range(number: number, firstYear: number, lastYear: number): DayRange {
  const firstDay = dayNumber(firstYear, 1, 1);
  const days = dayNumber(lastYear + 1, 1, 1) - firstDay;
  return { number, firstYear, firstDay, years: lastYear - firstYear + 1, days };
}

/** The first of the years that two digits stand for. */
const FIRST_SHORT_YEAR = 1969;

/** Days of years of two digits: 1969 to 2068, as POSIX strptime() reads %y. 36,525 days. */
export const SHORT_YEARS = range(0, FIRST_SHORT_YEAR, FIRST_SHORT_YEAR + 99);
/** Days that a date in somebody's data could be: 1900 to 2099. 73,049 days. */
export const REALISTIC_YEARS = range(1, 1900, 2099);
/** Days of all years that four digits write without a leading zero. 3,287,182 days. */
export const ALL_YEARS = range(2, 1000, 9999);

/** The year that two digits stand for (see SHORT_YEARS). */
export function fullYear(digits: number): number {
  return digits < FIRST_SHORT_YEAR % 100 ? 2000 + digits : 1900 + digits;
}

/**
 * How many days of a range there are; `eitherWay` leaves only those up to the 12th of a month, which
 * stay days of the calendar when day and month change places.
 */
export function sizeOf(days: DayRange, eitherWay: boolean): number {
  return eitherWay ? days.years * EITHER_WAY_DAYS_PER_YEAR : days.days;
}

/** The `index`-th day of a range (see sizeOf). */
export function dayAt(days: DayRange, eitherWay: boolean, index: number): CalendarDay {
  if (!eitherWay) return calendarDay(days.firstDay + index);
  const year = days.firstYear + Math.floor(index / EITHER_WAY_DAYS_PER_YEAR);
  const ofYear = index % EITHER_WAY_DAYS_PER_YEAR;
  const month = Math.floor(ofYear / 12) + 1;
  const day = (ofYear % 12) + 1;
  return { year, month, day, weekday: weekdayOf(dayNumber(year, month, day)) };
}
