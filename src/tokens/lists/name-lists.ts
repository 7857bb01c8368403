// The name lists, ready to use: one copy in memory for all forms that spell with them. A list is kept as one string
// until it is first asked for: most namespaces never use one. Pure.
import { CITY_NAMES } from "./city-names.ts";
import { FAMILY_NAMES } from "./family-names.ts";
import { GIVEN_NAMES } from "./given-names.ts";

/** A list of words in a fixed order. */
export interface WordList {
  /** The word with a number, 0 up to the list's length, as the list writes it (capitalised). */
  at(number: number): string;
  /** True when the list has a word; ask in lower case. */
  has(lowerCase: string): boolean;
}

/** List of the words of a text, apart by blanks. The text is cut at first use, once. */
export function wordList(packed: string): WordList {
  let words: readonly string[] | null = null;
  let known: ReadonlySet<string> | null = null;
  return {
    at(number) {
      words ??= packed.split(/\s/);
      const word = words[number];
      if (word === undefined) throw new Error("no such word in a list");
      return word;
    },
    has(lowerCase) {
      known ??= new Set(packed.toLowerCase().split(/\s/));
      return known.has(lowerCase);
    },
  };
}

/** Words of each name list. No word is in two of them. */
export const LIST_SIZE = 2048;

/** Given names. */
export const givenNames = wordList(GIVEN_NAMES);
/** Family names. */
export const familyNames = wordList(FAMILY_NAMES);
/** Names of places. */
export const cityNames = wordList(CITY_NAMES);
