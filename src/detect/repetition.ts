// Finds a name again wherever else it stands in the same text: one pass over the words, with a map.

import type { EntityName } from "../core/entities.ts";
import { NEVER_NAMES, ORDINARY_WORDS } from "./ordinary-words.ts";
import type { Span } from "./span.ts";

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
/** Letters and what joins them inside a word; a joint is one character, so the match cannot run on. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const POSSESSIVE = /['’]s$/iu;
/** Before a word: the text or a sentence begins, so that a capital says nothing. */
const SENTENCE_START = /(?:^|[.!?:;\n\r"“”•*>|-])[\s"'“‘(*-]*$/u;
const TITLE = /(?:^|\P{L})(?:mrs?|ms|dr|prof|sr|sra|rev|st)\.\s*$/iu;
/** How far back the start of a sentence is looked for. */
const LOOK_BACK = 8;

interface Name {
  readonly written: string;
  readonly span: Span;
}

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
  spans: readonly Span[],
  isReported: (type: EntityName) => boolean,
): Span[] {
  const seeds = spans.filter(
    (span) =>
      (span.entityType === "PERSON" || span.entityType === "ORGANIZATION") &&
      span.score >= GOOD_SCORE &&
      span.end - span.start <= MAX_CHARS &&
      isReported(span.entityType),
  );
  if (seeds.length === 0) return [...spans];
  const words = wordsOutside(text, spans);
  const names = nameIndex(text, seeds);
  const isEveryday = everyday(text, words);
  const found: Span[] = [];
  let end = 0;
  for (const [i, word] of words.entries()) {
    if (word.start < end) continue;
    const span = repeatedAt(text, words, i, names, isEveryday);
    if (span === null) continue;
    found.push(span);
    end = span.end;
  }
  return found.length === 0 ? [...spans] : [...spans, ...found].sort((a, b) => a.start - b.start);
}

/** The words of the text outside the findings; a possessive s is not part of one. */
function wordsOutside(text: string, spans: readonly Span[]): Word[] {
  const words: Word[] = [];
  let next = 0;
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const end = start + match[0].replace(POSSESSIVE, "").length;
    while (next < spans.length && (spans[next]?.end ?? 0) <= start) next++;
    const limit = spans[next]?.start ?? text.length;
    if (end <= limit) words.push({ start, end, limit });
  }
  return words;
}

/** Names by their first word, longest first. */
function nameIndex(text: string, seeds: readonly Span[]): Map<string, Name[]> {
  const names = new Map<string, Name[]>();
  const known = new Set<string>();
  const add = (written: string, span: Span) => {
    const first = written.match(WORD)?.[0];
    if (first === undefined || written.length < MIN_CHARS) return;
    if (known.has(written) || known.size >= MAX_NAMES) return;
    const same = names.get(first) ?? [];
    if (same.length >= MAX_NAMES_PER_WORD) return;
    known.add(written);
    names.set(first, [...same, { written, span }]);
  };
  for (const span of seeds) {
    const written = text.slice(span.start, span.end);
    if (!/\p{L}/u.test(written)) continue;
    const words = (written.match(WORD) ?? []).map((word) => word.replace(POSSESSIVE, ""));
    if (words.length > 1 || isSingleName(words[0] ?? "")) {
      add(written, span);
      add(written.toUpperCase(), span);
    }
    if (span.entityType !== "PERSON" || words.length < 2 || words.length > MAX_WORDS) continue;
    for (const word of words) {
      if (!isSingleName(word)) continue;
      add(word, span);
      add(word.toUpperCase(), span);
    }
  }
  for (const same of names.values()) same.sort((a, b) => b.written.length - a.written.length);
  return names;
}

function isSingleName(word: string): boolean {
  return (
    word.length >= MIN_CHARS && /^\p{Lu}\P{N}*$/u.test(word) && !NEVER_NAMES.has(word.toLowerCase())
  );
}

/** Whether a word (lower case) is everyday language here. */
function everyday(text: string, words: readonly Word[]): (lower: string) => boolean {
  const lowerCase = new Set<string>();
  for (const { start, end } of words) {
    const word = text.slice(start, end);
    if (word === word.toLowerCase()) lowerCase.add(word);
  }
  return (lower) => ORDINARY_WORDS.has(lower) || lowerCase.has(lower);
}

/** The longest known name that begins with word `i` and ends where a word ends. */
function repeatedAt(
  text: string,
  words: readonly Word[],
  i: number,
  names: ReadonlyMap<string, readonly Name[]>,
  isEveryday: (lower: string) => boolean,
): Span | null {
  const word = words[i];
  if (word === undefined) return null;
  for (const { written, span } of names.get(text.slice(word.start, word.end)) ?? []) {
    const end = word.start + written.length;
    if (end > word.limit || !text.startsWith(written, word.start)) continue;
    if (!endsWord(text, words, i, end)) continue;
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

/** Whether a word ends at `end`: one of the next ones, or none goes on behind a full stop or bracket. */
function endsWord(text: string, words: readonly Word[], i: number, end: number): boolean {
  for (let k = i; k < words.length && k < i + 2 * MAX_WORDS; k++) {
    const word = words[k];
    if (word === undefined || word.start >= end) break;
    if (word.end === end) return true;
  }
  return !/[\p{L}\p{N}]/u.test(text.slice(end - 1, end + 1));
}

/** Whether a capital inside a sentence says that this is a name; in a word all in capitals it does not. */
function isCapitalTelling(text: string, { start, end }: Word): boolean {
  const word = text.slice(start, end);
  if (word === word.toUpperCase()) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  return TITLE.test(before) || !SENTENCE_START.test(before);
}
