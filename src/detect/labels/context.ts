// Words near a candidate: evidence for forms that have no check of their own.

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
