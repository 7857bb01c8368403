// The words of a value. Pure.
import { widenToGraphemes } from "./graphemes.ts";
import type { TextRange } from "./positions.ts";

/** A word and what may stand inside it; commas and semicolons at its ends are no part of it. */
const WORD = /[^\s,;](?:\S*[^\s,;])?/g;

/**
 * The words of a range of a text, each of whole grapheme clusters; blanks, and commas and semicolons beside them, stand
 * between. A range without any is one word.
 */
export function wordsIn(text: string, range: TextRange): TextRange[] {
  const words = [...text.slice(range.start, range.end).matchAll(WORD)].map(
    ({ index, 0: { length } }) => ({
      start: range.start + index,
      end: range.start + index + length,
    }),
  );
  return words.length === 0 ? [range] : widenToGraphemes(text, words);
}
