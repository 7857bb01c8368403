// The words of written dates, looked up as a value writes them; sets of languages are bits. Pure.
import {
  DATE_LANGUAGES,
  type DateLanguage,
  type DateNames,
  MONTH_SPELLINGS,
  MONTHS,
  type NameWidth,
  SMALL_WORDS,
  type Spelling,
  WEEKDAY_SPELLINGS,
  WEEKDAYS,
  withoutAccents,
} from "../../../reference/date-names.ts";

const LANGUAGES: readonly string[] = [...DATE_LANGUAGES, "cjk"];
export const ALL_LANGUAGES = 2 ** LANGUAGES.length - 1;

/** The set of these languages. */
export function languageBits(...languages: (DateLanguage | "cjk")[]): number {
  return languages.reduce((bits, language) => bits | (1 << LANGUAGES.indexOf(language)), 0);
}

/** Names of the months (12) or weekdays (7, Monday first) in one language, in small letters. */
export interface NameList {
  readonly language: number;
  readonly width: NameWidth;
  readonly names: readonly string[];
  /** The full names in the same order; a short name that equals the full one takes no dot. */
  readonly full: readonly string[];
  /** Index of each name and of its other spellings. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** What a word can be in a date. */
export type Word = Readonly<Entry>;

interface Entry {
  /** Languages in which it is a word of dates. */
  languages: number;
  /** Languages whose list has exactly this name: not one without accents or another spelling. */
  exact: number;
  readonly months: NameList[];
  readonly weekdays: NameList[];
}

const WORDS = new Map<string, Entry>();

function entryOf(word: string): Entry {
  const entry = WORDS.get(word) ?? { languages: 0, exact: 0, months: [], weekdays: [] };
  WORDS.set(word, entry);
  return entry;
}

/** Register lists; for names with accents also a list without accents. */
function addLists(
  lists: readonly DateNames[],
  spellings: readonly Spelling[],
  kind: "months" | "weekdays",
): void {
  for (const { language, width, names } of lists) {
    const full = lists.find((list) => list.language === language && list.width === "full") ?? {
      names,
    };
    const plain = names.map(withoutAccents);
    const bit = languageBits(language);
    const add = (own: readonly string[], ownFull: readonly string[]): void => {
      const indexes = new Map(own.map((name, i) => [name, i]));
      for (const [word, of, name] of spellings) {
        const index = indexes.get(name);
        if (of === language && index !== undefined) indexes.set(word, index);
      }
      const list = { language: bit, width, names: own, full: ownFull, indexes };
      for (const word of indexes.keys()) {
        const entry = entryOf(word);
        entry.languages |= bit;
        entry[kind].push(list);
        if (own === names && names.includes(word)) entry.exact |= bit;
      }
    };
    add(names, full.names);
    if (plain.join() !== names.join()) add(plain, full.names.map(withoutAccents));
  }
}

addLists(MONTHS, MONTH_SPELLINGS, "months");
addLists(WEEKDAYS, WEEKDAY_SPELLINGS, "weekdays");
for (const language of [...DATE_LANGUAGES, "cjk"] as const) {
  for (const word of SMALL_WORDS[language].split(" ")) {
    entryOf(word).languages |= languageBits(language);
  }
}

/** What a word, in any letter case, can be in a date; null when it is no word of dates. */
export function wordOf(text: string): Word | null {
  return WORDS.get(keyOf(text)) ?? null;
}

/** The month, 1 to 12, that a word means in this list; 0 when the list lacks it. */
export function monthOf(text: string, list: NameList): number {
  return (list.indexes.get(keyOf(text)) ?? -1) + 1;
}

/** Lower case in NFC: an accent is part of its letter. */
function keyOf(text: string): string {
  return text.toLowerCase().normalize("NFC");
}
