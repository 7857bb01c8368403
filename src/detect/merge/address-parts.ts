// Puts the parts of one address together: a street one recognizer found, and the town, postcode or country
// that others found right behind it.

import type { Span } from "../span.ts";

const PARTS: ReadonlySet<string> = new Set(["ADDRESS", "LOCATION", "ZIP"]);
/** More than this between two parts is a gap, not a separator. */
const MAX_SEPARATOR_CHARS = 12;
/** A comma, blanks, at most one new line: what stands between the lines of an address. */
const SEPARATOR = /^[ \t\u00a0]*[,;]?[ \t\u00a0]*(?:\r?\n[ \t\u00a0]*)?[,;]?[ \t\u00a0]*$/;

/**
 * `spans` (sorted, without overlap) with every run of address parts as one ADDRESS: an ADDRESS and what
 * follows it. Two ADDRESS spans of one recognizer stay two, since it has already joined what it takes for one.
 *
 * A single LOCATION behind a street ("12 High St, Bath") stays what it is: a place name is a value of its
 * own, and usually labelled so. With anything more behind it ("Bath, England", "Bath 1234") it is a line of
 * the address.
 */
export function mergeAddressParts(text: string, spans: Span[]): Span[] {
  if (!spans.some(isAddress)) return spans;
  const merged: Span[] = [];
  for (let i = 0; i < spans.length; ) {
    const end = endOfRun(text, spans, i);
    const run = spans.slice(i, end);
    const [first, second] = run;
    if (first === undefined) break;
    const isPlaceAlone = run.length === 2 && second?.entityType === "LOCATION";
    if (isPlaceAlone || run.length === 1) merged.push(...run);
    else merged.push(joined(first, run));
    i = end;
  }
  return merged;
}

function isAddress({ entityType }: Span): boolean {
  return entityType === "ADDRESS";
}

/** One past the last span that belongs to the address at `i`; `i + 1` for any other span. */
function endOfRun(text: string, spans: readonly Span[], i: number): number {
  const makers = new Set<string>();
  let end = i;
  for (let last: Span | undefined; ; last = spans[end - 1]) {
    const span = spans[end];
    if (span === undefined || (last !== undefined && !isContinued(text, last, span, makers))) break;
    if (span.entityType === "ADDRESS") makers.add(span.recognizer);
    end++;
    if (makers.size === 0) break;
  }
  return end;
}

function isContinued(text: string, last: Span, span: Span, makers: ReadonlySet<string>): boolean {
  if (!PARTS.has(span.entityType)) return false;
  if (span.entityType === "ADDRESS" && makers.has(span.recognizer)) return span.start === last.end;
  const gap = span.start - last.end;
  return gap <= MAX_SEPARATOR_CHARS && SEPARATOR.test(text.slice(last.end, span.start));
}

/** One ADDRESS, reported by the surest of its parts. */
function joined(first: Span, run: readonly Span[]): Span {
  const surest = run.reduce((best, span) => (span.score > best.score ? span : best), first);
  const end = run.at(-1)?.end ?? first.end;
  const { recognizer, score } = surest;
  return { ...first, end, score, recognizer, entityType: "ADDRESS" };
}
