// Finds names, and identifiers that a label gave away, again wherever they recur in the same text: one pass over the words, with
// a map.

import type { EntityName } from "../../core/entities.ts";
import { wordSet } from "../../core/word-set.ts";
import type { Span } from "../span.ts";
import { codeAt, isJoiningUnit, isWordUnit } from "../text/chars.ts";
import { NEVER_NAMES, ORDINARY_WORDS } from "../text/name-words.ts";

/** Minimum score of a finding to be searched for again. */
const GOOD_SCORE = 0.6;
/** Same outside English: false findings there are more often everyday words (German capitals), and recur many times. */
const GOOD_SCORE_ABROAD = 0.9;
/** Factor on the score: a repetition is a little less certain than the finding it repeats. */
const DISCOUNT = 0.95;
/** Most names per text, and per first word: bounds on time and memory. */
const MAX_NAMES = 2000;
const MAX_NAMES_PER_WORD = 8;
const MIN_CHARS = 3;
const MAX_CHARS = 80;
const MAX_WORDS = 8;
/** Text before the first word of a text or sentence, where a capital is no evidence. */
const SENTENCE_START = /(?:^|[.!?:;\n\r"“”•*>|-])[\s"'“‘(*-]*$/u;
const TITLE = /(?:^|\P{L})(?:mrs?|ms|dr|prof|sr|sra|rev|st)\.\s*$/iu;
/** How many characters before a word are searched for the start of a sentence. */
const LOOK_BACK = 8;

interface Name {
  readonly written: string;
  readonly span: Span;
}

/** The names of a text, by first word. */
type Names = ReadonlyMap<string, readonly Name[]>;

/** A word outside the findings that begins a name. */
interface Word {
  readonly start: number;
  readonly end: number;
  /** Start of the next finding. */
  readonly limit: number;
}

/** Types whose values a label or a word nearby gives away only once in a text: "booking ref QX7T2P ... I found QX7T2P". */
const IDENTIFIERS: ReadonlySet<EntityName> = wordSet(
  "ID_OTHER ACC_NO INSURANCE_NUMBER MEDICAL_RECORD_NUMBER LICENCE_NO TAX_ID DRIVING_LICENSE_NUMBER PASSPORT NATIONAL_ID " +
    "US_SSN PHONE_NUMBER FAX_NUMBER VEHICLE_REGISTRATION_NUMBER VEHICLE_IDENTIFICATION_NUMBER CREDIT_CARD IBAN PASSWORD " +
    "SECRET USERNAME",
);
/** Shorter identifiers, or those without a digit, also stand for something else. */
const MIN_IDENTIFIER_CHARS = 6;

/**
 * `spans` (by start, without overlap), and the places where their names and identifiers recur as whole words: those with a good
 * score, as written or in capitals, and single words of a person's name of two or more. Everyday words ("Will",
 * "Brown") count only inside a sentence, where a capital is evidence; words that the text also has in lower case are treated
 * as everyday words.
 */
export function repeatNames(
  text: string,
  spans: Span[],
  isReported: (type: EntityName) => boolean,
): Span[] {
  const seeds = spans.filter(
    (span) =>
      (isName(span) || isIdentifier(text, span)) &&
      span.score >= leastScore(span) &&
      span.end - span.start <= MAX_CHARS &&
      isReported(span.entityType),
  );
  if (seeds.length === 0) return spans;
  const names = namesOf(text, seeds);
  const { words, lowerCase } = wordsOutside(text, spans, names);
  const isEveryday = (lower: string) => ORDINARY_WORDS.has(lower) || lowerCase.has(lower);
  const found: Span[] = [];
  let end = 0;
  for (const word of words) {
    if (word.start < end) continue;
    const span = repeatedAt(text, word, names, isEveryday);
    if (span === null) continue;
    found.push(span);
    end = span.end;
  }
  return found.length === 0 ? spans : [...spans, ...found].sort((a, b) => a.start - b.start);
}

function isName({ entityType }: Span): boolean {
  return entityType === "PERSON" || entityType === "ORGANIZATION";
}

function isIdentifier(text: string, { entityType, start, end }: Span): boolean {
  return (
    IDENTIFIERS.has(entityType) &&
    end - start >= MIN_IDENTIFIER_CHARS &&
    /\d/.test(text.slice(start, end))
  );
}

function leastScore({ language = "en" }: Span): number {
  return language === "en" ? GOOD_SCORE : GOOD_SCORE_ABROAD;
}

/** The words outside the findings that begin a name, and the names that occur there in lower case. */
function wordsOutside(
  text: string,
  spans: readonly Span[],
  names: Names,
): { words: Word[]; lowerCase: ReadonlySet<string> } {
  const lowerNames = new Set(
    [...names.values()].flat().map(({ written }) => written.toLowerCase()),
  );
  const known = [...names.keys(), ...lowerNames];
  const initials = new Set(known.map((name) => name.charAt(0)));
  const words: Word[] = [];
  const lowerCase = new Set<string>();
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isWordUnit(codeAt(text, at))) continue;
    const start = at;
    while (next < spans.length && (spans[next]?.end ?? 0) <= start) next++;
    const span = spans[next];
    if (span !== undefined && span.start <= start && isEndOfWord(text, span.end)) {
      at = span.end;
      continue;
    }
    at = wordEnd(text, start);
    // Most words share no initial with a name.
    if (!initials.has(text.charAt(start))) continue;
    const end = withoutPossessive(text, start, at);
    const limit = span?.start ?? text.length;
    if (end > limit) continue;
    const written = text.slice(start, end);
    if (names.has(written)) words.push({ start, end, limit });
    if (lowerNames.has(written)) lowerCase.add(written);
  }
  return { words, lowerCase };
}

/** Whether no word continues at `at`. */
function isEndOfWord(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return !(isWordUnit(code) || isJoiningUnit(code));
}

/** End of the word that begins at `start`: letters and digits, joined by apostrophes and hyphens. */
function wordEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = codeAt(text, at);
    if (isWordUnit(code)) at++;
    else if (isJoiningUnit(code) && isWordUnit(codeAt(text, at + 1))) at += 2;
    else return at;
  }
}

/** The end of a word without its possessive s ("Anna's"). */
function withoutPossessive(text: string, start: number, end: number): number {
  const isS = (codeAt(text, end - 1) | 32) === 115;
  const mark = codeAt(text, end - 2);
  return isS && (mark === 39 || mark === 0x2019) && end - 2 > start ? end - 2 : end;
}

function wordsOf(text: string, start: number, end: number): string[] {
  const words: string[] = [];
  for (let at = start; at < end; at++) {
    if (!isWordUnit(codeAt(text, at))) continue;
    const last = Math.min(end, wordEnd(text, at));
    words.push(text.slice(at, withoutPossessive(text, at, last)));
    at = last;
  }
  return words;
}

function namesOf(text: string, seeds: readonly Span[]): Names {
  const byWord = new Map<string, Name[]>();
  const known = new Set<string>();
  const add = (first: string, written: string, span: Span) => {
    if (written.length < MIN_CHARS || known.has(written) || known.size >= MAX_NAMES) return;
    const same = byWord.get(first) ?? [];
    if (same.length >= MAX_NAMES_PER_WORD) return;
    known.add(written);
    same.push({ written, span });
    byWord.set(first, same);
  };
  const addBoth = (first: string, written: string, span: Span) => {
    add(first, written, span);
    add(first.toUpperCase(), written.toUpperCase(), span);
  };
  for (const span of seeds) {
    const words = wordsOf(text, span.start, span.end);
    const [first] = words;
    if (first === undefined || words.length > MAX_WORDS) continue;
    // The name from its first word on: a finding may begin with a bracket.
    const written = text.slice(text.indexOf(first, span.start), span.end);
    if (!isName(span)) add(first, written, span);
    else if (words.length > 1 || isSingleName(first)) addBoth(first, written, span);
    if (span.entityType !== "PERSON" || words.length < 2) continue;
    for (const word of words) if (isSingleName(word)) addBoth(word, word, span);
  }
  for (const same of byWord.values()) same.sort((a, b) => b.written.length - a.written.length);
  return byWord;
}

function isSingleName(word: string): boolean {
  return (
    word.length >= MIN_CHARS && /^\p{Lu}\P{N}*$/u.test(word) && !NEVER_NAMES.has(word.toLowerCase())
  );
}

/** The longest known name that begins with a word and ends where a word ends. */
function repeatedAt(
  text: string,
  word: Word,
  names: Names,
  isEveryday: (lower: string) => boolean,
): Span | null {
  for (const { written, span } of names.get(text.slice(word.start, word.end)) ?? []) {
    const end = word.start + written.length;
    if (end > word.limit || !text.startsWith(written, word.start)) continue;
    if (end !== word.end && !endsWord(text, end)) continue;
    const isDoubtful = isName(span) && end === word.end && isEveryday(written.toLowerCase());
    if (isDoubtful && !isCapitalOfName(text, word)) continue;
    return {
      start: word.start,
      end,
      entityType: span.entityType,
      score: span.score * DISCOUNT,
      recognizer: "repetition",
      reason: `found elsewhere in the text by ${span.recognizer}`,
    };
  }
  return null;
}

/** Whether `end` is the end of a word; a possessive s after it is not part of a name. */
function endsWord(text: string, end: number): boolean {
  if (!isWordUnit(codeAt(text, end - 1))) return !isWordUnit(codeAt(text, end));
  const last = wordEnd(text, end - 1);
  return last === end || withoutPossessive(text, end - 1, last) === end;
}

/** Whether a capital inside a sentence is evidence of a name; in a word all in capitals it is not. */
function isCapitalOfName(text: string, { start, end }: Word): boolean {
  const word = text.slice(start, end);
  if (word === word.toUpperCase()) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  return TITLE.test(before) || !SENTENCE_START.test(before);
}
