// The Gregorian calendar as day numbers. Pure.
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
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the calendar has the day. If the year (from 1) is known, 29 February needs a leap year. */
export function isDay(year: number | null, month: number, day: number): boolean {
  if (day < 1 || day > (LONGEST_MONTHS[month - 1] ?? 0) || year === 0) return false;
  if (year === null || month !== 2 || day < 29) return true;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** Number of a day, counted from 1970-01-01. Internally a year begins in March, so that a leap day is its last. */
export function dayNumber(year: number, month: number, day: number): number {
  const fromMarch = month > 2 ? year : year - 1;
  const leapDays =
    Math.floor(fromMarch / 4) - Math.floor(fromMarch / 100) + Math.floor(fromMarch / 400);
  const monthsBefore = (month + 9) % 12;
  // 153 days are five months from March on: 31, 30, 31, 30, 31.
  const daysBefore = Math.floor((153 * monthsBefore + 2) / 5);
  return 365 * fromMarch + leapDays + daysBefore + day - 1 - EPOCH;
}

/** The day with this number, counted from 1970-01-01. */
export function calendarDay(number: number): CalendarDay {
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

/** The day of the week of a day number, 0 for Monday; 1970-01-01 was a Thursday. */
export function weekdayOf(number: number): number {
  return (((number + 3) % 7) + 7) % 7;
}
