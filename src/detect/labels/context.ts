// Words near a candidate: evidence for forms that have no check of their own.

import { codeAt, isLetter } from "../text/chars.ts";

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
  const found = asciiWords(window, from > 0);
  if (found !== null) return found;
  const words: string[] = window.match(WORD) ?? [];
  const isCut = from > 0 && /^\p{L}/u.test(window);
  return isCut ? words.slice(1) : words;
}

/** The words of a window of ASCII characters, without the first one if it is cut; null: another window. */
function asciiWords(window: string, mayBeCut: boolean): string[] | null {
  const words: string[] = [];
  let first = -1;
  for (let at = 0; at <= window.length; at++) {
    const code = codeAt(window, at);
    if (isLetter(code)) {
      if (first === -1) first = at;
      continue;
    }
    if (code > 127) return null;
    if (first > 0 || (first === 0 && !mayBeCut)) words.push(window.slice(first, at));
    first = -1;
  }
  return words;
}

const WORD = /\p{L}+/gu;
