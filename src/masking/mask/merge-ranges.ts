// How what unmask would take for a token goes together with detected values: hidden with them, or kept beside
// them. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { TextRange } from "../text/positions.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";
import type { TokenRange } from "./token-ranges.ts";

/**
 * Hide tokens and parts of wrappers beside detected values. One inside a value goes with it; a token that
 * the value seems to be, or what sticks out of it, makes a LITERAL of both. A value that must not come back
 * takes both instead. Gives spans by start, without overlap.
 */
export function hideTokens(
  text: string,
  planned: readonly PlannedSpan[],
  tokens: readonly TokenRange[],
  isAnonymized: (entity: EntityName) => boolean,
): readonly PlannedSpan[] {
  const spans: PlannedSpan[] = [];
  const all: (PlannedSpan | TokenRange)[] = [...planned, ...tokens];
  for (const next of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || next.start >= last.end) {
      spans.push("entityType" in next ? next : literal(next));
      continue;
    }
    const isCovered = !("entityType" in next) && next.end <= last.end;
    if (isCovered && !isLaidOutAs(text, last, next)) continue;
    const both = { start: last.start, end: Math.max(last.end, next.end) };
    const irreversible = [last, next].find(
      (one): one is PlannedSpan => "entityType" in one && isAnonymized(one.entityType),
    );
    spans[spans.length - 1] =
      irreversible === undefined ? literal(both) : { ...irreversible, ...both };
  }
  return spans;
}

/**
 * Leave tokens as they are. A detected value that seems to be the token stays; one that holds a token
 * among other things is replaced with it; of one that overlaps a token the rest is replaced.
 */
export function keepTokens(
  text: string,
  detected: readonly PlannedSpan[],
  tokens: readonly TokenRange[],
): readonly PlannedSpan[] {
  const spans: PlannedSpan[] = [];
  let next = 0;
  for (const span of detected) {
    while ((tokens[next]?.end ?? text.length + 1) <= span.start) next++;
    let { start, end } = span;
    let isToken = false;
    for (let i = next; (tokens[i]?.start ?? end) < end; i++) {
      const token = tokens[i] as TokenRange;
      isToken ||= isLaidOutAs(text, span, token);
      if (token.start < span.start) start = Math.min(token.end, end);
      if (token.end > span.end) end = Math.max(token.start, start);
    }
    if (!isToken && start < end) spans.push({ ...span, start, end });
  }
  return spans;
}

/** True when a value that holds a token's letters has them where that token has them. */
function isLaidOutAs(text: string, span: TextRange, token: TokenRange): boolean {
  if (token.form === undefined || token.start < span.start || token.end > span.end) return false;
  return token.form.anchor(text.slice(span.start, span.end)) === token.start - span.start;
}
