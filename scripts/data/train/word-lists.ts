// The lexicon from the files in models/lists: classes of words, and lists of names.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hashOfWord } from "../../../src/detect/tagger/corrections/role-words.ts";
import { type LexiconData, lexiconKey } from "../../../src/detect/tagger/lexicon.ts";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";

/** Where the lists are. */
export const LISTS_FOLDER = join(PROJECT_ROOT, "models", "lists");

/** The lists by their bit in the lexicon, lowest first. */
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

/** Entries of a list, as they are written. */
function readList(name: ListName): string[] {
  return readFileSync(join(LISTS_FOLDER, `${name}.txt`), "utf8")
    .trimEnd()
    .split("\n");
}

/** The lexicon's key of a word. */
export function keyOfWord(word: string): number {
  return lexiconKey(hashOfWord(word));
}

/** Entries of one word, as the tagger cuts words. */
function singleWords(entries: readonly string[]): string[] {
  return entries.filter((entry) => /^[\p{L}\p{M}]+$/u.test(entry));
}

/** Lists of each word that is on one, as bits, by the word's key. */
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

/** Classes of words, as `npm run word-classes` writes them. */
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

/** Everything known of words. */
export function buildLexicon(): LexiconData {
  const { keys, classes, coarse } = readWordClasses();
  const known = new Map(Array.from(keys, (key, i) => [key, classes[i] as number]));
  const lists = listedWords();
  for (const key of lists.keys()) if (!known.has(key)) known.set(key, 0);
  const sorted = Int32Array.from(known.keys()).sort();
  return {
    keys: sorted,
    classes: Uint16Array.from(sorted, (key) => known.get(key) ?? 0),
    lists: Uint8Array.from(sorted, (key) => lists.get(key) ?? 0),
    coarse,
  };
}
