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
  return wordsBefore(text, start, maxChars).some((word) => words.has(word));
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

const WORD = /\p{L}+/gu;
