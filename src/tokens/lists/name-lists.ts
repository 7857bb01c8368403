// The name lists, one copy in memory for all forms that use them. A list stays one string until its first use, because most
// namespaces never use one. Pure.
import { CITY_NAMES } from "./city-names.ts";
import { FAMILY_NAMES } from "./family-names.ts";
import { GIVEN_NAMES } from "./given-names.ts";

/** A list of words in a fixed order. */
export interface WordList {
  /** The word at an index, from 0, as the list writes it (capitalised). Throws beyond the end of the list. */
  at(number: number): string;
  /** Whether the list has a word, given in lower case. */
  has(lowerCase: string): boolean;
}

/** The list of the words of a text, separated by single blanks. The text is split once, at first use. */
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

/** Number of words in each name list. No word is in two of them. */
export const LIST_SIZE = 2048;

/** Given names. */
export const givenNames = wordList(GIVEN_NAMES);
/** Family names. */
export const familyNames = wordList(FAMILY_NAMES);
/** Names of places. */
export const cityNames = wordList(CITY_NAMES);
