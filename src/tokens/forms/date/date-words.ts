// The words of written dates, looked up as they are written in a value; languages are bits of a set. Pure.
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

/** The bit of each of these languages. */
export function languageBits(...languages: (DateLanguage | "cjk")[]): number {
  return languages.reduce((bits, language) => bits | (1 << LANGUAGES.indexOf(language)), 0);
}

const LANGUAGES: readonly string[] = [...DATE_LANGUAGES, "cjk"];
export const ALL_LANGUAGES = 2 ** LANGUAGES.length - 1;

/** Letter case of a name: all small, all capital, or a capital first. */
export type LetterCase = "lower" | "upper" | "capital";

/** The names of the months (12) or weekdays (7, Monday first) in one language. */
export interface NameList {
  readonly language: number;
  readonly width: NameWidth;
  readonly names: Readonly<Record<LetterCase, readonly string[]>>;
  /** For each name whether it is shortened, so that it can have a dot. */
  readonly shortened: readonly boolean[];
  /** Index of each name and of its other spellings. */
  readonly indexes: ReadonlyMap<string, number>;
}

/** What a word in a date can be. */
export interface Word {
  /** Languages in which it is a word of dates. */
  readonly languages: number;
  /** Those in which it is a name just as in the list, not without accents or another spelling. */
  readonly exact: number;
  readonly months: readonly NameList[];
  readonly weekdays: readonly NameList[];
}

interface Entry {
  languages: number;
  exact: number;
  readonly months: NameList[];
  readonly weekdays: NameList[];
}

const WORDS = new Map<string, Entry>();

/** The entry of a word in small letters, known in each letter case. */
function entryOf(word: string): Entry {
  let entry = WORDS.get(word);
  if (entry === undefined) {
    entry = { languages: 0, exact: 0, months: [], weekdays: [] };
    for (const cased of [word, word.toUpperCase(), capital(word)]) WORDS.set(cased, entry);
  }
  return entry;
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A list as it is looked up; `full` are the names that these shorten. */
function nameList(
  { language, width }: DateNames,
  names: readonly string[],
  full: readonly string[],
  spellings: readonly Spelling[],
): NameList {
  const indexes = new Map(names.map((name, i) => [name, i]));
  for (const [word, of, name] of spellings) {
    const index = indexes.get(name);
    if (of === language && index !== undefined) indexes.set(word, index);
  }
  return {
    language: languageBits(language),
    width,
    names: {
      lower: names,
      upper: names.map((name) => name.toUpperCase()),
      capital: names.map(capital),
    },
    shortened: names.map((name, i) => name !== full[i]),
    indexes,
  };
}

/** Make lists known; where names have accents, also one without. */
function addLists(
  all: readonly DateNames[],
  spellings: readonly Spelling[],
  kind: "months" | "weekdays",
): void {
  for (const list of all) {
    const { language, names } = list;
    const isFull = (other: DateNames): boolean =>
      other.language === language && other.width === "full";
    const full = all.find(isFull)?.names ?? [];
    const lists = [nameList(list, names, full, spellings)];
    const plain = names.map(withoutAccents);
    if (plain.join() !== names.join()) {
      lists.push(nameList(list, plain, full.map(withoutAccents), spellings));
    }
    for (const known of lists) {
      for (const word of known.indexes.keys()) {
        const entry = entryOf(word);
        entry.languages |= known.language;
        entry[kind].push(known);
        if (known === lists[0] && names.includes(word)) entry.exact |= known.language;
      }
    }
  }
}

addLists(MONTHS, MONTH_SPELLINGS, "months");
addLists(WEEKDAYS, WEEKDAY_SPELLINGS, "weekdays");
for (const language of [...DATE_LANGUAGES, "cjk"] as const) {
  for (const word of SMALL_WORDS[language].split(" ")) {
    entryOf(word).languages |= languageBits(language);
  }
}

/** What a word (any letter case) can be in a date, or null. */
export function wordOf(text: string): Word | null {
  return WORDS.get(text) ?? WORDS.get(keyOf(text)) ?? null;
}

/** 1 to 12: the month that a word means in a list that has it. */
export function monthOf(text: string, list: NameList): number {
  return (list.indexes.get(keyOf(text)) ?? -1) + 1;
}

/** Small letters, with accents that are not marks of their own. */
function keyOf(text: string): string {
  const lower = text.toLowerCase();
  return WORDS.has(lower) ? lower : lower.normalize("NFC");
}
