// Ranges of a text, and positions in it as callers count them. Pure.

/** A range of a text; offsets are UTF-16 units, end exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The parts of a text before, between and after ordered ranges of it; some may be empty. */
export function partsOutside(text: string, ranges: readonly TextRange[]): TextRange[] {
  const starts = [0, ...ranges.map(({ end }) => end)];
  return starts.map((start, i) => ({ start, end: ranges[i]?.start ?? text.length }));
}

/** Unicode code points as Python counts them, or UTF-16 code units as JavaScript and Java do. */
export type OffsetUnit = "code_points" | "utf16";

/** Half of a surrogate pair, or a lone one: a text without any has as many code points as units. */
const SURROGATE = /[\ud800-\udfff]/;

/** Converts UTF-16 offsets, passed in rising order, into positions in a unit; one pass over the text in all. */
export function positionsIn(text: string, unit: OffsetUnit): (offset: number) => number {
  if (unit === "utf16" || !SURROGATE.test(text)) return (offset) => offset;
  let at = 0;
  let count = 0;
  return (offset) => {
    while (at < offset) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
      count++;
    }
    return count;
  };
}
