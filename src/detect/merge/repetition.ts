// Finds a name again wherever else it stands in the same text: one pass over the words, with a map.

import type { EntityName } from "../../core/entities.ts";
import type { Span } from "../span.ts";
import { codeAt } from "../text/chars.ts";
import { isJointUnit, isWordUnit } from "../text/word-units.ts";
import { NEVER_NAMES, ORDINARY_WORDS } from "./ordinary-words.ts";

/** Least score of a finding that is looked for again. */
const GOOD_SCORE = 0.6;
/** A finding by repetition is a little less sure than the one it repeats. */
const DISCOUNT = 0.95;
/** Names per text, and names per first word: bounds of time and memory. */
const MAX_NAMES = 2000;
const MAX_NAMES_PER_WORD = 8;
const MIN_CHARS = 3;
const MAX_CHARS = 80;
const MAX_WORDS = 8;
/** Before a word: the text or a sentence begins, so that a capital says nothing. */
const SENTENCE_START = /(?:^|[.!?:;\n\r"“”•*>|-])[\s"'“‘(*-]*$/u;
const TITLE = /(?:^|\P{L})(?:mrs?|ms|dr|prof|sr|sra|rev|st)\.\s*$/iu;
/** How far back the start of a sentence is looked for. */
const LOOK_BACK = 8;

interface Name {
  readonly written: string;
  readonly span: Span;
}

/** The names of a text by their first word. */
type Names = ReadonlyMap<string, readonly Name[]>;

/** A word outside the findings that looks like a word of a name. */
interface Word {
  readonly start: number;
  readonly end: number;
  /** Where the next finding begins. */
  readonly limit: number;
}

/**
 * `spans` (by start, without overlap) and the places where their names stand again as whole words: a PERSON
 * or ORGANIZATION with a good score as it is written or in capitals, and single words of a person's name of
 * two and more words. Everyday words ("Will", "Brown") count only inside a sentence, where the capital
 * means something; words that also stand in lower case in the text count as everyday words.
 */
export function repeatNames(
  text: string,
  spans: Span[],
  isReported: (type: EntityName) => boolean,
): Span[] {
  const seeds = spans.filter(
    (span) =>
      (span.entityType === "PERSON" || span.entityType === "ORGANIZATION") &&
      span.score >= GOOD_SCORE &&
      span.end - span.start <= MAX_CHARS &&
      isReported(span.entityType),
  );
  if (seeds.length === 0) return spans;
  const words = promisingWords(text, spans, signsOf(text, seeds));
  // Most names stand once.
  if (words.length === 0) return spans;
  const names = namesOf(text, seeds);
  const lowerCase = new Set<string>();
  for (const { start, end } of words) {
    const written = text.slice(start, end);
    if (written === written.toLowerCase()) lowerCase.add(written);
  }
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

/** The words outside the findings that have one of the signs. */
function promisingWords(text: string, spans: readonly Span[], signs: Signs): Word[] {
  const words: Word[] = [];
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
    const end = withoutPossessive(text, start, at);
    const limit = span?.start ?? text.length;
    if (end <= limit && signs.mayHold(text, start, end)) words.push({ start, end, limit });
  }
  return words;
}

/** Whether no word goes on at `at`. */
function isEndOfWord(text: string, at: number): boolean {
  const code = codeAt(text, at);
  return !(isWordUnit(code) || isJointUnit(code));
}

/** End of the word that begins at `start`: letters and digits, joined by apostrophes and hyphens. */
function wordEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const code = codeAt(text, at);
    if (isWordUnit(code)) at++;
    else if (isJointUnit(code) && isWordUnit(codeAt(text, at + 1))) at += 2;
    else return at;
  }
}

/** The end of a word without its possessive s ("Anna's"). */
function withoutPossessive(text: string, start: number, end: number): number {
  const isS = (codeAt(text, end - 1) | 32) === 115;
  const mark = codeAt(text, end - 2);
  return isS && (mark === 39 || mark === 0x2019) && end - 2 > start ? end - 2 : end;
}

const SIGN_BITS = 11;

/** Says of most words by their length and first two letters that they are in no name, in whatever letter case. */
class Signs {
  /** One for all texts: a new one for each costs more than the look-up. */
  readonly #bits = new Int32Array(1 << (SIGN_BITS - 5));
  /** Letter case changes more than a bit of some character: every word may be in a name. */
  #isForeign = false;

  clear(): void {
    this.#bits.fill(0);
    this.#isForeign = false;
  }

  add(text: string, start: number, end: number): void {
    for (let at = start; at < end; at++) if (codeAt(text, at) > 127) this.#isForeign = true;
    const sign = signOf(text, start, end);
    this.#bits[sign >>> 5] = (this.#bits[sign >>> 5] as number) | (1 << (sign & 31));
  }

  mayHold(text: string, start: number, end: number): boolean {
    const sign = signOf(text, start, end);
    return this.#isForeign || (((this.#bits[sign >>> 5] as number) >>> (sign & 31)) & 1) === 1;
  }
}

function signOf(text: string, start: number, end: number): number {
  const first = codeAt(text, start) | 32;
  const second = end - start > 1 ? codeAt(text, start + 1) | 32 : 0;
  const mixed = Math.imul((first << 14) ^ (second << 7) ^ (end - start), 0x9e3779b1);
  return mixed >>> (32 - SIGN_BITS);
}

const SIGNS = new Signs();

/** Signs of all words of the names; good until the next call. */
function signsOf(text: string, seeds: readonly Span[]): Signs {
  SIGNS.clear();
  for (const { start, end } of seeds) {
    eachWord(text, start, end, (from, to) => SIGNS.add(text, from, to));
  }
  return SIGNS;
}

function eachWord(
  text: string,
  start: number,
  end: number,
  take: (start: number, end: number) => void,
): void {
  for (let at = start; at < end; at++) {
    if (!isWordUnit(codeAt(text, at))) continue;
    const last = Math.min(end, wordEnd(text, at));
    take(at, withoutPossessive(text, at, last));
    at = last;
  }
}

function wordsOf(text: string, start: number, end: number): string[] {
  const words: string[] = [];
  eachWord(text, start, end, (from, to) => words.push(text.slice(from, to)));
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
    if (words.length > 1 || isSingleName(first)) addBoth(first, written, span);
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
    const isDoubtful = end === word.end && isEveryday(written.toLowerCase());
    if (isDoubtful && !isCapitalTelling(text, word)) continue;
    return {
      start: word.start,
      end,
      entityType: span.entityType,
      score: span.score * DISCOUNT,
      recognizer: "repetition",
      reason: `name found elsewhere in the text by ${span.recognizer}`,
    };
  }
  return null;
}

/** Whether no word goes on over `end`; a possessive s behind it is not part of a name. */
function endsWord(text: string, end: number): boolean {
  if (!isWordUnit(codeAt(text, end - 1))) return !isWordUnit(codeAt(text, end));
  const last = wordEnd(text, end - 1);
  return last === end || withoutPossessive(text, end - 1, last) === end;
}

/** Whether a capital inside a sentence says that this is a name; in a word all in capitals it does not. */
function isCapitalTelling(text: string, { start, end }: Word): boolean {
  const word = text.slice(start, end);
  if (word === word.toUpperCase()) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  return TITLE.test(before) || !SENTENCE_START.test(before);
}
