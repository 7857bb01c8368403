// Puts the parts of one address together: a street one recognizer found, and the town, postcode or country
// that another one found right behind it.

import type { Span } from "./span.ts";

const PARTS: ReadonlySet<string> = new Set(["ADDRESS", "LOCATION", "ZIP"]);
/** More than this between two parts is a gap, not a joint. */
const MAX_JOINT_CHARS = 12;
/** A comma, blanks, at most one new line: what stands between the lines of an address. */
const JOINT = /^[ \t\u00a0]*[,;]?[ \t\u00a0]*(?:\r?\n[ \t\u00a0]*)?[,;]?[ \t\u00a0]*$/;

/**
 * `spans` (sorted, without overlap) with every run of address parts as one ADDRESS: an ADDRESS and what
 * follows it. Two ADDRESS spans of one recognizer stay two, since it has already joined what it takes for one.
 */
export function mergeAddressParts(text: string, spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  /** Recognizers of the ADDRESS spans inside the last merged one. */
  let makers = new Set<string>();
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && isContinued(text, last, span, makers)) {
      merged[merged.length - 1] = joined(last, span);
      if (span.entityType === "ADDRESS") makers.add(span.recognizer);
    } else {
      merged.push(span);
      makers = new Set([span.recognizer]);
    }
  }
  return merged;
}

function isContinued(text: string, last: Span, span: Span, makers: ReadonlySet<string>): boolean {
  if (last.entityType !== "ADDRESS" || !PARTS.has(span.entityType)) return false;
  if (span.entityType === "ADDRESS" && makers.has(span.recognizer)) return span.start === last.end;
  const gap = span.start - last.end;
  return gap <= MAX_JOINT_CHARS && JOINT.test(text.slice(last.end, span.start));
}

/** One ADDRESS, reported by the surer one of the two. */
function joined(first: Span, second: Span): Span {
  const surer = second.score > first.score ? second : first;
  return {
    ...surer,
    start: first.start,
    end: second.end,
    entityType: "ADDRESS",
    reason: first.reason,
  };
}
