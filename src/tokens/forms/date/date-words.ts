// The words of written dates, looked up as they are written in a value. Pure.
import {
  type Aliases,
  KEPT_WORDS,
  MONTH_ALIASES,
  MONTHS,
  type NameWidth,
  type PackedNames,
  WEEKDAY_ALIASES,
  WEEKDAYS,
} from "./date-languages.ts";

/** Letter case of a name: all small, all capital, or a capital first. */
export type LetterCase = "lower" | "upper" | "capital";

/** The names of the months (12) or weekdays (7, Monday first) in one language. */
export interface NameList {
  readonly language: number;
  readonly width: NameWidth;
  readonly names: Readonly<Record<LetterCase, readonly string[]>>;
  /** For each name whether it is shortened, so that it can have a dot. */
  readonly shortened: readonly boolean[];
  /** Place of each name and of its other spellings. */
  readonly places: ReadonlyMap<string, number>;
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

function withoutAccents(names: string): string {
  return names.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");
}

/** The list of these names; `full` are those they shorten. */
function listOf([language, width, packed]: PackedNames, full: string, aliases: Aliases): NameList {
  const lower = packed.split(" ");
  const fullNames = full.split(" ");
  const places = new Map(lower.map((name, i) => [name, i]));
  for (const [alias, of, name] of aliases) {
    const place = places.get(name);
    if (of === language && place !== undefined) places.set(alias, place);
  }
  return {
    language,
    width,
    names: {
      lower,
      upper: lower.map((name) => name.toUpperCase()),
      capital: lower.map(capital),
    },
    shortened: lower.map((name, i) => name !== fullNames[i]),
    places,
  };
}

/** Make lists known; where names have accents, also one without, as typed where there are no such keys. */
function addLists(
  all: readonly PackedNames[],
  aliases: Aliases,
  kind: "months" | "weekdays",
): void {
  for (const packed of all) {
    const [language, width, names] = packed;
    const full = all.find((other) => other[0] === language && other[1] === "full")?.[2] ?? "";
    const lists = [listOf(packed, full, aliases)];
    const plain = withoutAccents(names);
    if (plain !== names) {
      lists.push(listOf([language, width, plain], withoutAccents(full), aliases));
    }
    for (const list of lists) {
      for (const word of list.places.keys()) {
        const entry = entryOf(word);
        entry.languages |= language;
        entry[kind].push(list);
        if (list === lists[0] && list.names.lower.includes(word)) entry.exact |= language;
      }
    }
  }
}

addLists(MONTHS, MONTH_ALIASES, "months");
addLists(WEEKDAYS, WEEKDAY_ALIASES, "weekdays");
for (const [language, words] of KEPT_WORDS) {
  for (const word of words.split(" ")) entryOf(word).languages |= language;
}

/** What a word (any letter case) can be in a date, or null. */
export function wordOf(text: string): Word | null {
  return WORDS.get(text) ?? WORDS.get(keyOf(text)) ?? null;
}

/** 1 to 12: the month that a word means in a list that has it. */
export function monthOf(text: string, list: NameList): number {
  return (list.places.get(keyOf(text)) ?? -1) + 1;
}

/** Small letters, with accents that are not marks of their own. */
function keyOf(text: string): string {
  const lower = text.toLowerCase();
  return WORDS.has(lower) ? lower : lower.normalize("NFC");
}
