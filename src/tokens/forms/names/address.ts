// Address tokens: a house number, a street, and a city or state for each further part of the value. Pure.

import { cityNames, familyNames, LIST_SIZE, wordList } from "../../lists/name-lists.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage } from "../../stages.ts";
import { inLetterCase, letterCaseOf } from "./letter-case.ts";
import { STATE_CODES } from "./state.ts";

/** Street types: primary names of USPS Publication 28, Appendix C1. */
const STREET_TYPES =
  "Street Avenue Road Drive Lane Court Place Way Circle Terrace Boulevard Trail Parkway Square Loop " +
  "Alley Row Path Run Pike Walk Crossing Bend Cove Crescent Gardens Green Grove Heights Hill Ridge View";
const TYPE_COUNT = 32;
const STATE_COUNT = 50;
const DIRECTIONS = "North East South West";
const DIRECTION_COUNT = 4;
/** Largest house and unit number; the smallest is 1. */
const LAST_NUMBER = 9_999;
/** Number of ZIP Codes in use: 00000 to 00499. */
const ZIP_COUNT = 500;

/** Number of distinct street lines, and of those with a direction and a unit (2.6 x 10^13, more than 2^44). */
const STREET_LINES = LAST_NUMBER * LIST_SIZE * TYPE_COUNT;
const UNIT_LINES = STREET_LINES * DIRECTION_COUNT * LAST_NUMBER;

const MAX_PARTS = 4;
/** A longer separator is replaced by a line break, or by a comma and a blank. */
const LONGEST_SEPARATOR = 4;
/** Longer texts are no tokens: a street line has at most 41 letters, each further part 15. */
const LONGEST_TOKEN = 120;
/** UTF-16 units of a value that are read for its shape. */
const LOOKED_AT = 1024;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const COMMA = 44;
/** Knuth's multiplier (golden ratio of 2^32): it scatters consecutive numbers. */
const SCATTER = 0x9e3779b1;

const types = wordList(STREET_TYPES);
const states = wordList(STATE_CODES);
const directions = wordList(DIRECTIONS);

/** The parts of a value and the separators between them. */
interface Parts {
  readonly parts: readonly string[];
  readonly separators: readonly string[];
}

/**
 * The form of address tokens, which every value has. Spaces, by their offset from SPACES.address:
 * 0. number, street and type: "8153 Hensley Avenue" (9,999 x 2,048 x 32);
 * 1. with a direction and a unit, which carry the mapping's id: "8153 North Hensley Avenue Unit 204".
 *
 * Commas and line breaks divide a value into parts; a token has as many, four at most, with the value's separators and
 * letter case. The first part is the street line, and it alone makes the token unique. The others are derived from its
 * number: a city or, for a last part with digits, a state's code and a ZIP Code.
 *
 * No mail is delivered there: the ZIP Codes begin with 000 to 004, which no post office has (USPS Labeling List L002,
 * 3-Digit ZIP Code Prefix Matrix, begins at 005). A token without a ZIP Code may by chance be an existing street and number;
 * the value plays no part in it.
 */
export const addressForm: FixedForm = {
  stages(value) {
    const text = value.length > LOOKED_AT ? value.slice(0, LOOKED_AT) : value;
    const { parts, separators } = partsOf(text);
    const letterCase = letterCaseOf(text);
    const count = Math.min(parts.length, MAX_PARTS);
    const zip = count > 1 && /\d/.test(parts[parts.length - 1] ?? "");
    const whole = (line: string, number: number): string =>
      inLetterCase(
        count > 1 ? line + furtherParts(number, count, zip, separators) : line,
        letterCase,
      );
    return [
      countedStage(SPACES.address, STREET_LINES, (number) => whole(streetLine(number), number)),
      idStage(SPACES.address + 1, UNIT_LINES, (number) => whole(unitLine(number), number)),
    ];
  },

  mayBe(text) {
    if (text.length > LONGEST_TOKEN || !startsWithDigit(text)) return false;
    const { parts } = partsOf(text.toLowerCase());
    const last = parts.length - 1;
    return (
      last < MAX_PARTS &&
      parts.every((part, i) => {
        if (i === 0) return isStreetLine(part);
        return cityNames.has(part) || (i === last && isStateAndZip(part));
      })
    );
  },
};

function partsOf(text: string): Parts {
  const parts: string[] = [];
  const separators: string[] = [];
  let from = -1;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COMMA || code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (from >= 0) parts.push(text.slice(from, end));
      from = -1;
    } else if (code !== SPACE && code !== TAB) {
      if (from < 0) {
        if (parts.length > 0) separators.push(separatorOf(text.slice(end, i)));
        from = i;
      }
      end = i + 1;
    }
  }
  if (from >= 0) parts.push(text.slice(from, end));
  return { parts, separators };
}

function separatorOf(between: string): string {
  if (between.length <= LONGEST_SEPARATOR) return between;
  return /[\r\n]/.test(between) ? "\n" : ", ";
}

function streetLine(number: number, direction = ""): string {
  const rest = Math.floor(number / LAST_NUMBER);
  const street = familyNames.at(rest % LIST_SIZE);
  const house = (number % LAST_NUMBER) + 1;
  return `${house}${direction} ${street} ${types.at(Math.floor(rest / LIST_SIZE))}`;
}

function unitLine(number: number): string {
  const rest = Math.floor(number / STREET_LINES);
  const direction = ` ${directions.at(rest % DIRECTION_COUNT)}`;
  const unit = Math.floor(rest / DIRECTION_COUNT) + 1;
  return `${streetLine(number % STREET_LINES, direction)} Unit ${unit}`;
}

/** The parts after the street line, each with the separator before it. */
function furtherParts(
  number: number,
  count: number,
  zip: boolean,
  separators: readonly string[],
): string {
  let text = "";
  for (let i = 1; i < count; i++) {
    const scattered = Math.imul((number % 0x100000000) + i, SCATTER) >>> 0;
    text += separators[i - 1];
    if (zip && i === count - 1) {
      const code = String(1000 + (scattered % ZIP_COUNT)).slice(1);
      text += `${states.at(Math.floor(scattered / ZIP_COUNT) % STATE_COUNT)} 00${code}`;
    } else {
      text += cityNames.at(scattered >>> 21);
    }
  }
  return text;
}

function startsWithDigit(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 49 && code <= 57;
}

function isNumber(word: string): boolean {
  return /^[1-9]\d{0,3}$/.test(word);
}

/** Expects small letters. */
function isStreetLine(line: string): boolean {
  const words = line.split(" ");
  const [house = "", ...rest] = words;
  if (words.length === 6) {
    const [direction = "", street = "", type = "", label, unit = ""] = rest;
    const isUnit = label === "unit" && isNumber(unit) && directions.has(direction);
    return isUnit && isNumber(house) && familyNames.has(street) && types.has(type);
  }
  const [street = "", type = ""] = rest;
  return words.length === 3 && isNumber(house) && familyNames.has(street) && types.has(type);
}

/** Expects small letters. */
function isStateAndZip(part: string): boolean {
  return /^[a-z]{2} 00[0-4]\d\d$/.test(part) && states.has(part.slice(0, 2));
}
