// Words near a candidate: evidence for forms that have no check of their own.

/**
 * Whether one of `words` (lower case) stands as a whole word in the `maxChars` characters before
 * `start`. A word cut by the window's edge does not count.
 */
export function hasWordBefore(
  text: string,
  start: number,
  words: ReadonlySet<string>,
  maxChars: number,
): boolean {
  return wordsBefore(text, start, maxChars).some((word) => isWordOf(words, word));
}

/** Behind a word of Chinese or Japanese: "is", "at", marks of subject and object. */
const PARTICLE = /[はがのをで为是為于於在]$/;
/** Letters of the longest word of Chinese or Japanese that anybody asks for. */
const MOST_LETTERS = 6;
const FIRST_KANA = "\u3041";

/** Whether a word is one of `words`; a run of Chinese or Japanese, which has no blanks, whether it ends with one. */
export function isWordOf(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  if (word < FIRST_KANA) return false;
  const run = word.replace(PARTICLE, "");
  for (let letters = Math.min(MOST_LETTERS, run.length); letters > 1; letters--) {
    if (words.has(run.slice(-letters))) return true;
  }
  return false;
}

/** The words in the `maxChars` characters before `start`, lower case, in order of the text. */
export function wordsBefore(text: string, start: number, maxChars: number): string[] {
  // One more character, so that a cut word shows as cut.
  const from = Math.max(0, start - maxChars - 1);
  const window = text.slice(from, start).toLowerCase();
  const words: string[] = window.match(WORD) ?? [];
  const isCut = from > 0 && /^\p{L}/u.test(window);
  return isCut ? words.slice(1) : words;
}

/** How many of the `maxChars` characters before `start` stand behind the last digit among them. */
export function charsBehindDigit(text: string, start: number, maxChars: number): number {
  const window = text.slice(Math.max(0, start - maxChars), start);
  return window.length - (window.search(/\d\D*$/) + 1);
}

const WORD = /[\p{L}\p{M}]+/gu;
