// Words of dates: names of months, and words that show what kind of date it is.

import { wordSet } from "../../../core/word-set.ts";
import {
  MONTHS,
  OTHER_MONTHS,
  OTHER_SHORT_MONTHS,
  withoutAccents,
} from "../../../reference/date-names.ts";
import { wordsAbroad } from "../../words/all-words.ts";

/** A month that a word names. */
export interface MonthName {
  /** 1 to 12. */
  readonly month: number;
  /** The word also means something else, so it needs a day and a year next to it. */
  readonly isWeak: boolean;
}

/** Length of the longest name. */
export const MAX_MONTH_CHARS = 12;

const MONTHS_BY_NAME = new Map<string, MonthName>();

/** Register the names of the twelve months, with accents and without. */
function addMonths(names: readonly string[], isWeak: boolean): void {
  names.forEach((name, i) => {
    MONTHS_BY_NAME.set(name, { month: i + 1, isWeak });
    MONTHS_BY_NAME.set(withoutAccents(name), { month: i + 1, isWeak });
  });
}

// Short forms in languages other than English need a day and a year, because many are English words. Added first, so that
// full names and English short forms of the same spelling override them.
const isWeakList = ({ language, width }: (typeof MONTHS)[number]): boolean =>
  width !== "full" && language !== "en";
for (const list of MONTHS) if (isWeakList(list)) addMonths(list.names, true);
for (const [name, month] of OTHER_SHORT_MONTHS) MONTHS_BY_NAME.set(name, { month, isWeak: true });
for (const list of MONTHS) if (!isWeakList(list)) addMonths(list.names, false);
for (const row of OTHER_MONTHS) {
  row.forEach((forms, i) => {
    for (const name of forms) MONTHS_BY_NAME.set(name, { month: i + 1, isWeak: false });
  });
}
// Also a planet.
MONTHS_BY_NAME.set("mars", { month: 3, isWeak: true });

/** The month that `word` names, in any letter case; or null. */
export function monthNamed(word: string): MonthName | null {
  return word.length > MAX_MONTH_CHARS ? null : (MONTHS_BY_NAME.get(word.toLowerCase()) ?? null);
}

const ENGLISH_MONTHS = new Set(
  MONTHS.flatMap(({ language, names }) => (language === "en" ? names : [])),
);

/** Whether it is an English name of a month, in any letter case. */
export function isEnglishMonth(word: string): boolean {
  return ENGLISH_MONTHS.has(word.toLowerCase());
}

/** Words before a date that make it a date of birth. */
export const BIRTH_WORDS = wordSet(
  `dob born birth birthday birthdate bday ${wordsAbroad("birth")}`,
);

/** Words after a date that make it a date of birth. */
export const BORN_WORDS = wordSet(wordsAbroad("bornAfterDate"));

/** Words before a date that make it the date of a patient's discharge. */
export const DISCHARGE_WORDS = wordSet(
  `discharge discharged discharging ${wordsAbroad("discharge")}`,
);

/** Words of other events: a date after one of them is neither. */
export const OTHER_EVENT_WORDS = wordSet(
  "died death deceased admitted admission hired hire joined visit visited seen issued issue expires " +
    "expiry expiration started married diagnosed appointment effective signed updated created " +
    wordsAbroad("otherEvents"),
);

/** Words before a year that has no month or day. */
export const YEAR_WORDS = wordSet(
  "in since during until till year years circa early mid late spring summer autumn fall winter " +
    "anno jahr seit année en depuis año desde nel anno dal",
);

/** Words before the first year of a range: "from 1990 to 1995", "between 1990 and 1995". */
export const YEAR_RANGE_WORDS: ReadonlySet<string> = new Set(["from", "between"]);

/** Words after a four-digit number that make it an amount. */
export const UNIT_WORDS = wordSet(
  "people persons men women children patients employees workers users customers members students " +
    "soldiers troops dollars euros pounds cents percent copies units items pages words characters " +
    "rows records hours minutes seconds days weeks months years miles meters metres feet km kg mg ml " +
    "m mm cm ft lb lbs mb gb kb tb hz mhz watts volts homes houses villages cities copies times",
);
