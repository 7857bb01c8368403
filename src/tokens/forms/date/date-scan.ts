// Cuts a written date into numbers, names, a time of day and its zone, and the text between them. Pure,
// one pass; prose fails at its first word.
import { readTime, readZone, type TimeStyle, type ZoneStyle } from "./date-clock.ts";
import { ALL_LANGUAGES, type Word, wordOf } from "./date-words.ts";

/** Longer values are not taken for dates. The longest is Portuguese, with weekday, time and zone. */
export const MAX_VALUE_LENGTH = 80;

interface NumberPart {
  readonly kind: "number";
  readonly digits: number;
  readonly value: number;
  /** What directly follows a day ("st", "er", "º"), or nothing. */
  ordinal: string;
}

interface NamePart {
  readonly kind: "name";
  readonly text: string;
  readonly word: Word;
  /** A dot that belongs to the name. */
  readonly dotted: boolean;
}

/** A time of day or an offset; there is at most one of each. */
interface ClockPart {
  readonly kind: "time" | "zone";
}

const TIME: ClockPart = { kind: "time" };
const ZONE: ClockPart = { kind: "zone" };

export type { NamePart, NumberPart };
/** A part of a written date that a token replaces. */
export type DatePart = NumberPart | NamePart | ClockPart;

/** A text cut up: `literals[i]` stands before part i, the last one behind the last. */
export interface ScannedDate {
  readonly parts: readonly DatePart[];
  readonly literals: readonly string[];
  /** The parts that are numbers, and those that are names. */
  readonly numbers: readonly NumberPart[];
  readonly names: readonly NamePart[];
  readonly time: TimeStyle | null;
  readonly zone: ZoneStyle | null;
  /** The languages that all its words have. */
  readonly languages: number;
}

interface Scan {
  readonly text: string;
  at: number;
  /** Where the text begins that belongs to no part yet. */
  literalStart: number;
  /** Punctuation since the last number or word. */
  marks: number;
  readonly parts: DatePart[];
  readonly literals: string[];
  readonly numbers: NumberPart[];
  readonly names: NamePart[];
  time: TimeStyle | null;
  zone: ZoneStyle | null;
  languages: number;
}

/** "1.1.23". */
const MIN_LENGTH = 6;
/** The longest dates that are read (see MAX_VALUE_LENGTH) and what a token can be longer. */
const MAX_LENGTH = 160;
const MAX_WORD = 16;
/** The most punctuation between two numbers or words. */
const MAX_MARKS = 3;
/** Digits of a compact date; a compact time may follow directly. */
const COMPACT = 8;
const PLUS = 43;
const HYPHEN = 45;
const COLON = 58;
const ORDINALS = new Set(["st", "nd", "rd", "th", "er", "º", "°"]);

/** Cut a text that could be a date; null when it has anything in it that no date has. */
export function scanDate(text: string): ScannedDate | null {
  if (text.length < MIN_LENGTH || text.length > MAX_LENGTH) return null;
  const scan: Scan = {
    text,
    at: 0,
    literalStart: 0,
    marks: 0,
    parts: [],
    literals: [],
    numbers: [],
    names: [],
    time: null,
    zone: null,
    languages: ALL_LANGUAGES,
  };
  while (scan.at < text.length) if (!takeNext(scan)) return null;
  scan.literals.push(text.slice(scan.literalStart));
  return scan.languages === 0 ? null : scan;
}

/** Go on by one number, word, zone or separator; false when the text is no date. */
function takeNext(scan: Scan): boolean {
  const code = scan.text.charCodeAt(scan.at);
  if (isBlank(code)) {
    scan.at++;
    return true;
  }
  const marks = scan.marks;
  scan.marks = 0;
  if (isDigit(code)) return takeNumber(scan);
  if (isWordCode(code)) return takeWord(scan);
  if ((code === PLUS || code === HYPHEN) && zoneMayStart(scan)) return takeZone(scan);
  if (!isMark(code) && !isColonBeforeTime(scan, code)) return false;
  scan.marks = marks + 1;
  scan.at++;
  return scan.marks <= MAX_MARKS;
}

function push(scan: Scan, part: DatePart, start: number, end: number): void {
  scan.literals.push(scan.text.slice(scan.literalStart, start));
  scan.parts.push(part);
  scan.literalStart = end;
  scan.at = end;
}

function takeNumber(scan: Scan): boolean {
  const { text, at } = scan;
  let end = at;
  let value = 0;
  while (end < text.length && isDigit(text.charCodeAt(end))) {
    if (end - at < COMPACT) value = value * 10 + text.charCodeAt(end) - 48;
    end++;
  }
  const digits = end - at;
  if (digits <= 2 && text.charCodeAt(end) === COLON) return takeTime(scan, false);
  const before = scan.parts.at(-1);
  if (before?.kind === "number" && before.digits === COMPACT) return takeTime(scan, true);
  if (digits > COMPACT && digits !== 12 && digits !== 14) return false;
  const number: NumberPart = {
    kind: "number",
    digits: Math.min(digits, COMPACT),
    value,
    ordinal: "",
  };
  scan.numbers.push(number);
  push(scan, number, at, at + number.digits);
  return digits <= COMPACT || takeTime(scan, true);
}

function takeTime(scan: Scan, compact: boolean): boolean {
  const read = scan.time !== null ? null : readTime(scan.text, scan.at, compact);
  if (read === null) return false;
  scan.time = read.time;
  push(scan, TIME, scan.at, read.end);
  return true;
}

/** An offset follows a time of day, directly or after "UTC", "GMT" or a blank. */
function zoneMayStart({ text, at, time, zone, parts, literalStart }: Scan): boolean {
  if (time === null || zone !== null || !isDigit(text.charCodeAt(at + 1))) return false;
  if (at === literalStart) return parts.at(-1)?.kind === "time";
  const before = text.charCodeAt(at - 1);
  return isBlank(before) || isWordCode(before);
}

function takeZone(scan: Scan): boolean {
  const read = readZone(scan.text, scan.at);
  if (read === null) return false;
  scan.zone = read.zone;
  push(scan, ZONE, scan.at, read.end);
  return true;
}

function takeWord(scan: Scan): boolean {
  const { text, at } = scan;
  let end = at;
  while (end < text.length && isWordCode(text.charCodeAt(end))) end++;
  // Portuguese weekdays have a hyphen.
  if (text.charCodeAt(end) === HYPHEN && /^feira/i.test(text.slice(end + 1, end + 6))) {
    end += 6;
    // "sexta-feiramar": its token, of a Saturday, could not be cut again.
    if (isWordCode(text.charCodeAt(end))) return false;
  }
  if (end - at > MAX_WORD) return false;
  const written = text.slice(at, end);
  const before = scan.parts.at(-1);
  if (before?.kind === "number" && at === scan.literalStart) {
    if (ORDINALS.has(written.toLowerCase())) {
      before.ordinal = written;
      scan.literalStart = end;
      scan.at = end;
      // Not every day has an ordinal ("1er", "2"), and only it keeps "1º85" apart.
      return !isDigit(text.charCodeAt(end));
    }
    if ((written === "T" || written === "t") && isDigit(text.charCodeAt(end))) {
      scan.at = end;
      return true;
    }
  }
  if (scan.time !== null && isZoneName(written)) {
    scan.at = end;
    return true;
  }
  return takeKnownWord(scan, written, end);
}

function takeKnownWord(scan: Scan, written: string, end: number): boolean {
  const word = wordOf(written);
  if (word === null) return false;
  scan.languages &= word.languages;
  if (word.months.length === 0 && word.weekdays.length === 0) {
    scan.at = end;
    return true;
  }
  const dotted = word.months.length > 0 && isNameDot(scan.text, end);
  const name: NamePart = { kind: "name", text: written, word, dotted };
  scan.names.push(name);
  push(scan, name, scan.at, dotted ? end + 1 : end);
  return true;
}

/** The dot of "Mar. 10", not that of "10.Mar.2023". */
function isNameDot(text: string, at: number): boolean {
  const next = text.charCodeAt(at + 1);
  return text.charCodeAt(at) === 46 && !isDigit(next) && !isWordCode(next);
}

/** Names of UTC itself; others tell where somebody is, and are not read. */
function isZoneName(written: string): boolean {
  return written === "Z" || written === "z" || written === "UTC" || written === "GMT";
}

/** The first colon of "10/Mar/2023:14:22:05", as web servers log it. */
function isColonBeforeTime({ text, at, literalStart, time }: Scan, code: number): boolean {
  return (
    code === COLON && at === literalStart && time === null && text.charCodeAt(at + 3) === COLON
  );
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Blanks that people and Intl.DateTimeFormat put into dates: tab, space, no-break and thin spaces. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0x2009 || code === 0x202f;
}

/** Other separators of dates: comma, hyphen, dot, slash, and the apostrophes before a short year. */
export function isMark(code: number): boolean {
  return (code >= 44 && code <= 47) || code === 39 || code === 0x2019;
}

/** Letters: ASCII ones, and from U+00AA on all but punctuation, which then is no known word. */
function isWordCode(code: number): boolean {
  const letter = code | 32;
  if (code < 128) return letter >= 97 && letter <= 122;
  return code >= 0xaa && (code < 0x2000 || code > 0x206f);
}
