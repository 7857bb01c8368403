// The Gregorian calendar as day numbers, and the sets of days that date tokens are taken from. Pure.
//
// Rules: ISO 8601-1:2019 (Gregorian calendar, proleptic before 1582; Monday is the first day of the
// week); RFC 3339 appendix C (leap years) and section 5.7 (days of each month).

/** A day of the calendar. */
export interface CalendarDay {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
  /** 0 is Monday (ISO 8601). */
  readonly weekday: number;
}

/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468;
const DAYS_PER_400_YEARS = 146_097;
/** 12 months of 12 days: those that are a day of a month whichever of the two numbers is the month. */
const EITHER_WAY_DAYS_PER_YEAR = 144;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True when year (1 to 9999), month and day are a day of the calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  if (month === 2 && day === 29) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (MONTH_DAYS[month - 1] ?? 0);
}

/** Number of a day, counted from 1970-01-01. Years are counted from March, so that a leap day ends one. */
export function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? year : year - 1;
  const leapDays =
    Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400);
  const monthsBefore = (month + 9) % 12;
  // 153 days are five months from March on: 31, 30, 31, 30, 31.
  const daysBefore = Math.floor((153 * monthsBefore + 2) / 5);
  return 365 * fromMarch + leapDays + daysBefore + day - 1 - EPOCH;
}

/** The day of a number. */
function calendarDay(number: number): CalendarDay {
  const days = number + EPOCH;
  const era = Math.floor(days / DAYS_PER_400_YEARS);
  const ofEra = days - era * DAYS_PER_400_YEARS;
  const years = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100));
  const monthsBefore = Math.floor((5 * ofYear + 2) / 153);
  const month = monthsBefore < 10 ? monthsBefore + 3 : monthsBefore - 9;
  return {
    year: era * 400 + years + (month <= 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * monthsBefore + 2) / 5) + 1,
    weekday: weekdayOf(number),
  };
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}

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
