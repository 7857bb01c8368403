// The name lists, ready to use: one copy in memory for all forms that spell with them. Pure.
import { CITY_NAMES } from "./city-names.ts";
import { FAMILY_NAMES } from "./family-names.ts";
import { GIVEN_NAMES } from "./given-names.ts";
import { wordList } from "./word-list.ts";

/** Words of each name list. No word is in two of them. */
export const LIST_SIZE = 2048;

/** Given names. */
export const givenNames = wordList(GIVEN_NAMES);
/** Family names. */
export const familyNames = wordList(FAMILY_NAMES);
/** Names of places. */
export const cityNames = wordList(CITY_NAMES);
