// City tokens: place names from a list. Pure.

import { cityNames, LIST_SIZE, wordList } from "../../lists/name-lists.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage } from "../../stages.ts";
import { inLetterCase, type LetterCase, letterCaseOf } from "./letter-case.ts";

const LEADING =
  "North South East West New Old Upper Lower Great Little Grand Big Royal Fort Port Mount Lake Castle " +
  "Silver Golden White Black Red Green Blue Clear Stone Cedar Pine Oak Maple River";
const FOLLOWING =
  "Springs Falls Heights Hills Park Grove Valley Creek Ridge Beach Bay Harbor Junction Center Village " +
  "Landing Mills Corners Crossing Station Bluffs Gardens Shores Point Meadows Woods Lakes Island " +
  "Plains Forest Glen City";
/** Words that go before a name, followed by as many that go after one. */
const EXTRA_WORDS = 64;
const LEADING_WORDS = EXTRA_WORDS / 2;
/** Names in a token that carries an id: 2048^4 is 2^44. */
const MAX_NAMES = 4;
/** Longer texts are no tokens: four names of 11 letters with hyphens between them. */
const LONGEST_TOKEN = 120;
/** UTF-16 units of a value that are read for its letter case. */
const LOOKED_AT = 256;

const leading = wordList(LEADING);
const following = wordList(FOLLOWING);

/**
 * The form of city tokens. Every value has it, and gets one name however many words it has. Spaces, by their offset from
 * SPACES.city:
 * 0. 2,048 names (source: lists/city-names.ts): "Salem";
 * 1. a name with a word before or after it: "North Salem", "Salem Springs" (64 x 2,048);
 * 2. two names: "Salem-Tacoma" (2^22);
 * 3. four names, which carry the mapping's id (2^44).
 *
 * The name of a place reveals nothing about a person, and only a counter decides which one a token gets. Letter case is the
 * value's; values in scripts without letter case get capitalized Latin names.
 */
export const cityForm: FixedForm = {
  stages(value) {
    const letterCase = letterCaseOf(value.length > LOOKED_AT ? value.slice(0, LOOKED_AT) : value);
    const cased = (text: string): string => inLetterCase(text, letterCase);
    return [
      countedStage(SPACES.city, LIST_SIZE, (number) => cased(cityNames.at(number))),
      countedStage(SPACES.city + 1, EXTRA_WORDS * LIST_SIZE, (number) => cased(twoWords(number))),
      countedStage(SPACES.city + 2, LIST_SIZE ** 2, (number) => hyphenated(number, 2, letterCase)),
      idStage(SPACES.city + 3, LIST_SIZE ** MAX_NAMES, (number) =>
        hyphenated(number, MAX_NAMES, letterCase),
      ),
    ];
  },

  mayBe(text) {
    if (text.length > LONGEST_TOKEN) return false;
    const lower = text.toLowerCase();
    const [first = "", second, ...more] = lower.split(/\s+/);
    if (second !== undefined) {
      if (more.length > 0) return false;
      return leading.has(first)
        ? cityNames.has(second)
        : cityNames.has(first) && following.has(second);
    }
    const names = lower.split("-");
    const count = names.length;
    return (count <= 2 || count === MAX_NAMES) && names.every((name) => cityNames.has(name));
  },
};

function twoWords(number: number): string {
  const extra = Math.floor(number / LIST_SIZE);
  const name = cityNames.at(number % LIST_SIZE);
  return extra < LEADING_WORDS
    ? `${leading.at(extra)} ${name}`
    : `${name} ${following.at(extra - LEADING_WORDS)}`;
}

/** `count` names: the base-2048 digits of a number. */
function hyphenated(number: number, count: number, letterCase: LetterCase): string {
  let text = cityNames.at(number % LIST_SIZE);
  let rest = Math.floor(number / LIST_SIZE);
  for (let i = 1; i < count; i++) {
    text = `${cityNames.at(rest % LIST_SIZE)}-${text}`;
    rest = Math.floor(rest / LIST_SIZE);
  }
  return inLetterCase(text, letterCase);
}
