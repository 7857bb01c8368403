// Allow list and deny list of a policy: values left unmasked, and values always found.

import type { Steps } from "../../core/steps.ts";
import type { Span } from "../span.ts";

/** Finds values of a list in a text as whole words. Pure, linear in the text. */
export interface ValueFinder {
  /** Every range that is a listed value, in any order; UTF-16 offsets, end exclusive. */
  steps(text: string): Steps<{ start: number; end: number }[]>;
}

type Ranges = readonly { readonly start: number; readonly end: number }[];

/** The allowed ranges, sorted by start, without those inside longer ones. */
export function allowedRanges(listed: Ranges): Ranges {
  const found = [...listed].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = -1;
  return found.filter((range) => {
    const isOutside = range.end > end;
    end = Math.max(end, range.end);
    return isOutside;
  });
}

/** `spans` (by start) without those that one allowed range covers from end to end. */
export function withoutAllowed(spans: Span[], allowed: Ranges): Span[] {
  if (allowed.length === 0) return spans;
  // Both ends of the ranges ascend, so the last range that begins at or before a span reaches furthest.
  let next = 0;
  return spans.filter((span) => {
    while (next < allowed.length && (allowed[next]?.start ?? 0) <= span.start) next++;
    return (allowed[next - 1]?.end ?? -1) < span.end;
  });
}

/**
 * `spans` with the denied values added, by start, without overlap. A denied value inside a longer reported finding is masked
 * with it. Otherwise it wins, and a finding that overlaps it keeps its parts outside (trimmed; parts without letter or digit
 * are dropped).
 */
export function withDenied(
  text: string,
  spans: Span[],
  denied: readonly Span[],
  isReported: (type: string) => boolean,
): Span[] {
  if (denied.length === 0) return spans;
  // An unreported value must not cut a reported finding.
  const values = separate(denied.filter(({ entityType }) => isReported(entityType)));
  const placed: Span[] = [];
  const rest: Span[] = [];
  let first = 0;
  const beaten = new Set<Span>();
  for (const span of spans) {
    while (first < values.length && (values[first]?.end ?? 0) <= span.start) first++;
    const inside = overlapping(values, first, span.end);
    const isWider = (value: Span) =>
      span.start <= value.start && value.end <= span.end && lengthOf(value) < lengthOf(span);
    if (!isReported(span.entityType) && inside.length > 0) continue;
    const winners = inside.filter((value) => !isWider(value));
    for (const value of inside) if (isWider(value)) beaten.add(value);
    rest.push(...partsOutside(text, span, winners));
  }
  for (const value of values) if (!beaten.has(value)) placed.push(value);
  return [...rest, ...placed].sort((a, b) => a.start - b.start);
}

function lengthOf(span: Span): number {
  return span.end - span.start;
}

/** Denied values without overlap, by start: of two that overlap the earlier one wins, then the longer one. */
function separate(denied: readonly Span[]): Span[] {
  let end = 0;
  return [...denied]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter((value) => {
      const isFree = value.start >= end;
      if (isFree) end = value.end;
      return isFree;
    });
}

function overlapping(values: readonly Span[], first: number, end: number): Span[] {
  const found: Span[] = [];
  for (let i = first; i < values.length; i++) {
    const value = values[i];
    if (value === undefined || value.start >= end) break;
    found.push(value);
  }
  return found;
}

function partsOutside(text: string, span: Span, values: readonly Span[]): Span[] {
  if (values.length === 0) return [span];
  const parts: Span[] = [];
  let from = span.start;
  for (const { start, end } of [...values, { start: span.end, end: span.end }]) {
    const part = text.slice(from, Math.max(from, start));
    if (/[\p{L}\p{N}]/u.test(part)) {
      const begin = from + (part.length - part.trimStart().length);
      parts.push({ ...span, start: begin, end: begin + part.trim().length });
    }
    from = Math.max(from, end);
  }
  return parts;
}
