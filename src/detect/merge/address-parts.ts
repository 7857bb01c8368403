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
  const merged: Span[] = [];
  /** An address and what follows it, and the recognizers of the addresses among them. */
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

/** Whether the address that reaches to `last` goes on with `span`. */
function isContinued(text: string, last: Span, span: Span, makers: ReadonlySet<string>): boolean {
  if (!PARTS.has(span.entityType)) return false;
  if (isAddress(span) && makers.has(span.recognizer)) return span.start === last.end;
  const gap = span.start - last.end;
  return gap <= MAX_SEPARATOR_CHARS && SEPARATOR.test(text.slice(last.end, span.start));
}

/** One ADDRESS, reported by the surest of its parts; a run without parts, or with a place alone, as it is. */
function asOne(run: Span[]): Span[] {
  const [first, second] = run;
  const isPlaceAlone = run.length === 2 && second?.entityType === "LOCATION";
  if (first === undefined || run.length === 1 || isPlaceAlone) return run;
  const surest = run.reduce((best, span) => (span.score > best.score ? span : best));
  const end = run.at(-1)?.end ?? first.end;
  return [{ ...surest, start: first.start, end, entityType: "ADDRESS" }];
}
