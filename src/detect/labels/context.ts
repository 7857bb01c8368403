// Words near a candidate: evidence for forms that have no check of their own; and values that precede their label.

import type { TextRange } from "../text/chars.ts";

/**
 * Whether one of `words` (lower case) is a whole word in the `maxChars` characters before `start`. A word cut by the window's
 * edge does not count.
 */
export function hasWordBefore(
  text: string,
  start: number,
  words: ReadonlySet<string>,
  maxChars: number,
): boolean {
  return wordsBefore(text, start, maxChars).some((word) => isWordOf(words, word));
}

/** Particles after a Chinese or Japanese word: "is", "at", markers of subject and object. */
const PARTICLE = /[はがのをで为是為于於在]$/;
/** Letters of the longest Chinese or Japanese word that callers look for. */
const MAX_LETTERS = 6;
const FIRST_KANA = "\u3041";

/** Whether `word` is in `words`; for a run of Chinese or Japanese, which has no blanks, whether it ends with one. */
export function isWordOf(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  if (word < FIRST_KANA) return false;
  const run = word.replace(PARTICLE, "");
  for (let letters = Math.min(MAX_LETTERS, run.length); letters > 1; letters--) {
    if (words.has(run.slice(-letters))) return true;
  }
  return false;
}

/** The words in the `maxChars` characters before `start`, lower case, in order of the text. */
export function wordsBefore(text: string, start: number, maxChars: number): string[] {
  // One extra character shows whether the window cuts a word.
  const from = Math.max(0, start - maxChars - 1);
  const window = text.slice(from, start).toLowerCase();
  const words: string[] = window.match(WORD) ?? [];
  const isCut = from > 0 && /^\p{L}/u.test(window);
  return isCut ? words.slice(1) : words;
}

/** Number of characters between the last digit in the `maxChars` before `start` and `start`; all if there is no digit. */
export function charsAfterDigit(text: string, start: number, maxChars: number): number {
  const window = text.slice(Math.max(0, start - maxChars), start);
  return window.length - (window.search(/\d\D*$/) + 1);
}

const WORD = /[\p{L}\p{M}]+/gu;

/** The text between a value and its label: "199109242397 är mitt personnummer". English labels are read forwards only. */
const OWNED =
  /(?:\s(?:är|es|ist|est|è|é|is|jest|to|to jest)(?: (?:il|la|el|o|a|to))? (?:mitt|min|vårt|vår|mi|su|nuestro|nuestra|meine?|unsere?|seine?|ihre?|mon|ma|notre|son|sa|mio|mia|suo|sua|nostro|nostra|meu|minha|seu|nosso|nossa|mijn|ons|onze|zijn|haar|mój|moja|moje|nasz|nasze|jego|jej)| (?:benim|bizim)| (?:मेरा|मेरी|हमारा|उसका|उनका)|(?:是|は)(?:我的|我们的|他的|她的|私の)) ?$/iu;
const OWNED_CHARS = 24;

/** Up to five groups of capitals and digits; the last one has a digit and may be in any case. */
const GROUPS =
  /(?<![\p{L}\p{M}\d_./-])(?:[A-Z\d][A-Z\d./-]{0,12} ){0,4}(?=[\w./-]{0,24}\d)[A-Za-z\d][A-Za-z\d./-]{0,24}$/u;
const GROUPS_CHARS = 64;
/** Shorter values are counts and years. */
const MIN_CHARS = 6;

/** Ranges of possible values before the label at `label`, longest first; empty unless the text says that one precedes it. */
export function ownedRangesBefore(text: string, label: number): readonly TextRange[] {
  const owned = OWNED.exec(text.slice(Math.max(0, label - OWNED_CHARS), label))?.[0].length ?? 0;
  const end = label - owned;
  const groups =
    owned === 0 ? undefined : GROUPS.exec(text.slice(Math.max(0, end - GROUPS_CHARS), end))?.[0];
  if (groups === undefined) return [];
  const from = end - groups.length;
  const starts = [0, ...Array.from(groups.matchAll(/ /g), ({ index }) => index + 1)];
  return starts
    .filter((start) => groups.length - start >= MIN_CHARS)
    .map((start) => ({ start: from + start, end }));
}
