// What a reader sees as one character: a letter with combining marks, an emoji of several code points, a flag. Spans must not
// split it, and a caller who may see only part of a value sees one. Pure.
import type { TextRange } from "./positions.ts";

const HIDDEN = "***";
/** A text shows its first character only if it has at least this many: so at most a quarter of it. */
const MIN_CHARACTERS = 4;
/** UTF-16 units of the shown character at most: one with many marks could be all of a value. */
const MAX_UNITS = 8;

/** An e-mail address whose top-level domain has only letters and reveals nothing about a person. */
const EMAIL = /^([^@\s]+)@([^@\s]+)\.([A-Za-z]{2,6})$/;

/**
 * Shows the first character of a value but not its length ("J***"); of an e-mail address the first of both parts, and the
 * top-level domain ("j***@e***.com"). Of fewer than four characters none is shown.
 */
export function partialValue(value: string): string {
  const [, local, domain, top] = EMAIL.exec(value) ?? [];
  if (local === undefined || domain === undefined) return partOf(value);
  return `${partOf(local)}@${partOf(domain)}.${top}`;
}

function partOf(text: string): string {
  const [first = "", ...others] = firstGraphemes(text, MIN_CHARACTERS);
  const isShown = others.length === MIN_CHARACTERS - 1 && first.length <= MAX_UNITS;
  return (isShown ? first : "") + HIDDEN;
}

/** For extended grapheme clusters (Unicode Standard Annex 29), the same in every language. Making it takes 15 ms. */
let segmenter: Intl.Segmenter | null = null;

function clustersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** The first grapheme clusters of a text, at most `most`. */
function firstGraphemes(text: string, most: number): string[] {
  const first: string[] = [];
  for (const { segment } of clustersOf(text)) {
    if (first.push(segment) === most) break;
  }
  return first;
}

/**
 * Widens spans whose ends lie inside a grapheme cluster; spans are in order, without overlap. A span that the widened one
 * before it covers is dropped. Looks only at the text around the ends.
 */
export function widenToGraphemes<Span extends TextRange>(
  text: string,
  spans: readonly Span[],
): Span[] {
  let clusters: Intl.Segments | null = null;
  const around = (at: number): TextRange => {
    if (isPlainBoundary(text, at)) return { start: at, end: at };
    clusters ??= clustersOf(text);
    const cluster = clusters.containing(at);
    if (cluster === undefined || cluster.index === at) return { start: at, end: at };
    return { start: cluster.index, end: cluster.index + cluster.segment.length };
  };
  const whole: Span[] = [];
  let last = 0;
  for (const span of spans) {
    const start = Math.max(last, around(span.start).start);
    const { end } = around(span.end);
    if (end <= start) continue;
    whole.push(start === span.start && end === span.end ? span : { ...span, start, end });
    last = end;
  }
  return whole;
}

/** True where surely no cluster spans the offset: at the ends, or between characters that stand alone, except CR LF. */
function isPlainBoundary(text: string, at: number): boolean {
  if (at === 0 || at >= text.length) return true;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return standsAlone(before) && standsAlone(after) && !(before === 13 && after === 10);
}

/**
 * True for characters that form a cluster alone beside another such: frequent blocks without marks, emoji with modifiers,
 * jamo or prefixes (GraphemeBreakProperty.txt): Latin, Greek and Cyrillic up to their first marks, CJK ideographs.
 */
function standsAlone(code: number): boolean {
  return code < 0x300 || (code >= 0x370 && code < 0x483) || (code >= 0x4e00 && code <= 0x9fff);
}

// Words of a value. Pure.

/** A word with anything but blanks inside; commas and semicolons at its ends are not part of it. */
const WORD = /[^\s,;](?:\S*[^\s,;])?/g;

/** The words of a range, of whole grapheme clusters, between blanks with commas and semicolons; at least one. */
export function wordsIn(text: string, range: TextRange): TextRange[] {
  const words = [...text.slice(range.start, range.end).matchAll(WORD)].map(
    ({ index, 0: { length } }) => ({
      start: range.start + index,
      end: range.start + index + length,
    }),
  );
  return words.length === 0 ? [range] : widenToGraphemes(text, words);
}
