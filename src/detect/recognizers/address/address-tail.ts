// Reads what follows the street in an address: unit, town, region, postcode, country.

import { wordSet } from "../../../core/word-set.ts";
import { codeAt } from "../../text/chars.ts";
import { writtenAt } from "../../text/sticky.ts";
import { BLANK, COMMA, DASH, DOT, LINE, OTHER, SLASH, type Tokens } from "./address-tokens.ts";
import {
  CONNECTOR,
  LABEL,
  NO_TOWN,
  PLACE,
  placesFrom,
  REGION_CODE,
  STREET,
  STRONG_UNIT,
  UNIT,
  VERB,
} from "./address-words.ts";

/** How far an address continues after its street. */
export interface Tail {
  readonly last: number;
  /** Whether it has a unit, postcode, region or country. */
  readonly isConfirmed: boolean;
  /** Whether it has a word for a flat, which only addresses have. */
  readonly hasUnit: boolean;
  readonly hasPostcode: boolean;
}

const MAX_PARTS = 12;
const MAX_TOWN_WORDS = 4;
const MAX_PENDING = 3;
const CA_FIRST = /^[A-Z]\d[A-Z]$/i;
/** Codes in two words: Royal Mail, Canada Post, Eircode. */
const PAIRS: readonly (readonly [RegExp, RegExp])[] = [
  [/^[A-Z]{1,2}\d[A-Z\d]?$/i, /^\d[A-Z]{2}$/i],
  [CA_FIRST, /^\d[A-Z]\d$/i],
  [/^[A-Z]\d[\dW]$/, /^[A-Z\d]{4}$/],
];
/** Codes written as one word: Royal Mail, Canada Post, Eircode, ZIP+4, Poland, Portugal, Brazil and Japan. */
const ONE_WORD =
  /^(?:[A-Z]{1,3}-\d{4,6}|\d{5}-\d{3,4}|\d{2}-\d{3}|\d{3}-\d{4}|\d{4}-\d{3}|[A-Z]\d[A-Z]\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|\d{4}[A-Z]{2})$/i;
const DIGITS = /^\d{4,6}$/;
const FLAT = /^(?:\d{1,5}[a-z]?|[a-z]\d{0,4}|\d{1,4}-\d{1,4})$/i;
/** "2.º B", "3º izq.", "2. OG", "3e étage", "2° piano": a floor, maybe with a door. */
const STOREY =
  /\d{1,2}(?:\.? ?[ºª°](?:[ -]?(?:[A-Z]|izqd?a?|dcha?|dt[ao]|esq|frente|piano|andar|piso|\d{1,2}[ºª°])(?![\p{L}\p{N}]))?|\. ?(?:OG|Stock|Etage|Obergeschoss|kat)(?!\p{L})|(?:er|e|ème) étage(?!\p{L}))/iuy;
/** A province of Italy after its town, in brackets. */
const PROVINCE = / ?\([A-Z]{2}\)/y;
const HAS_DIGIT = /\d/;
/** A state of Brazil after a slash: "São Paulo/SP". */
const STATE = /^[A-Z]{2}$/;
const CODE = /^[A-Z]{2,3}$/;
const FLOOR = /^(?:floor|fl|etage|étage|piso|andar)$/;

/** Reads the address on from token `last`, the end of its street. `isLower`: the street has no capitals. */
export function tailOf(t: Tokens, last: number, isLower: boolean): Tail {
  const state: State = {
    last,
    pending: 0,
    hasTown: false,
    hasRegion: false,
    isConfirmed: false,
    hasUnit: false,
    hasPostcode: false,
    isLower,
  };
  let at = last + 1;
  for (let parts = 0; parts < MAX_PARTS && isJoined(t, at); parts++) {
    const end = unitPart(t, at, state) ?? postcodePart(t, at, state) ?? placePart(t, at, state);
    const townEnd = end === null && state.pending < MAX_PENDING ? townAt(t, at, isLower) : -1;
    if (end !== null) confirm(state, end);
    else if (townEnd >= 0) state.pending++;
    else break;
    at = (end ?? townEnd) + 1;
  }
  return state;
}

interface State {
  last: number;
  /** Names read since the last part that confirms the names before it. */
  pending: number;
  hasTown: boolean;
  hasRegion: boolean;
  isConfirmed: boolean;
  hasUnit: boolean;
  hasPostcode: boolean;
  readonly isLower: boolean;
}

/** Take everything up to `end` into the address. */
function confirm(state: State, end: number): void {
  if (state.pending > 0) state.hasTown = true;
  state.pending = 0;
  state.last = end;
  state.isConfirmed = true;
}

function unitPart(t: Tokens, at: number, state: State): number | null {
  const end = unitAt(t, at);
  if (end < 0) return null;
  state.hasUnit ||= t.is(at, STRONG_UNIT);
  return end;
}

function postcodePart(t: Tokens, at: number, state: State): number | null {
  if (state.hasPostcode) return null;
  const hasTown = state.pending > 0 || state.hasTown;
  const end = postcodeAt(t, at, hasTown);
  // A year is a postcode only after a region or before a town.
  if (end < 0 || (t.isYear(at) && !state.hasRegion && townAfter(t, end) === end)) return null;
  state.hasPostcode = true;
  state.hasTown = true;
  if (state.hasRegion) return end;
  const town = townAfter(t, end);
  // After a town and a postcode another name counts only if nothing follows it on the line.
  return hasTown && t.gap(town + 1) === BLANK ? end : town;
}

function placePart(t: Tokens, at: number, state: State): number | null {
  const end = placeAt(t, at, state.pending > 0 || state.hasTown, state.isLower);
  if (end < 0) return null;
  state.hasRegion = true;
  state.hasTown = true;
  return end;
}

/** Whether token `at` can belong to the same address as the one before it. */
function isJoined(t: Tokens, at: number): boolean {
  const gap = t.gap(at);
  if (!t.has(at)) return false;
  if ((gap & OTHER) !== 0) return isHash(t, at) || isProvince(t, at);
  if ((gap & SLASH) !== 0) return STATE.test(t.raw(at)) && t.gap(at + 1) !== BLANK;
  if ((gap & DASH) !== 0) return gap === (BLANK | DASH);
  if ((gap & DOT) === 0) return true;
  // A full stop, unless it belongs to an abbreviation or a house number ("u. 76. Apt. 3").
  const length = t.end(at - 1) - t.start(at - 1);
  if ((gap & COMMA) !== 0) return length < 5;
  return length < 4 || (length < 5 && (t.holdsDigit(at - 1) || t.is(at - 1, STREET | UNIT)));
}

/** "Reggio Calabria (RC)". */
function isProvince(t: Tokens, at: number): boolean {
  return writtenAt(PROVINCE, t.text, t.end(at - 1)).length === t.end(at) - t.end(at - 1) + 1;
}

function isHash(t: Tokens, at: number): boolean {
  return /^,? ?# ?$/.test(t.text.slice(t.end(at - 1), t.start(at))) && FLAT.test(t.raw(at));
}

/** Last token of "Apt. 105", "Suite B", "# 12" or "27th Floor" that begins at `at`, or -1. */
function unitAt(t: Tokens, at: number): number {
  if (isHash(t, at)) return at;
  const storey = t.isNumeric(at) ? writtenAt(STOREY, t.text, t.start(at)) : "";
  if (storey !== "") {
    let last = at;
    while (t.has(last + 1) && t.start(last + 1) < t.start(at) + storey.length) last++;
    return last;
  }
  if (t.isOrdinal(at) && FLOOR.test(t.word(at + 1)) && t.gap(at + 1) === BLANK) return at + 1;
  if (!t.is(at, UNIT)) return -1;
  const gap = t.gap(at + 1);
  const isNear = gap === BLANK || gap === (BLANK | DOT) || gap === DOT || isHash(t, at + 1);
  if (!isNear || !FLAT.test(t.raw(at + 1))) return -1;
  const isNumber = t.isNumeric(at + 1) || t.isCapital(at + 1);
  const isSetOff = t.gap(at) !== BLANK || (gap & DOT) !== 0;
  return isNumber && (t.isCapital(at) || t.is(at, STRONG_UNIT) || isSetOff) ? at + 1 : -1;
}

/** Last token of a postcode that begins at `at`, or -1. Digits alone count only next to a town. */
function postcodeAt(t: Tokens, at: number, hasTown: boolean): number {
  if (!t.holdsDigit(at)) return -1;
  const raw = t.raw(at);
  if (raw.length > 10) return -1;
  const isPaired = t.gap(at + 1) === BLANK;
  const next = isPaired ? t.raw(at + 1) : "";
  if (PAIRS.some(([first, second]) => first.test(raw) && second.test(next))) return at + 1;
  if (/^\d{4}$/.test(raw) && /^[A-Z]{2}$/.test(next) && !t.is(at + 2, UNIT)) return at + 1;
  if (ONE_WORD.test(raw)) return at;
  if (hasTown && /^\d{3}$/.test(raw) && /^\d{2,3}$/.test(next)) return at + 1;
  if (/^\d{3}$/.test(raw) && /^\d{2}$/.test(next) && isTown(t, at + 2)) return at + 1;
  // Brazil, without its hyphen.
  if (/^\d{8}$/.test(raw) && isPaired && isTown(t, at + 1)) return at;
  if (!DIGITS.test(raw)) return -1;
  return hasTown || (isPaired && isTown(t, at + 1)) ? at : -1;
}

function isTown(t: Tokens, at: number): boolean {
  return t.isCapital(at) && !t.is(at, NO_TOWN | UNIT | LABEL);
}

/** Whether the name of a town goes on: a full stop behind more than an abbreviation ends a sentence, "24103 Kiel. Der Berater". */
function isInsideTown(t: Tokens, i: number): boolean {
  const isShort = t.end(i - 1) - t.start(i - 1) < 3 || SAINTS.has(t.word(i - 1));
  return t.isInsideName(i) && ((t.gap(i) & DOT) === 0 || isShort);
}
const SAINTS = wordSet("ste sta sto");

/** Last token of the town that follows a postcode on the same line; else the last token of the postcode. */
function townAfter(t: Tokens, postcode: number): number {
  if (t.gap(postcode + 1) !== BLANK || !isTown(t, postcode + 1)) return postcode;
  let last = postcode + 1;
  for (let i = postcode + 2; i < postcode + 4 && isInsideTown(t, i); i++) {
    if (isTown(t, i)) last = i;
    else if (!(t.is(i, CONNECTOR) && isTown(t, i + 1))) break;
  }
  return last;
}

/** Last token of a country or region that begins at `at`, or -1. */
function placeAt(t: Tokens, at: number, hasTown: boolean, isLower: boolean): number {
  if (isProvince(t, at)) return hasTown ? at : -1;
  if (t.is(at, PLACE) && (isLower || t.isCapital(at))) {
    for (const words of placesFrom(t.word(at))) {
      const isThere = words.every(
        (word, i) => t.word(at + i) === word && (i === 0 || t.gap(at + i) === BLANK),
      );
      if (isThere) return at + words.length - 1;
    }
  }
  return isRegionCode(t, at, hasTown, isLower) ? at : -1;
}

/** Whether it is a region: "IL" before a ZIP code, "(town), WA", or any short word in a region's place before a postcode. */
function isRegionCode(t: Tokens, at: number, hasTown: boolean, isLower: boolean): boolean {
  if (t.end(at) - t.start(at) > 3) return false;
  const raw = t.raw(at);
  const isSetOff = (t.gap(at) & (COMMA | LINE)) !== 0;
  const isBeforeCode = (t.gap(at + 1) & OTHER) === 0 && isPostcodeWord(t, at + 1);
  // "(town), nan 12345": any filler in that field of a list.
  const isWord = raw.length > 1 && !HAS_DIGIT.test(raw) && !t.is(at, NO_TOWN);
  const isField = hasTown && isSetOff && isWord;
  const isBeforePlace = (t.gap(at + 1) & LINE) !== 0 && t.is(at + 1, PLACE) && t.isCapital(at + 1);
  if (isField && (isBeforeCode || isBeforePlace)) return true;
  if (!CODE.test(raw) && !(isLower && t.is(at, REGION_CODE) && isBeforeCode)) return false;
  if (isBeforeCode && (hasTown || isSetOff)) return true;
  const isKnown = t.is(at, REGION_CODE) || (t.gap(at) & (COMMA | SLASH | DASH)) !== 0;
  return hasTown && isKnown && t.gap(at + 1) !== BLANK;
}

function isPostcodeWord(t: Tokens, at: number): boolean {
  if (!t.holdsDigit(at)) return false;
  return DIGITS.test(t.raw(at)) || ONE_WORD.test(t.raw(at)) || CA_FIRST.test(t.raw(at));
}

/** Last token of a name that begins at `at` and can be a town, or -1. */
function townAt(t: Tokens, at: number, isLower: boolean): number {
  if (!isTownWord(t, at, isLower) || t.is(at, NO_TOWN | LABEL | VERB)) return -1;
  let last = at;
  for (let i = at + 1; i < at + MAX_TOWN_WORDS && isInsideTown(t, i); i++) {
    if (placeAt(t, i, true, isLower) >= 0 || t.is(i, UNIT | NO_TOWN)) break;
    // "Praha 5", "Dublin 4"
    if (t.isNumeric(i)) return t.end(i) - t.start(i) < 3 && t.gap(i + 1) !== BLANK ? i : last;
    if (isTownWord(t, i, isLower)) last = i;
    else if (!t.is(i, CONNECTOR)) break;
  }
  // "Mobile: ..." is a label. "Smith said" begins a sentence, but nothing will confirm it.
  return codeAt(t.text, t.end(last)) === 58 ? -1 : last;
}

function isTownWord(t: Tokens, at: number, isLower: boolean): boolean {
  return (t.isCapital(at) || isLower) && !t.holdsDigit(at);
}
