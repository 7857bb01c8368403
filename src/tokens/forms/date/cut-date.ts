// Cuts a written date into numbers, names, a time of day with its zone, and the text between them. Pure, one pass; prose
// fails at its first word.
import { ALL_LANGUAGES, type Word, wordOf } from "./date-words.ts";

/** Longest value that is read as a date. The longest date is Portuguese, with weekday, time and zone. */
export const MAX_VALUE_LENGTH = 80;

/** A number of up to eight digits. */
export interface NumberPart {
  readonly digits: number;
  readonly value: number;
  /** What directly follows a day ("st", "er", "º"), or "". */
  readonly ordinal: string;
}

/** The name of a month or weekday. */
export interface NamePart {
  readonly text: string;
  readonly word: Word;
  /** Whether a dot follows that belongs to the name. */
  readonly dotted: boolean;
}

/** How "AM", " p.m." and the like are written: the blank before it, the case of "a" or "p", the rest. */
interface HalfDay {
  readonly before: string;
  readonly upper: boolean;
  readonly after: string;
}

/** How a time of day is written. */
export interface TimeStyle {
  /** The smallest unit written: 1 minutes, 2 seconds, 3 milliseconds. */
  readonly precision: 1 | 2 | 3;
  /** Digits after the decimal mark of the seconds, 0 to 9. */
  readonly fractionDigits: number;
  readonly fractionMark: string;
  /** Separator of hours, minutes and seconds: ":" or "". */
  readonly separator: string;
  readonly hourPadded: boolean;
  /** How AM or PM is written on a 12-hour clock; else null. */
  readonly halfDay: HalfDay | null;
}

/** How an offset from UTC is written: `minutes` is the text after the hours ("", "00" or ":00"). */
export interface ZoneStyle {
  readonly hourDigits: number;
  readonly minutes: string;
}

/** A date cut into parts. */
export interface CutDate {
  /** One letter for each part that a token replaces: "n" number, "w" name, "t" time, "z" offset. */
  readonly shape: string;
  /** `literals[i]` is the text before part i; the last one follows the last part. */
  readonly literals: readonly string[];
  readonly numbers: readonly NumberPart[];
  readonly names: readonly NamePart[];
  readonly time: TimeStyle | null;
  readonly zone: ZoneStyle | null;
  /** The languages to which all its words belong, as bits. */
  readonly languages: number;
}

/** The shortest date: "1.1.23". */
const MIN_LENGTH = 6;
/** The longest text that is read: a date of MAX_VALUE_LENGTH, plus what its token can be longer. */
const MAX_LENGTH = 160;
/** Digits of a compact date; a compact time may follow directly. */
const COMPACT = 8;

/** Blanks that people and Intl.DateTimeFormat put into dates: tab, space, no-break and thin spaces. */
const BLANK = "\\t \\u00a0\\u2009\\u202f";
/** Other separators of dates: comma, hyphen, dot, slash, and the apostrophe of a short year. */
const MARK = ",\\-./'\\u2019";
/** Letters: those of ASCII, and all characters from U+00AA on except punctuation; unknown words are refused later. */
const LETTER = "a-z\\u00aa-\\u1fff\\u2070-\\uffff";

/** A time of day, maybe on a 12-hour clock ("2:05:33.5 p.m."). */
function timePattern(hour: string, separator: string): string {
  const seconds = `(?:${separator}(?<seconds>[0-5]\\d)(?:(?<mark>[.,])(?<fraction>\\d{1,9}))?)?`;
  const blank = "[ \\u00a0\\u202f]?";
  const halfDay = `(?<before>${blank})(?<half>[ap])(?<after>m|\\.${blank}m\\.)(?![a-z])`;
  return `(?<hour>${hour})${separator}[0-5]\\d${seconds}(?!\\d)(?:${halfDay})?`;
}

const NUMBER = new RegExp(
  // Not every day has an ordinal ("1er", "2"), and only "º" keeps "1º85" apart.
  `(?!\\d{1,2}:)(\\d{1,8}(?!\\d)|\\d{8}(?=(?:\\d{4}|\\d{6})(?!\\d)))((?:st|nd|rd|th|er|[º°])(?![${LETTER}\\d]))?(?:t(?=\\d))?`,
  "iy",
);
/** Portuguese weekdays contain a hyphen. */
const WORD = new RegExp(`[${LETTER}]+(?:-feira(?![${LETTER}]))?`, "iy");
const SEPARATOR = new RegExp(`[${BLANK}]+|[${MARK}]`, "y");
/** The first colon of "10/Mar/2023:14:22:05", as in web server logs. */
const COLON_BEFORE_TIME = /:(?=..:)/y;
const TIME = new RegExp(timePattern("\\d{1,2}", ":"), "iy");
const COMPACT_TIME = new RegExp(`(?<blanks>[${BLANK}]*)${timePattern("[01]\\d|2[0-3]", "")}`, "iy");
const ZONE = /[+-](0?\d|1[0-4])(:?[0-5]\d)?(?!\d)/y;
const ZONE_START = /(?=[+-]\d)/y;
const BLANK_OR_LETTER = new RegExp(`[${BLANK}${LETTER}]`, "i");
/** Names of UTC itself. Other zone names would tell where somebody is; they are not read as parts of dates. */
const UTC_NAME = /^(?:Z|z|UTC|GMT)$/;
/** The dot of "Mar. 10", not that of "10.Mar.2023". */
const NAME_DOT = new RegExp(`\\.(?![${LETTER}\\d])`, "iy");
/** More punctuation than a date has between two parts. */
const MANY_MARKS = new RegExp(`(?:[${MARK}:][${BLANK}]*){4}`);

/** Cut a text that may be a date; null when it contains anything that no date contains. */
export function cutDate(text: string): CutDate | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const cutter = new Cutter(text);
  if (!cutter.cut() || cutter.languages === 0) return null;
  return cutter.literals.some((literal) => MANY_MARKS.test(literal)) ? null : cutter;
}

class Cutter implements CutDate {
  shape = "";
  readonly literals: string[] = [];
  readonly numbers: NumberPart[] = [];
  readonly names: NamePart[] = [];
  time: TimeStyle | null = null;
  zone: ZoneStyle | null = null;
  languages = ALL_LANGUAGES;
  readonly #text: string;
  #at = 0;
  /** Start of the text that belongs to no part yet. */
  #literalStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns false when the text is no date. */
  cut(): boolean {
    while (this.#at < this.#text.length) if (!this.#takeNext()) return false;
    this.literals.push(this.#text.slice(this.#literalStart));
    return true;
  }

  #takeNext(): boolean {
    if (this.#zoneMayStart()) return this.#takeZone();
    const number = this.#take(NUMBER);
    if (number !== null) return this.#addNumber(number);
    const word = this.#take(WORD);
    if (word !== null) return this.#addWord(word);
    const time = this.#take(TIME);
    if (time !== null) return this.#addTime(time, ":");
    if (this.#take(SEPARATOR) !== null) return true;
    const isAfterPart = this.#at === this.#literalStart && this.time === null;
    return isAfterPart && this.#take(COLON_BEFORE_TIME) !== null;
  }

  /** Match a pattern at the current position and move past the match. */
  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #add(kind: "n" | "w" | "t" | "z", start: number, end: number): void {
    this.shape += kind;
    this.literals.push(this.#text.slice(this.#literalStart, start));
    this.#literalStart = end;
  }

  #addNumber({ 1: digits = "", 2: ordinal = "", index }: RegExpExecArray): boolean {
    this.numbers.push({ digits: digits.length, value: Number(digits), ordinal });
    this.#add("n", index, index + digits.length + ordinal.length);
    const time = digits.length < COMPACT ? null : this.#take(COMPACT_TIME);
    return time === null || this.#addTime(time, "");
  }

  #addTime({ groups = {}, index }: RegExpExecArray, separator: string): boolean {
    if (this.time !== null) return false;
    this.time = timeStyle(groups, separator);
    this.#add("t", index + (groups["blanks"] ?? "").length, this.#at);
    return this.time !== null;
  }

  /** An offset may follow a time of day, directly or after "UTC", "GMT" or a blank. */
  #zoneMayStart(): boolean {
    if (this.time === null || this.zone !== null || this.#take(ZONE_START) === null) return false;
    if (this.#at === this.#literalStart) return this.shape.endsWith("t");
    return BLANK_OR_LETTER.test(this.#text.charAt(this.#at - 1));
  }

  #takeZone(): boolean {
    const match = this.#take(ZONE);
    if (match === null) return false;
    const { 1: hours = "", 2: minutes = "", index } = match;
    this.zone = { hourDigits: hours.length, minutes: minutes.replace(/\d\d/, "00") };
    this.#add("z", index, this.#at);
    return true;
  }

  #addWord({ 0: text, index }: RegExpExecArray): boolean {
    if (this.time !== null && UTC_NAME.test(text)) return true;
    const word = wordOf(text);
    if (word === null) return false;
    this.languages &= word.languages;
    if (word.months.length === 0 && word.weekdays.length === 0) return true;
    const dotted = word.months.length > 0 && this.#take(NAME_DOT) !== null;
    this.names.push({ text, word, dotted });
    this.#add("w", index, this.#at);
    return true;
  }
}

/** Null for an hour that no clock shows. */
function timeStyle(
  groups: Readonly<Record<string, string | undefined>>,
  separator: string,
): TimeStyle | null {
  const { hour = "", seconds, mark = ".", fraction = "", before = "", half, after = "" } = groups;
  const value = Number(hour);
  if (half === undefined ? value > 23 : value < 1 || value > 12) return null;
  return {
    precision: fraction.length >= 3 ? 3 : seconds === undefined ? 1 : 2,
    fractionDigits: fraction.length,
    fractionMark: mark,
    separator,
    // Ten o'clock does not show whether hours are padded. Then assume two digits on a 24-hour clock and where there are no
    // separators.
    hourPadded: hour.length === 2 && (value < 10 || half === undefined || separator === ""),
    halfDay: half === undefined ? null : { before, upper: half !== half.toLowerCase(), after },
  };
}
