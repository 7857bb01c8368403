// Runs the recognizers and settles overlaps. Fails closed: a recognizer that throws makes detect
// throw, since text with an unknown part unmasked is worse than no answer.

import { ENTITIES, type EntityName } from "../core/entities.ts";
import { RECOGNIZERS } from "./recognizers.ts";
import type { Recognizer, Span } from "./span.ts";

/** Finds listed values. */
export interface ValueFinder {
  find(text: string): { start: number; end: number }[];
}

/** What is looked for, and how sure a finding has to be. Made once per policy and model. */
export interface Detection {
  readonly recognizers: readonly Recognizer[];
  readonly wanted: ReadonlySet<EntityName>;
  readonly threshold: number;
  readonly thresholds: ReadonlyMap<EntityName, number>;
  readonly allow: ValueFinder | null;
  readonly deny: Recognizer | null;
}

/** What is looked for without a policy. */
export const DEFAULT_DETECTION: Detection = {
  recognizers: RECOGNIZERS,
  wanted: new Set(Object.entries(ENTITIES).flatMap(([name, rule]) => (rule.isOn ? [name] : []))),
  threshold: 0.5,
  thresholds: new Map(),
  allow: null,
  deny: null,
};

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Find sensitive values in `text`: spans without overlap, sorted by start (UTF-16 offsets).
 *
 * Overlaps: the longest span wins, then the higher score, then the recognizer that comes first in
 * `recognizers`. A loser that sticks out of the winners keeps the part outside, so that no
 * character a recognizer claimed is left in the clear.
 */
export function detect(text: string, detection: Detection = DEFAULT_DETECTION): Span[] {
  const recognizers = [...detection.recognizers, ...(detection.deny ? [detection.deny] : [])];
  const found = recognizers.flatMap((recognizer, rank) =>
    recognizer.scan(text).map((span) => ({ span, rank })),
  );
  if (found.length < 2) return found.map(({ span }) => span);
  found.sort(
    (a, b) =>
      lengthOf(b.span) - lengthOf(a.span) ||
      b.span.score - a.span.score ||
      a.rank - b.rank ||
      a.span.start - b.span.start,
  );
  const covered = new Uint8Array(text.length);
  const kept: Span[] = [];
  const losers: Span[] = [];
  for (const { span } of found) {
    // Whatever is already kept is at least as long, so it cannot lie strictly inside this span:
    // looking at the two ends is enough.
    if (covered[span.start] === 1 || covered[span.end - 1] === 1) {
      losers.push(span);
    } else {
      kept.push(span);
      covered.fill(1, span.start, span.end);
    }
  }
  for (const loser of losers) {
    for (const part of partsOutside(text, loser, covered)) {
      kept.push(part);
      covered.fill(1, part.start, part.end);
    }
  }
  return kept.sort((a, b) => a.start - b.start);
}

function lengthOf(span: Span): number {
  return span.end - span.start;
}

function partsOutside(text: string, loser: Span, covered: Uint8Array): Span[] {
  const parts: Span[] = [];
  let at = loser.start;
  while (at < loser.end) {
    if (covered[at] === 1) {
      at++;
      continue;
    }
    let end = at;
    while (end < loser.end && covered[end] === 0) end++;
    const part = text.slice(at, end);
    if (HAS_LETTER_OR_DIGIT.test(part)) {
      const start = at + (part.length - part.trimStart().length);
      parts.push({ ...loser, start, end: start + part.trim().length });
    }
    at = end;
  }
  return parts;
}
