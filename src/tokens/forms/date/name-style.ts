// How the names in a date are written: language, width, letter case, dot.
import type { NameWidth } from "../../../reference/date-names.ts";
import type { CutDate, NamePart } from "./cut-date.ts";
import { languageBits, type NameList } from "./date-words.ts";

const ENGLISH = languageBits("en");
const GERMAN = languageBits("de");
/** Languages that write names of months with a small letter. */
const SMALL_LETTER_LANGUAGES = languageBits("fr", "es", "it", "pt", "nl", "sv", "pl");
/** Languages whose short names of months take a dot, and those whose take none; some allow both. */
const DOTTING_LANGUAGES = languageBits("en", "de", "fr", "pt", "sv");
const UNDOTTING_LANGUAGES = languageBits("en", "de", "es", "it", "nl", "sv", "pl");

/** Which width to prefer when several lists have the name. */
const DOTTED: readonly NameWidth[] = ["dotted", "short", "full"];
const JOINED: readonly NameWidth[] = ["short", "dotted", "full"];
const LOOSE: readonly NameWidth[] = ["full", "short", "dotted"];

/** How a name is written. */
export interface NameStyle {
  readonly list: NameList;
  readonly letterCase: "lower" | "upper" | "capital";
  /** Whether shortened names take a dot. */
  readonly dotted: boolean;
}

/** The parts of a written date that show the language of its month. */
export interface MonthParts {
  readonly cut: CutDate;
  readonly month: NamePart;
  /** Index of the month among the parts. */
  readonly at: number;
  readonly weekday: NamePart | null;
  /** Whether the month comes before the day. */
  readonly monthFirst: boolean;
}

/** Style of the month's name and of the weekday, if there is one; null when no language has both. */
export function namesStyle(
  parts: MonthParts,
): { month: NameStyle; weekday: NameStyle | null } | null {
  const { month: name, weekday: other } = parts;
  const widths = name.dotted ? DOTTED : isJoined(parts.cut, parts.at) ? JOINED : LOOSE;
  const month = nameStyle(name, name.word.months, languagesOf(parts), widths);
  if (month === null || other === null) return month === null ? null : { month, weekday: null };
  const weekday = weekdayStyle(other, month.list.language);
  return weekday === null ? null : { month, weekday };
}

/** Style of the weekday's name; null when none of the languages has it. */
export function weekdayStyle(name: NamePart, languages: number): NameStyle | null {
  const exact = prefer(languages & languagesIn(name.word.weekdays), name.word.exact);
  return nameStyle(name, name.word.weekdays, exact, LOOSE);
}

/** Whether the month's name, part `at`, is joined to day or year without a blank: "10-Mar-23", "10mar2023". */
export function isJoined({ literals }: CutDate, at: number): boolean {
  const joins = ["-", "/", ""];
  return (at > 0 && joins.includes(literals[at] ?? " ")) || joins.includes(literals[at + 1] ?? " ");
}

/**
 * The languages that a month's name can be in. While several are left, each of these clues narrows them, unless none would
 * remain: the name has its accents; the month before the day is English; a dot after the day ("10. April") is German; a
 * small first letter between blanks excludes languages that capitalize months; a short name has or lacks the dot that CLDR
 * gives it in that language.
 */
function languagesOf({ cut, month, at, weekday, monthFirst }: MonthParts): number {
  const { months } = month.word;
  let left = cut.languages & languagesIn(months);
  if (weekday !== null) left &= languagesIn(weekday.word.weekdays);
  left = prefer(left, month.word.exact);
  if (monthFirst) left = prefer(left, ENGLISH);
  else if (cut.literals[at] === ". ") left = prefer(left, GERMAN);
  else if (!isJoined(cut, at) && isSmall(month.text)) left = prefer(left, SMALL_LETTER_LANGUAGES);
  if (months.some((list) => list.width === "full")) return left;
  if (month.dotted) return prefer(left, DOTTING_LANGUAGES);
  const undotted = months.filter((list) => list.width === "short");
  return prefer(left, UNDOTTING_LANGUAGES & languagesIn(undotted));
}

function prefer(left: number, wanted: number): number {
  return (left & wanted) === 0 ? left : left & wanted;
}

function languagesIn(lists: readonly NameList[]): number {
  return lists.reduce((languages, list) => languages | list.language, 0);
}

/** The list of the first language, then of the most preferred width. */
function nameStyle(
  { text, dotted }: NamePart,
  lists: readonly NameList[],
  languages: number,
  widths: readonly NameWidth[],
): NameStyle | null {
  const rank = (list: NameList): number => list.language * 8 + widths.indexOf(list.width);
  const [list] = lists
    .filter(({ language }) => (language & languages) !== 0)
    .sort((one, other) => rank(one) - rank(other));
  return list === undefined ? null : { list, letterCase: letterCaseOf(text), dotted };
}

/** Judged by the first two letters: "märz", "Mär", "MÄR". */
function letterCaseOf(text: string): NameStyle["letterCase"] {
  if (isSmall(text)) return "lower";
  const second = text.charAt(1);
  return second === second.toUpperCase() ? "upper" : "capital";
}

function isSmall(text: string): boolean {
  return text.charAt(0) === text.charAt(0).toLowerCase();
}
