// Times of day and offsets from UTC as they stand in written dates. Pure.

/** How a time of day is written. */
export interface TimeStyle {
  /** The smallest unit that is counted: 1 minutes, 2 seconds, 3 milliseconds. */
  readonly precision: 1 | 2 | 3;
  /** Digits behind the seconds, 0 to 9. */
  readonly fractionDigits: number;
  /** What stands before them. */
  readonly fractionMark: string;
  /** What stands between hours, minutes and seconds: ":" or nothing. */
  readonly separator: string;
  readonly hourPadded: boolean;
  /** Of a 12-hour clock, what follows the digits: blank, the letter a or p, the rest; else null. */
  readonly halfDay: HalfDay | null;
}

/** "AM", " p.m." and the like. */
export interface HalfDay {
  readonly before: string;
  readonly upperCase: boolean;
  readonly after: string;
}

/** How an offset from UTC is written: `minutes` is what follows the hours ("", "00" or ":00"). */
export interface ZoneStyle {
  readonly hourDigits: number;
  readonly minutes: string;
}

const TIME = /(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:([.,])(\d{1,9}))?)?(?!\d)/y;
const COMPACT_TIME = /([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d)(?:([.,])(\d{1,9}))?)?(?!\d)/y;
const HALF_DAY = /([ \u00a0\u202f]?)([ap])(m|\.[ \u00a0\u202f]?m\.)(?![a-z])/iy;
const ZONE = /[+-](0?\d|1[0-4])(:?[0-5]\d)?(?!\d)/y;

/** A time of day that was read, and where it ends. */
export interface ReadTime {
  readonly time: TimeStyle;
  readonly end: number;
}

/** The time of day at a place: "14:22", "2:05:33.5 PM", or compact, "142205". Null when there is none. */
export function readTime(text: string, at: number, compact: boolean): ReadTime | null {
  const pattern = compact ? COMPACT_TIME : TIME;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, hour = "", , seconds, mark = ".", fraction = ""] = match;
  const end = pattern.lastIndex;
  const halfDay = halfDayAt(text, end);
  const value = Number(hour);
  if (halfDay === null ? value > 23 : value < 1 || value > 12) return null;
  const time: TimeStyle = {
    precision: fraction.length >= 3 ? 3 : seconds === undefined ? 1 : 2,
    fractionDigits: fraction.length,
    fractionMark: mark,
    separator: compact ? "" : ":",
    // What ten o'clock does not show is taken from the clock: 24 hours are written with two digits, and
    // so is what has no separators.
    hourPadded: hour.length === 2 && (value < 10 || halfDay === null || compact),
    halfDay,
  };
  if (halfDay === null) return { time, end };
  return { time, end: end + halfDay.before.length + 1 + halfDay.after.length };
}

function halfDayAt(text: string, at: number): HalfDay | null {
  // Most times have none: one look at the letters spares the search.
  if (!isHalfDayLetter(text.charCodeAt(at)) && !isHalfDayLetter(text.charCodeAt(at + 1)))
    return null;
  HALF_DAY.lastIndex = at;
  const match = HALF_DAY.exec(text);
  if (match === null) return null;
  const [, before = "", letter = "", after = ""] = match;
  return { before, upperCase: letter === "A" || letter === "P", after };
}

/** a or p, small or capital. */
function isHalfDayLetter(code: number): boolean {
  const lower = code | 32;
  return lower === 97 || lower === 112;
}

/** The offset at a place ("+05:30", "-5", "+0000") and where it ends; null when there is none. */
export function readZone(text: string, at: number): { zone: ZoneStyle; end: number } | null {
  ZONE.lastIndex = at;
  const match = ZONE.exec(text);
  if (match === null) return null;
  const [, hours = "", minutes = ""] = match;
  const written = minutes === "" ? "" : minutes.length === 3 ? ":00" : "00";
  return { zone: { hourDigits: hours.length, minutes: written }, end: ZONE.lastIndex };
}
