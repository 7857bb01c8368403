// Findings that are not names but words of programs, numbers, doses and laughter.

import type { NameWords } from "../lexicon.ts";
import { ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { SHAPE, type Tokens } from "../tokens.ts";
import { TITLES } from "./role-words.ts";

/** Whether a finding is no name but a word of a program, a number, a dose or a laugh. */
export function isOfThing(text: string, tokens: Tokens, name: Tagged, lexicon: NameWords): boolean {
  if (isIdentifier(text, tokens, name) || isSound(text, tokens, name, lexicon)) return true;
  return isOfNumber(text, tokens, name) || isDose(text, tokens, name, lexicon);
}

/** Whether it is a word of a program or a version: "twilioSid", "Mozilla/5.0", "fast-uri". */
function isIdentifier(text: string, { shape, start, end }: Tokens, { from, to, type }: Tagged) {
  const [first, last] = [start[from] as number, end[to - 1] as number];
  if (to - from > 1) return false;
  if (PRODUCT.test(text.slice(last, last + NUMBER_CHARS))) return true;
  if (type === PERSON) return false;
  if (shape[from] === SHAPE.mixed) return IDENTIFIER.test(text.slice(first, first + 3));
  const before = text.slice(Math.max(0, first - NUMBER_CHARS), first);
  return shape[from] === SHAPE.lower && JOINED.test(before);
}

/** Whether it is the spelling of a laugh or a sigh: "Hahaha", "Awww". */
function isSound(
  text: string,
  { start, end, word }: Tokens,
  { from, to, type }: Tagged,
  lexicon: NameWords,
): boolean {
  if (to - from > 1 || type === ORGANIZATION || lexicon.isName(word[from] as number)) return false;
  return SOUND.test(text.slice(start[from], end[from]));
}

/** A letter three times in a row, or the two letters of a laugh repeated. */
const SOUND = /^(?=\p{L}{4})(?:\p{L}*?(\p{L})\1\1|(?:[bmw]?[hj][aeiou]|[aeiou][hj]){2,}s?$)/iu;
const IDENTIFIER = /^[a-z]{3}/;
/** Version after the name of a product (RFC 9110, 10.1.5). */
const PRODUCT = /^\/v?\d/;
const JOINED = /[a-z\d][-_./]$/;

/** Whether it abbreviates what a number counts or names: "0.4 ETH", "ISO 27001", "NHS number". Years name nothing. */
function isOfNumber(text: string, { start, end, shape }: Tokens, { from, to, type }: Tagged) {
  const isCode = to - from === 2 && (shape[from + 1] as number) >= SHAPE.number;
  if (type !== ORGANIZATION || shape[from] !== SHAPE.capitals || (to - from > 1 && !isCode))
    return false;
  const [first, last] = [start[from] as number, end[from] as number];
  if (last - first > MAX_SHORT) return false;
  const after = text.slice(last, last + NUMBER_CHARS);
  const before = text.slice(Math.max(0, first - NUMBER_CHARS), first);
  return NUMBER_AFTER.test(after) || NUMBER_BEFORE.test(before);
}

/** Whether it is the substance of a dose ("Levothyroxine 50 mcg"), and not its recipient ("give Maria 5 mg"). */
function isDose(
  text: string,
  { end, word }: Tokens,
  { from, to }: Tagged,
  lexicon: NameWords,
): boolean {
  const last = end[to - 1] as number;
  if (to - from > MAX_DOSED || !DOSE.test(text.slice(last, last + DOSE_CHARS))) return false;
  for (let i = from; i < to; i++) {
    const hash = word[i] as number;
    if (lexicon.isName(hash) || TITLES.has(hash)) return false;
  }
  return true;
}

const MAX_DOSED = 3;
const DOSE_CHARS = 16;
const DOSE = /^(?: \d{1,5}(?:\.\d{1,3})?)? ?(?:mcg|mg|ml|mmol|IU)\b/;

/** Most letters of an abbreviation. */
const MAX_SHORT = 5;
const NUMBER_CHARS = 8;
const NUMBER_AFTER =
  /^(?:\d{2,3}\b| (?:[Nn]umber\b|[Nn][or]\.|ID\b|id\b|#|[A-Z]{0,2}(?!(?:19|20)\d\d\b)\d\d))/;
const NUMBER_BEFORE = /\d[.,]\d+ $/;
