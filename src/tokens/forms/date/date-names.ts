// How the names in a date are written: language, length, letter case, dot; and what follows the day.

import type { NameWidth } from "../../../reference/date-names.ts";
import type { NamePart, NumberPart, ScannedDate } from "./date-scan.ts";
import { type LetterCase, languageBits, type NameList } from "./date-words.ts";

const ENGLISH = languageBits("en");
const GERMAN = languageBits("de");
/** The languages that write names of months with a small letter. */
const SMALL_LETTER_LANGUAGES = languageBits("fr", "es", "it", "pt", "nl", "sv", "pl");
/** Those whose short names of months have a dot, and those whose have none; some are written both ways. */
const DOTTING_LANGUAGES = languageBits("en", "de", "fr", "pt", "sv");
const UNDOTTING_LANGUAGES = languageBits("en", "de", "es", "it", "nl", "sv", "pl");

/** How a name is written. */
export interface NameStyle {
  readonly list: NameList;
  readonly letterCase: LetterCase;
  /** Shortened names have a dot. */
  readonly dotted: boolean;
}

/** What follows the day: nothing, the English endings, or a sign behind the first of a month only. */
export interface OrdinalStyle {
  readonly text: string;
  readonly use: "english" | "first" | "always";
}

/** The parts of a written date that tell the language of its month. */
export interface MonthParts {
  readonly scanned: ScannedDate;
  readonly month: NamePart;
  readonly weekday: NamePart | null;
  /** The month comes before the day. */
  readonly monthFirst: boolean;
}

/** The style of a month's name and of the weekday beside it; null when no language has both. */
export function namesStyle(
  place: MonthParts,
): { month: NameStyle; weekday: NameStyle | null } | null {
  const { month: name, weekday: other, scanned } = place;
  const at = scanned.parts.indexOf(name);
  const joined = isJoined(scanned, at);
  const widths = name.dotted ? DOTTED : joined ? JOINED : LOOSE;
  const month = nameStyle(name, name.word.months, languagesOf(place, joined), widths);
  if (month === null) return null;
  if (other === null) return { month, weekday: null };
  const weekday = weekdayStyle(other, month.list.language);
  return weekday === null ? null : { month, weekday };
}

const DOTTED: readonly NameWidth[] = ["dotted", "short", "full"];
const JOINED: readonly NameWidth[] = ["short", "dotted", "full"];
const LOOSE: readonly NameWidth[] = ["full", "short", "dotted"];

/** The style of a weekday's name, or null when none of the languages has it. */
export function weekdayStyle(name: NamePart, languages: number): NameStyle | null {
  const exact = prefer(languages & languagesIn(name.word.weekdays), name.word.exact);
  return nameStyle(name, name.word.weekdays, exact, LOOSE);
}

/**
 * The languages that a month's name can be in. When more than one is left, each of these signs counts
 * while it leaves one: the name has its accents; month before day is English; a dot behind the day
 * ("10. April") is German; a small first letter between blanks is none that writes months with a capital;
 * a short name has the dot, or has it not, that CLDR gives it in that language.
 */
function languagesOf(place: MonthParts, joined: boolean): number {
  const { scanned, month, weekday, monthFirst } = place;
  const { months } = month.word;
  let left = scanned.languages & languagesIn(months);
  if (weekday !== null) left &= languagesIn(weekday.word.weekdays);
  left = prefer(left, month.word.exact);
  if (monthFirst) left = prefer(left, ENGLISH);
  else if (scanned.literals[scanned.parts.indexOf(month)] === ". ") left = prefer(left, GERMAN);
  else if (!joined && isSmall(month.text)) left = prefer(left, SMALL_LETTER_LANGUAGES);
  if (months.some((list) => list.width === "full")) return left;
  if (month.dotted) return prefer(left, DOTTING_LANGUAGES);
  const undotted = months.filter((list) => list.width === "short");
  return prefer(left, UNDOTTING_LANGUAGES & languagesIn(undotted));
}

function prefer(left: number, wanted: number): number {
  return (left & wanted) === 0 ? left : left & wanted;
}

function languagesIn(lists: readonly NameList[]): number {
  let languages = 0;
  for (const list of lists) languages |= list.language;
  return languages;
}

/** The list of the first language, then of the first width. */
function nameStyle(
  { text, dotted }: NamePart,
  lists: readonly NameList[],
  languages: number,
  widths: readonly NameWidth[],
): NameStyle | null {
  let best: NameList | null = null;
  let rank = Number.POSITIVE_INFINITY;
  for (const list of lists) {
    const own = list.language * 8 + widths.indexOf(list.width);
    if ((list.language & languages) !== 0 && own < rank) {
      best = list;
      rank = own;
    }
  }
  return best === null ? null : { list: best, letterCase: letterCaseOf(text), dotted };
}

/** As the first two letters show it: "märz", "Mär", "MÄR". */
function letterCaseOf(text: string): LetterCase {
  if (isSmall(text)) return "lower";
  const second = text.charAt(1);
  return second === second.toUpperCase() ? "upper" : "capital";
}

function isSmall(text: string): boolean {
  const first = text.charAt(0);
  return first === first.toLowerCase();
}

/** What follows the day and its token, or null. */
export function ordinalStyle({ ordinal, value }: NumberPart): OrdinalStyle | null {
  if (ordinal === "") return null;
  const lower = ordinal.toLowerCase();
  if (lower === "er") return { text: ordinal, use: "first" };
  if (lower === "º" || lower === "°") {
    return { text: ordinal, use: value === 1 ? "first" : "always" };
  }
  return { text: ordinal, use: "english" };
}

/** True when a month's name, part `at`, makes one word with day or year: "10-Mar-23", "10mar2023". */
export function isJoined({ literals }: ScannedDate, at: number): boolean {
  return (at > 0 && isSeparator(literals[at])) || isSeparator(literals[at + 1]);
}

function isSeparator(literal: string | undefined): boolean {
  return literal === "-" || literal === "/" || literal === "";
}
