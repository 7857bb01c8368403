// Builds the lexicons from the files in models/lists: classes of words, and lists of names.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfWord } from "../../../src/detect/tagger/corrections/role-words.ts";
import { type Group, groupOf, isByCharacter } from "../../../src/detect/tagger/groups.ts";
import { addToHash } from "../../../src/detect/tagger/hash.ts";
import { type LexiconData, lexiconKey } from "../../../src/detect/tagger/lexicon.ts";
import { LISTED, MOST_LISTED } from "../../../src/detect/tagger/listed.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import type { KnownWords, Sources } from "./build-model.ts";
import { CHARACTER_LISTS, type CharacterList } from "./character-lists.ts";

/** Folder of the lists. */
export const LISTS_FOLDER = join(PROJECT_ROOT, "models", "lists");

/** The lists, by their bit in the lexicon, lowest first. */
const LIST_NAMES = [
  "given-names",
  "family-names",
  "cities",
  "regions",
  "organization-words",
  "street-words",
  "titles",
  "state-codes",
] as const;

/** Name of a list. */
type ListName = (typeof LIST_NAMES)[number];

/** Further lists, only for the models of other languages, with the list whose bit they use. */
const ABROAD = {
  "cities-abroad": "cities",
  exonyms: "cities",
  "regions-abroad": "regions",
  "organization-words-abroad": "organization-words",
  "titles-abroad": "titles",
  // Abbreviations of US states are useless there, so their bit marks everyday words.
  "everyday-words": "state-codes",
  "german-nouns": "state-codes",
} as const satisfies Record<string, ListName>;

/** Entries of a list, unchanged. */
function readList(name: ListName | keyof typeof ABROAD | `characters-${CharacterList}`): string[] {
  return readFileSync(join(LISTS_FOLDER, `${name}.txt`), "utf8")
    .trimEnd()
    .split("\n");
}

/** A word's key in the lexicon. */
export function keyOfWord(word: string): number {
  return lexiconKey(hashOfWord(word));
}

/** Entries of one word, as the tagger splits text. */
function singleWords(entries: readonly string[]): string[] {
  return entries.filter((entry) => /^[\p{L}\p{M}]+$/u.test(entry));
}

/** The lists of each listed word, as bits, by key. */
export function listedWords(): Map<number, number> {
  const lists = new Map<number, number>();
  LIST_NAMES.forEach((name, bit) => {
    for (const word of singleWords(readList(name))) {
      const key = keyOfWord(word);
      lists.set(key, (lists.get(key) ?? 0) | (1 << bit));
    }
  });
  return lists;
}

/** Classes of words, as written by `npm run word-classes`. */
export interface WordClasses {
  readonly keys: Int32Array;
  readonly classes: Uint16Array;
  readonly coarse: Uint8Array;
}

const CLASSES_FILE = join(LISTS_FOLDER, "word-classes.bin");

/** Bytes of the file with the classes: two counts, keys, classes, coarse classes. */
export function wordClassesBytes({ keys, classes, coarse }: WordClasses): Uint8Array {
  const counts = Int32Array.of(keys.length, coarse.length);
  const parts = [counts, keys, classes, coarse];
  return Buffer.concat(
    parts.map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  );
}

/** Read the file with the classes. */
function readWordClasses(): WordClasses {
  const { buffer, byteOffset, byteLength } = readFileSync(CLASSES_FILE);
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
  const [words = 0, classes = 0] = new Int32Array(bytes, 0, 2);
  return {
    keys: new Int32Array(bytes, 8, words),
    classes: new Uint16Array(bytes, 8 + words * 4, words),
    coarse: new Uint8Array(bytes, 8 + words * 6, classes),
  };
}

const GIVEN_NAME = 1 << LIST_NAMES.indexOf("given-names");

/** Add the lists of a group's languages; entries in Latin letters only for languages in Latin letters. */
function addListedAbroad(lists: Map<number, number>, group: Group, isLatin: boolean): void {
  for (const [name, list] of Object.entries(ABROAD)) {
    if (name === "german-nouns" && groupOf("de") !== group) continue;
    const bit = 1 << LIST_NAMES.indexOf(list);
    for (const word of singleWords(readList(name as keyof typeof ABROAD))) {
      if (!isLatin && /^\p{Script=Latin}/u.test(word)) continue;
      const key = keyOfWord(word);
      const known = lists.get(key) ?? 0;
      // Otherwise the names Deniz, Barış and Rosa would count as a sea, peace and a rose.
      if (list === "state-codes" && (known & GIVEN_NAME) !== 0) continue;
      lists.set(key, known | bit);
    }
  }
}

/** Add names and words of several characters, and the beginnings of longer ones. */
function addCharacters(lists: Map<number, number>): void {
  const add = (hash: number, bit: number) => {
    const key = lexiconKey(hash);
    lists.set(key, (lists.get(key) ?? 0) | bit);
  };
  for (const name of CHARACTER_LISTS) {
    for (const entry of readList(`characters-${name}`)) {
      const { count, word } = tokenize(entry, undefined, true);
      let hash = word[0] as number;
      for (let i = 1; i < count && i < MOST_LISTED; i++) {
        hash = addToHash(hash, word[i] as number);
        add(hash, i + 1 === count ? LISTED[name] : LISTED.longer);
      }
    }
  }
}

/** Bits of the lists of names: given and family names, cities, regions. */
const NAME_BITS = 0b1111;
/** In other languages, a class with a smaller share of names tells nothing. */
const LEAST_NAMES = 0.1;

/**
 * The lexicon for the model of a group of languages trained on `sources`. Classes were made from English texts: in
 * other languages they only identify names, which are the same there.
 */
export function buildLexicon(group: Group, sources: Sources): KnownWords {
  const english = englishLexicon();
  if (group === "en") return english;
  const isLatin = group === "west" || group === "pl-tr";
  const lists = isLatin ? listedWords() : new Map<number, number>();
  addListedAbroad(lists, group, isLatin);
  if (isByCharacter(group)) addCharacters(lists);
  const known = new Map<number, number>();
  if (isLatin) {
    const shares = sharesOfNames(english);
    const seen = keysOfTexts(sources);
    english.keys.forEach((key, i) => {
      const own = english.classes[i] as number;
      if (own !== 0 && (seen.has(key) || (shares[own] as number) >= LEAST_NAMES))
        known.set(key, own);
    });
  }
  const lexicon = lexiconOf(known, lists, english.coarse);
  return isByCharacter(group) ? { ...lexicon, nameless: readList("characters-words") } : lexicon;
}

/** The lexicon from classes and lists by a word's key. A listed word without a class has class 0. */
function lexiconOf(
  classes: ReadonlyMap<number, number>,
  lists: ReadonlyMap<number, number>,
  coarse: Uint8Array,
): LexiconData {
  const keys = Int32Array.from(new Set([...classes.keys(), ...lists.keys()])).sort();
  return {
    keys,
    classes: Uint16Array.from(keys, (key) => classes.get(key) ?? 0),
    lists: Uint8Array.from(keys, (key) => lists.get(key) ?? 0),
    coarse,
  };
}

/** Share of words that are on a list of names, by class. */
function sharesOfNames({ classes, lists, coarse }: LexiconData): Float64Array {
  const all = new Float64Array(coarse.length);
  const names = new Float64Array(coarse.length);
  classes.forEach((own, i) => {
    all[own] = (all[own] as number) + 1;
    if (((lists[i] as number) & NAME_BITS) !== 0) names[own] = (names[own] as number) + 1;
  });
  return names.map((count, own) => count / Math.max(1, all[own] as number));
}

function keysOfTexts(sources: Sources): Set<number> {
  const seen = new Set<number>();
  for (const { text } of [...sources.values()].flat()) {
    for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) seen.add(keyOfWord(word));
  }
  return seen;
}

/** The lexicon of English. */
function englishLexicon(): LexiconData {
  const { keys, classes, coarse } = readWordClasses();
  const known = new Map(Array.from(keys, (key, i) => [key, classes[i] as number]));
  return lexiconOf(known, listedWords(), coarse);
}
