// Findings that are not names but words of programs, numbers, doses, feasts, development and laughter.

import type { SearchedText } from "../searched-text.ts";
import { ORGANIZATION, PERSON, type Tagged } from "../tags.ts";
import { GAP, SHAPE } from "../tokens.ts";
import { hashesOf, hashOfWord, TITLES } from "./role-words.ts";

/** Whether a finding is no name but a word of a program, a number, a dose, a feast or a laugh. */
export function isOfThing(tokens: SearchedText, name: Tagged): boolean {
  if (isIdentifier(tokens, name) || isSound(tokens, name) || isEponym(tokens, name)) return true;
  if (isOfNumber(tokens, name) || isDose(tokens, name)) return true;
  return isDevelopment(tokens, name) || isFeast(tokens, name);
}

/** What is called after its discoverer, and rarely somebody's own. */
const DISCOVERED = hashesOf(
  "algorithm catheter chorea classification contracture criteria cyst disease distance effect equation lymphoma maneuver " +
    "manoeuvre palsy reflex sarcoma scale sign syndrome theorem",
);
const MAX_DISCOVERERS = 3;

/** Whether it is the discoverer of something: "Baker's cyst", "Kellgren-Lawrence scale", but not "Maria's disease". */
function isEponym({ count, gap, shape, word, lexicon }: SearchedText, { from, to }: Tagged) {
  if (to - from > MAX_DISCOVERERS || lexicon.isGivenName(word[from] as number)) return false;
  const at = APOSTROPHES.has(word[to] as number) && word[to + 1] === POSSESSIVE ? to + 2 : to;
  for (let i = from + 1; i < to; i++) if (gap[i] === GAP.blank) return false;
  return (
    at < count &&
    gap[at] === GAP.blank &&
    shape[at] === SHAPE.lower &&
    DISCOVERED.has(word[at] as number)
  );
}
const APOSTROPHES = hashesOf("' \u2019");
const POSSESSIVE = hashOfWord("s");

/** Whether it is the wish for a feast, or a day called after somebody: "Merry Christmas", "Valentine's Day". */
function isFeast({ shape, word }: SearchedText, { from, to }: Tagged): boolean {
  const first = word[from] as number;
  if (to - from === 2 && WISHES.has(first) && FEASTS.has(word[to - 1] as number)) return true;
  const isOwned = APOSTROPHES.has(word[from + 1] as number) && word[from + 2] === POSSESSIVE;
  if (!isOwned || word[from + 3] !== DAY) return false;
  return OF_DAYS.has(first) || (SAINTS.has(first) && shape[from + 3] !== SHAPE.lower);
}
const WISHES = hashesOf("merry happy father eid ramadan");
const FEASTS = hashesOf("christmas xmas easter halloween thanksgiving hanukkah diwali mubarak");
const OF_DAYS = hashesOf("valentine mother father women children");
/** Of these, "Patrick's Day" is a feast, "Patrick's day" is somebody's. */
const SAINTS = hashesOf("patrick nicholas");
const DAY = hashOfWord("day");

/** Whether "Dev", which is also somebody's name, is short for development: "[Dev Deps]", "the Dev team", "Web Dev". */
function isDevelopment({ gap, word }: SearchedText, { from, to }: Tagged): boolean {
  if (word[from] === DEV && to - from > 1) return DEVELOPED.has(word[to - 1] as number);
  if (word[to - 1] !== DEV || to - from > 3) return false;
  const isBefore = gap[to] === GAP.blank && DEVELOPED.has(word[to] as number);
  return isBefore || DEVELOPERS.has(word[to - 1 === from ? from - 1 : to - 2] as number);
}
const DEV = hashOfWord("dev");
const DEVELOPED = hashesOf(
  "deps dependencies dependency team teams environment environments env server servers setup mode tools build builds branch " +
    "cluster instance machine machines box account database channel meeting",
);
const DEVELOPERS = hashesOf(
  "a the web app game mobile senior junior lead stack frontend backend software",
);

/** Whether it is a word of a program or a version: "twilioSid", "Mozilla/5.0", "fast-uri". */
function isIdentifier({ shape, start, end, text }: SearchedText, { from, to, type }: Tagged) {
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
  { start, end, word, text, lexicon }: SearchedText,
  { from, to, type }: Tagged,
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
function isOfNumber({ start, end, shape, text }: SearchedText, { from, to, type }: Tagged) {
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
function isDose({ end, word, text, lexicon }: SearchedText, { from, to }: Tagged): boolean {
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

const MAX_SHORT = 5;
const NUMBER_CHARS = 8;
const NUMBER_AFTER =
  /^(?:\d{2,3}\b| (?:[Nn]umber\b|[Nn][or]\.|ID\b|id\b|#|[A-Z]{0,2}(?!(?:19|20)\d\d\b)\d\d))/;
const NUMBER_BEFORE = /\d[.,]\d+ $/;
