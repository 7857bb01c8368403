// Joins the parts of one address: a street that one recognizer found, and the town, postcode or country that others found
// right after it.

import type { Span } from "../span.ts";

const PARTS: ReadonlySet<string> = new Set(["ADDRESS", "LOCATION", "ZIP"]);
/** A longer gap between two parts is no separator. */
const MAX_SEPARATOR_CHARS = 12;
/** A comma, blanks and at most one new line, as between the lines of an address. */
const SEPARATOR = /^[ \t\u00a0]*[,;]?[ \t\u00a0]*(?:\r?\n[ \t\u00a0]*)?[,;]?[ \t\u00a0]*$/;

/**
 * `spans` (sorted, without overlap) with each ADDRESS and the parts after it joined into one ADDRESS. Two ADDRESS spans of
 * one recognizer stay separate unless they touch, since it has already joined what it takes for one.
 *
 * A single LOCATION after a street ("12 High St, Bath") stays separate: a place name is a value of its own, and usually
 * labelled as one. If more follows ("Bath, England", "Bath 1234"), it is a line of the address.
 */
export function mergeAddressParts(text: string, spans: Span[]): Span[] {
  const merged: Span[] = [];
  /** An address with the parts after it; `makers` are the recognizers of its ADDRESS spans. */
  let run: Span[] = [];
  let makers = new Set<string>();
  for (const span of spans) {
    const last = run.at(-1);
    if (last !== undefined && !isContinued(text, last, span, makers)) {
      merged.push(...asOne(run));
      run = [];
      makers = new Set();
    }
    if (isAddress(span)) makers.add(span.recognizer);
    if (makers.size === 0) merged.push(span);
    else run.push(span);
  }
  return [...merged, ...asOne(run)];
}

function isAddress({ entityType }: Span): boolean {
  return entityType === "ADDRESS";
}

/** Whether the address that ends with `last` continues with `span`. */
function isContinued(text: string, last: Span, span: Span, makers: ReadonlySet<string>): boolean {
  if (!PARTS.has(span.entityType)) return false;
  if (isAddress(span) && makers.has(span.recognizer)) return span.start === last.end;
  const gap = span.start - last.end;
  return gap <= MAX_SEPARATOR_CHARS && SEPARATOR.test(text.slice(last.end, span.start));
}

/** One ADDRESS, credited to the part with the highest score; a single span, or a street and a place alone, unchanged. */
function asOne(run: Span[]): Span[] {
  const [first, second] = run;
  const isPlaceAlone = run.length === 2 && second?.entityType === "LOCATION";
  if (first === undefined || run.length === 1 || isPlaceAlone) return run;
  const surest = run.reduce((best, span) => (span.score > best.score ? span : best));
  const end = run.at(-1)?.end ?? first.end;
  return [{ ...surest, start: first.start, end, entityType: "ADDRESS" }];
}
