// Positions in a text as callers count them. Pure.

/** Unicode code points as Python counts them, or UTF-16 code units as JavaScript and Java do. */
export type OffsetUnit = "code_points" | "utf16";

/** Half a pair, or a lone one: a text without any has as many code points as units. */
const SURROGATE = /[\ud800-\udfff]/;

/** Turns UTF-16 offsets, asked for in rising order, into code point positions; one pass in all. */
export function codePointCounter(text: string): (offset: number) => number {
  if (!SURROGATE.test(text)) return utf16Counter;
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

/** UTF-16 offsets as they are. */
export function utf16Counter(offset: number): number {
  return offset;
}
