// Pairs of a given and a family name, known from lists alone: "Linh Tran", "LINDQVIST, GRETA", "SCHMIDT/ANNA".

import type { NameWords } from "../lexicon.ts";
import { GAP, SHAPE, type Tokens } from "../tokens.ts";
import { ABBREVIATIONS } from "./abbreviations.ts";
import { MORE_GIVEN_NAMES } from "./given-names.ts";
import { NO_NAMES } from "./known-names.ts";
import { isCapital } from "./organizations.ts";
import { hashesOf, hashOfWord, TITLES } from "./role-words.ts";

/** Signs between the parts of a name or login; "^" in hospital records (HL7 2, XPN). */
export const JOINTS = hashesOf("- . ' \u2019 ^ _ /");
/** Most tokens of a name, including signs. */
export const MAX_PARTS = 9;

/** Tokens of a name. */
export type Range = readonly [from: number, to: number];

/**
 * A listed given name and one more word that means nothing else: "<b>Linh Tran</b>"; in capitals "GRETA LINDQVIST",
 * "LINDQVIST, GRETA"; in file names "Greta_Lindqvist"; and as on tickets and in hospitals (`onTicketAt`).
 */
export function pairAt(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, shape, word } = tokens;
  const kind = shape[i];
  if (kind !== SHAPE.capitals && kind !== SHAPE.title) return null;
  const sign = gap[i + 1] === GAP.none ? (word[i + 1] as number) : 0;
  if (kind === SHAPE.title && sign !== UNDERSCORE) return givenAndFamily(tokens, i, lexicon);
  if (TICKET.has(sign)) return onTicketAt(tokens, i, lexicon);
  const isPaired = sign === UNDERSCORE || sign === COMMA;
  const next = isPaired ? i + 2 : i + 1;
  const isBeside = gap[next] === (sign === UNDERSCORE ? GAP.none : GAP.blank);
  if (next >= count || shape[next] !== kind || !isBeside) return null;
  const [first, last] = [word[i] as number, word[next] as number];
  if (isOther(first, lexicon) || isOther(last, lexicon)) return null;
  const given = sign === UNDERSCORE ? [first, last] : [isPaired ? last : first];
  const isListed = sign === COMMA && lexicon.isName(first) && lexicon.isName(last);
  return isListed || given.some((one) => isGivenName(one, lexicon)) ? [i, next + 1] : null;
}

/**
 * A family and a given name in capitals, as on tickets (IATA resolution 722) "SCHMIDT/ANNA", and in hospitals (HL7 XPN)
 * "SCHMIDT^ANNA". There words and places that are also names are names.
 */
function onTicketAt(
  { count, gap, shape, word }: Tokens,
  i: number,
  lexicon: NameWords,
): Range | null {
  const next = i + 2;
  if (next >= count || shape[next] !== SHAPE.capitals || gap[next] !== GAP.none) return null;
  const [family, given] = [word[i] as number, word[next] as number];
  const isFamily = lexicon.isName(family) || !isOther(family, lexicon);
  const isGiven = !NO_NAMES.has(given) && isListedGiven(given, lexicon);
  if (!isFamily || !isGiven) return null;
  // Not a route: "PARIS/DALLAS". Places that are mostly names stay ("LOPEZ/FLORENCE"), and those before a title.
  const arePlaces = lexicon.isOtherName(family) && lexicon.isOtherName(given);
  const isSure = word[i + 1] === CARET || TITLES.has(word[next + 1] as number);
  if (arePlaces && !isSure && lexicon.nameShare(family) < PLACE_SHARE) return null;
  return [i, next + 1];
}

/** "Linh Tran", "Fatima Al-Sayed": capitalized, and not part of a longer name. */
function givenAndFamily(tokens: Tokens, i: number, lexicon: NameWords): Range | null {
  const { count, gap, shape, word } = tokens;
  const next = i + 1;
  if (next >= count || shape[next] !== SHAPE.title || gap[next] !== GAP.blank) return null;
  if (!isGivenName(word[i] as number, lexicon) || !isApart(tokens, i)) return null;
  const to = endOfJoined(tokens, next);
  // A line of its own, as in a signature: "Oluwaseun Bright".
  const isLine = [i, to].every((at) => at % count === 0 || (gap[at] as number) >= GAP.newline);
  const isSure = isLine && MORE_GIVEN_NAMES.has(word[i] as number);
  return isSure || isFamilyName(word[to - 1] as number, lexicon) ? [i, to] : null;
}

const [UNDERSCORE, COMMA, CARET] = ["_", ",", "^"].map(hashOfWord);
const TICKET = hashesOf("/ ^");

/** Least share of names, among the words used like it, for a listed name. */
const NAME_SHARE = 0.3;
/** The same for a word after a given name. */
const FAMILY_SHARE = 0.1;
/** The same for a place before another one. */
const PLACE_SHARE = 0.5;

/** Whether the word means something else. */
function isOther(hash: number, lexicon: NameWords): boolean {
  return NO_NAMES.has(hash) || ABBREVIATIONS.has(hash) || lexicon.isOtherName(hash);
}

function isGivenName(hash: number, lexicon: NameWords): boolean {
  return !isOther(hash, lexicon) && isListedGiven(hash, lexicon);
}

function isListedGiven(hash: number, lexicon: NameWords): boolean {
  const isListed = lexicon.isGivenName(hash) && lexicon.nameShare(hash) >= NAME_SHARE;
  return isListed || MORE_GIVEN_NAMES.has(hash);
}

/** Whether the word may be a family name after a given one: a word that the lexicon lacks is one there. */
function isFamilyName(hash: number, lexicon: NameWords): boolean {
  const isListed = lexicon.isName(hash);
  if (NO_NAMES.has(hash) || ABBREVIATIONS.has(hash)) return false;
  if (lexicon.isOtherName(hash)) return isListed && lexicon.nameShare(hash) >= NAME_SHARE;
  return isListed || lexicon.find(hash) < 0 || lexicon.nameShare(hash) >= FAMILY_SHARE;
}

/** Whether no capitalized word is before it in its line, as in longer names of things; abbreviations may be. */
function isApart({ gap, shape }: Tokens, i: number): boolean {
  return i === 0 || gap[i] !== GAP.blank || shape[i - 1] !== SHAPE.title;
}

/** End of a name that continues after token `i`: "O'Connell", "Al-Sayed". */
function endOfJoined({ count, gap, shape, word }: Tokens, i: number): number {
  let to = i + 1;
  while (to - i < MAX_PARTS && JOINTS.has(word[to] as number) && gap[to] === GAP.none) {
    if (to + 1 >= count || !isCapital(shape[to + 1] as number) || gap[to + 1] !== GAP.none) break;
    to += 2;
  }
  return to;
}
