// What a word can be in an address, by one look-up in a map made from the lists of address-words.ts.

import {
  ADDRESS_LABELS,
  ADDRESS_VERBS,
  COMPOUND_ENDS,
  CONNECTORS,
  COUNTRY_NAMES,
  DIRECTIONS,
  DOUBTFUL_STREET_WORDS,
  LOWER_STOPS,
  LOWER_STREET_WORDS,
  NEVER_TOWNS,
  NUMBER_BEHIND,
  NUMBERED_THINGS,
  REGION_CODES,
  REGION_NAMES,
  STREET_PREFIXES,
  STREET_WORDS,
  STRONG_UNITS,
  UNIT_WORDS,
  WEAK_PREFIXES,
} from "./address-words.ts";

/** Behind a street's name, hardly anything else. */
export const STREET = 1;
/** Behind a street's name, other things as often. */
export const DOUBTFUL = 2;
/** Before a street's name. */
export const PREFIX = 4;
/** An everyday word as well. */
export const WEAK = 8;
/** Before the number of a flat. */
export const UNIT = 16;
/** The same, and shows an address by itself. */
export const STRONG_UNIT = 32;
/** Lower case inside a name. */
export const CONNECTOR = 64;
export const DIRECTION = 128;
/** No town begins with it. */
export const NO_TOWN = 256;
/** Announces an address. */
export const LABEL = 512;
/** Verb of living or sending. */
export const VERB = 1024;
/** Is numbered itself. */
export const NUMBERED = 2048;
/** Begins the name of a country or region. */
export const PLACE = 4096;
/** Code of a region, in capitals. */
export const REGION_CODE = 8192;

/** Street word whose house number stands behind. */
export const NUMBER_NEXT = 16384;
/** Street word in a line without capitals. */
export const LOWER_STREET = 32768;

// From here on words of a single use, which are no part of a role.
/** All flags that make a role. */
const ROLE = 65535;
/** Before the number of a post box. */
export const BOX = 65536;
/** The same behind another word, "PO Box". */
export const BAG = 131072;
/** Names a postcode, or stands between its name and the number. */
export const ZIP_CUE = 262144;
/** A street whose name is one word. */
export const ONE_WORD_STREET = 524288;
/** Behind a house number in French: a second house of that number. */
export const BIS = 1048576;
/** A word for a street that is no word of another language. */
export const HUNGARIAN = 2097152;
/** Before a street word in lower case it is no street's name. */
export const LOWER_STOP = 4194304;

const flags = new Map<string, number>();

function add(words: string, flag: number): void {
  for (const word of words.split(" ")) flags.set(word, (flags.get(word) ?? 0) | flag);
}

add(STREET_WORDS, STREET);
add(NUMBER_BEHIND, NUMBER_NEXT);
add(LOWER_STREET_WORDS, LOWER_STREET);
add(DOUBTFUL_STREET_WORDS, DOUBTFUL);
add(STREET_PREFIXES, PREFIX);
add(WEAK_PREFIXES, WEAK);
add(UNIT_WORDS, UNIT);
add(STRONG_UNITS, STRONG_UNIT);
add(CONNECTORS, CONNECTOR);
add(DIRECTIONS, DIRECTION);
add(NEVER_TOWNS, NO_TOWN);
add(ADDRESS_LABELS, LABEL);
add(ADDRESS_VERBS, VERB);
add(NUMBERED_THINGS, NUMBERED);
add(REGION_CODES.toLowerCase(), REGION_CODE);
add("postfach postboks casilla apartado apdo pob boks pobox", BOX);
add("bag box", BAG);
add("zip zipcode postcode postal plz cap pincode pin cep code is was", ZIP_CUE);
add("broadway bowery", ONE_WORD_STREET);
add("bis ter quater", BIS);
add("utca út útja körút sétány rakpart", HUNGARIAN);
add(LOWER_STOPS, LOWER_STOP);

/** Names of countries and regions, word by word, by their first word; longest first. */
const PLACES = new Map<string, (readonly string[])[]>();
for (const name of `${COUNTRY_NAMES},${REGION_NAMES}`.split(",")) {
  const words = name.split(" ");
  const first = words[0] ?? "";
  PLACES.set(
    first,
    [...(PLACES.get(first) ?? []), words].sort((a, b) => b.length - a.length),
  );
  add(first, PLACE);
}

/** What a word (lower case) can be: flags, 0 for none. */
export function flagsOf(word: string): number {
  return flags.get(word) ?? 0;
}

/** The role among flags. */
export function roleIn(all: number): number {
  return all & ROLE;
}

/** Names of countries and regions that begin with a word, as lists of words in lower case. */
export function placesFrom(word: string): readonly (readonly string[])[] {
  return PLACES.get(word) ?? [];
}

/** Letters of the compound's end that are looked at. */
const MAX_END = 9;
const MIN_STEM = 2;
const ENDS = new Set(COMPOUND_ENDS.split(" "));
const MIN_END = 3;
/** Everyday words with such an end. */
const NO_STREETS = new Set(
  "auntie untie brigade renegade promenade blockade norwegen bewegen deswegen".split(" "),
);

/** Whether a word (lower case) is a street's name in one word, as "hauptstraße" or "kiannonkatu". */
export function isCompoundStreet(word: string): boolean {
  for (let length = MIN_END; length <= MAX_END && length + MIN_STEM <= word.length; length++) {
    if (ENDS.has(word.slice(-length))) return !NO_STREETS.has(word);
  }
  return false;
}
