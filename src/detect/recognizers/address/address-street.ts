// Finds streets by their words, starting from a number: the number, and a name with "Street", "rue" or "straße" in it.

import { wordSet } from "../../../core/word-set.ts";
import { writtenAt } from "../../text/sticky.ts";
import { BLANK, COMMA, DOT, SLASH, type Tokens } from "./address-tokens.ts";
import {
  BIS,
  CONNECTOR,
  DIRECTION,
  DOUBTFUL,
  HUNGARIAN,
  LOWER_STOP,
  LOWER_STREET,
  NO_TOWN,
  NUMBER_NEXT,
  NUMBERED,
  ONE_WORD_STREET,
  PREFIX,
  STREET,
  UNIT,
  WEAK,
} from "./address-words.ts";

/** A street: tokens `first` to `last`, house number included. */
export interface StreetName {
  readonly first: number;
  readonly last: number;
  /** Whether it needs no confirmation; otherwise a unit, the town or an announcing word has to confirm it. */
  readonly isSure: boolean;
  /** Whether it contains no street word. */
  readonly isPlain: boolean;
  readonly reason: string;
}

const MAX_NAME_WORDS = 6;
/** Words that continue the sentence after "Close" or "Way". */
const SENTENCE_WORDS = wordSet("in is on and or at near for to from was with since by");
const YEAR_WORDS = wordSet(
  "in since by until till during after before of between early late mid from year the fall spring summer winter autumn",
);
/** Roads that are followed by their own number. */
const HIGHWAYS = wordSet("route rte highway hwy provinciale statale freeway road");
/** Street words that also go before another noun: "3 Supreme Court judges". */
const AMBIGUOUS = wordSet("court drive place circle terrace trail route grove plaza lane");
/** Endings of an adjective before a street's name: "Alte", "Villacher". */
const ADJECTIVE = /(?:er|e|en|es)$/;
/** Endings of compounds that no word of another language has, so they need no capital. */
const UNMISTAKABLE = /(?:straße|strasse|straat|gatan|katu|plaats|gasse|vägen)$/;
/** Prefixes that count only with a dot or slash after them: "al. Jerozolimskie", "C/ Mayor". */
const ABBREVIATIONS = wordSet("al os pl c cl l r λ n");
/** Words that make a preceding "place" or "cours" French. */
const FRENCH_ARTICLE = /^(?:de|du|des|d['’].{1,30}|l['’].{1,30})$/;

/** "Via Roma n. 22", "C/ Mayor n.º 14", "ul. Długa nr 5", "Atatürk Cad. No: 15". */
const MARK = /n(?:\.?[º°]|\.|[or][.:]?|[úu]m\.|[úu]mero)? ?/iuy;

/** The street whose name follows the number at `k`, or null. */
export function numberFirst(t: Tokens, k: number): StreetName | null {
  const gap = t.gap(k + 1);
  if (gap !== BLANK && gap !== (BLANK | COMMA)) return null;
  if (t.isYear(k) && YEAR_WORDS.has(t.word(k - 1))) return null;
  const core = prefixed(t, k) ?? suffixed(t, k) ?? lowerCase(t, k);
  if (core === null) return null;
  return gap === BLANK || t.is(core.last, STREET) ? core : null;
}

/** The street whose name precedes the number at `k`, or null. */
export function numberLast(t: Tokens, k: number): StreetName | null {
  const p = startOfMark(t, k) - 1;
  const gap = t.gap(p + 1);
  const isNear = gap === BLANK || gap === (BLANK | DOT) || gap === DOT;
  if (!isNear && gap !== (BLANK | COMMA)) return null;
  if (p < 0 || t.isNumeric(p) || (t.is(p, UNIT) && !t.is(p, STREET | PREFIX))) return null;
  if (isNear && t.isCompound(p)) return compound(t, p, k);
  const core = isNear && t.is(p, STREET | DOUBTFUL) ? separate(t, p, k) : null;
  return core ?? afterPrefix(t, p, k);
}

/** First token of a word for "number" before the number at `k`; `k` if there is none. */
function startOfMark(t: Tokens, k: number): number {
  // "n.º" is two tokens.
  const isMark = (i: number) =>
    i > 0 && writtenAt(MARK, t.text, t.start(i)).length === t.start(k) - t.start(i);
  return [k - 1, k - 2].find(isMark) ?? k;
}

function street(first: number, last: number, isSure: boolean): StreetName {
  return { first, last, isSure, isPlain: false, reason: "street and number" };
}

/** "12 rue de la Paix", "22 Avda. Alameda Sundheim 46". */
function prefixed(t: Tokens, k: number): StreetName | null {
  const at = t.is(k + 1, BIS) && t.gap(k + 2) === BLANK ? k + 2 : k + 1;
  if (!isPrefixWord(t, at) && !(t.is(at, PREFIX) && FRENCH_ARTICLE.test(t.word(at + 1))))
    return null;
  let last = at;
  for (let i = at + 1; i <= at + MAX_NAME_WORDS; i++) {
    if (!t.isInsideName(i) || t.is(i, UNIT | NO_TOWN)) break;
    if (t.isCapital(i)) last = i;
    else if (!t.is(i, CONNECTOR)) break;
  }
  if (last === at) last = t.is(at, WEAK) ? at : lowerName(t, at);
  if (last === at) return null;
  const isNumbered = t.gap(last + 1) === BLANK && t.isHouse(last + 1);
  return street(k, isNumbered ? last + 1 : last, !t.is(at, WEAK) || isNumbered);
}

/** Last token of a lower-case name after the street word at `at`, closed by a mark, a number or a unit; else `at`. */
function lowerName(t: Tokens, at: number): number {
  for (let i = at + 1; i < at + 5 && t.isInsideName(i); i++) {
    if (t.isNumeric(i) || t.is(i, NO_TOWN | UNIT)) return at;
    const isClosed = t.gap(i + 1) !== BLANK || t.isNumeric(i + 1) || t.is(i + 1, UNIT | STREET);
    if (isClosed) return t.is(i, CONNECTOR) ? at : i;
  }
  return at;
}

/** "12 Old Mill Road", "19 Lindenstraße". */
function suffixed(t: Tokens, k: number): StreetName | null {
  if (t.is(k + 1, ONE_WORD_STREET)) return street(k, k + 1, t.isCapital(k + 1) && !t.isYear(k));
  let names = 0;
  for (let i = k + 1; i <= k + MAX_NAME_WORDS; i++) {
    if (i > k + 1 && !t.isInsideName(i)) return null;
    if (names > 0 && isStreetEnd(t, i)) return judged(t, k, i);
    if (t.isCapital(i) && t.isCompound(i)) return street(k, withNumber(t, i), true);
    if (!isNamePart(t, i) && (names === 0 || !t.is(i, CONNECTOR))) return null;
    if (isNamePart(t, i) && (i > k + 1 || !t.is(i, NO_TOWN))) names++;
  }
  return null;
}

function isNamePart(t: Tokens, i: number): boolean {
  return t.isCapital(i) || t.isOrdinal(i) || t.is(i, DIRECTION);
}

/** Whether token `i` is a street word that no other street word follows ("Mill Court Road"). */
function isStreetEnd(t: Tokens, i: number): boolean {
  const isStreet = t.is(i, STREET) || (t.is(i, DOUBTFUL) && t.isCapital(i));
  if (!isStreet || (t.word(i) === "u" && (t.gap(i + 1) & DOT) === 0)) return false;
  return !(t.gap(i + 1) === BLANK && t.isCapital(i + 1) && t.is(i + 1, STREET));
}

/** `end`, or the house number after it. */
function withNumber(t: Tokens, end: number): number {
  const gap = t.gap(end + 1);
  const isNear = gap === BLANK || gap === (BLANK | DOT);
  return isNear && t.isHouse(end + 1) ? end + 1 : end;
}

/** The street whose name ends in the street word at `end`, with a direction or a number after it; or null. */
function judged(t: Tokens, k: number, end: number): StreetName | null {
  if (t.is(end, NUMBER_NEXT)) return street(k, withNumber(t, end), true);
  const next = end + 1;
  const gap = t.gap(next);
  const isStreet = t.is(end, STREET);
  if (gap === BLANK && isNounAfter(t, end)) return null;
  // "12 patients saw Dr. Smith" is a title, unless the number is long.
  if (isTitle(t, end) && t.end(k) - t.start(k) < 3) return null;
  const isLong = t.end(k) - t.start(k) > 1 && !t.isYear(k) && !t.word(end).endsWith("s");
  const isOpen = gap === BLANK && t.isCapital(next) && !t.is(next, UNIT);
  const isNumbered = HIGHWAYS.has(t.word(end)) && t.isHouse(next);
  const isDirected = t.is(next, DIRECTION) && t.isCapital(next);
  const last = gap === BLANK && (isNumbered || isDirected) ? next : end;
  return street(k, last, isStreet || (isLong && !isOpen));
}

/** "Dr. Smith", "St. Paul": a title or a saint rather than a street. */
function isTitle(t: Tokens, end: number): boolean {
  const isDotted = t.gap(end + 1) === (BLANK | DOT) && t.isCapital(end + 1);
  return isDotted && (t.word(end) === "dr" || t.word(end) === "st");
}

/** "2 Disk Drive bays": whether the street word belongs to the noun after it. */
function isNounAfter(t: Tokens, end: number): boolean {
  const next = end + 1;
  if (t.isCapital(next) || t.isNumeric(next) || t.is(next, UNIT)) return false;
  if (SENTENCE_WORDS.has(t.word(next))) return false;
  return !t.is(end, STREET) || AMBIGUOUS.has(t.word(end));
}

/** "123 main st": up to three words in lower case and a street word that ends the line or precedes a unit. */
function lowerCase(t: Tokens, k: number): StreetName | null {
  for (let i = k + 1; i < k + 5; i++) {
    if (i > k + 1 && !t.isInsideName(i)) return null;
    if (isLowerStreet(t, i, i === k + 1)) return closedStreet(t, k, i);
    const role = t.is(i, DIRECTION) ? 0 : t.role(i) & ~DOUBTFUL;
    if (t.isNumeric(i) ? !t.isOrdinal(i) : role !== 0) return null;
    if (t.is(i, LOWER_STOP)) return null;
  }
  return null;
}

/** The street from the number at `k` to the street word at `end`, if it is closed there; else null. */
function closedStreet(t: Tokens, k: number, end: number): StreetName | null {
  if (isTitle(t, end)) return null;
  const last = t.is(end, LOWER_STREET) ? end : withNumber(t, end);
  const isClosed = last > end || t.gap(last + 1) !== BLANK || t.is(last + 1, UNIT | STREET);
  return isClosed ? street(k, last, end < k + 4) : null;
}

/** Whether it is a lower-case street word; directly after the number only a compound with its own number is. */
function isLowerStreet(t: Tokens, i: number, isFirst: boolean): boolean {
  if (t.isCompound(i)) return !isFirst || t.isHouse(i + 1);
  return !isFirst && (t.is(i, HUNGARIAN) || t.is(i, LOWER_STREET));
}

/** "Hauptstraße 95", "Brucker Bundesstrasse 31". */
function compound(t: Tokens, p: number, k: number): StreetName {
  const isCapital = t.isCapital(p);
  const isAdjective =
    isCapital && t.gap(p) === BLANK && t.isCapital(p - 1) && ADJECTIVE.test(t.word(p - 1));
  const first = isAdjective && !t.is(p - 1, NO_TOWN) ? p - 1 : p;
  return street(first, k, (isCapital && !t.isYear(k)) || UNMISTAKABLE.test(t.word(p)));
}

/** "Erzsébet tér 19", "Villacher Strasse 89", "Mill Road 5". */
function separate(t: Tokens, p: number, k: number): StreetName | null {
  if (t.word(p) === "u" && (t.gap(k) & DOT) === 0) return null;
  const isHungarian = t.is(p, HUNGARIAN);
  let first = p;
  while (first > p - 4 && t.isInsideName(first) && t.isCapital(first - 1)) first--;
  while (first < p && t.is(first, NO_TOWN)) first++;
  if (first === p && isHungarian && t.gap(p) === BLANK && t.role(p - 1) === 0) first = p - 1;
  if (first === p) return null;
  if (t.is(p, NUMBER_NEXT)) return street(first, k, !t.isYear(k));
  const isClosed = t.gap(k + 1) !== BLANK || t.is(k + 1, UNIT);
  if (!isClosed || t.isYear(k)) return null;
  return street(first, k, t.is(p, STREET) && !t.is(p, NUMBERED));
}

/** "Via Santa Teresa 71", "ul. Miła 57", "Calle Mayor, 5". */
function afterPrefix(t: Tokens, p: number, k: number): StreetName | null {
  let hasName = false;
  for (let i = p; i > p - MAX_NAME_WORDS - 1 && i >= 0; i--) {
    const isStrong = t.is(i, PREFIX) && !t.is(i, WEAK);
    if (hasName && isPrefixWord(t, i)) {
      const isOpenYear = t.isYear(k) && t.gap(k + 1) === BLANK;
      return street(i, k, (isStrong || t.word(i) === "via") && !isOpenYear);
    }
    // "trg revolucije 17"
    if (i === p - 1 && isStrong && t.role(p) === 0) return street(i, k, !t.isYear(k));
    const isName =
      t.isCapital(i) || t.isOrdinal(i) || (t.isNumeric(i) && t.end(i) - t.start(i) < 3);
    if (!isName && !t.is(i, CONNECTOR | PREFIX)) return null;
    hasName ||= isName;
    if (!t.isInsideName(i)) return null;
  }
  return null;
}

/** Whether it is a word before a street's name; a short ambiguous one needs the mark of an abbreviation. */
function isPrefixWord(t: Tokens, i: number): boolean {
  if (!t.is(i, PREFIX)) return false;
  if (ABBREVIATIONS.has(t.word(i))) return (t.gap(i + 1) & (DOT | SLASH)) !== 0;
  return t.isCapital(i) || !t.is(i, WEAK);
}
