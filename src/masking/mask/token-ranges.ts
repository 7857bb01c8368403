// Where an auto-detect text holds what unmask would take for a token (DESIGN law 8), found by the very
// functions unmask finds it with, and how that goes together with detected values. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Span } from "../../detect/span.ts";
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import { findTokens } from "../../tokens/reading/find-tokens.ts";
import { mayHoldTags } from "../../tokens/reading/tagged.ts";
import { findWrapped, type KnownWrappers, wrapperMarkers } from "../../tokens/reading/wrappers.ts";
import { onGraphemes } from "../text/graphemes.ts";

/** A stretch of text; offsets are UTF-16 units, end exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch of an auto-detect text that a token replaces. */
export interface PlannedSpan extends Stretch {
  readonly entityType: EntityName;
  readonly finding: Finding;
}

/** How a stretch was found. */
export type Finding = Pick<Span, "recognizer" | "score" | "reason">;

/** How a LITERAL is found. */
const AS_TOKEN: Finding = {
  recognizer: "token-forms",
  score: 1,
  reason: "unmask would take it for a token",
};

/**
 * What unmask would look at: the letters of a token's id and the rest of the word; or a part of a wrapper or
 * a placeholder (no form).
 */
interface FoundStretch extends Stretch {
  readonly form: FreeForm | null;
}

/** What strict unmask or the tolerant one would look at between wrappers, in order, without overlap. */
export function wrappedStretches(text: string, known: KnownWrappers): Stretch[] {
  if (!mayHoldWrappers(text, known)) return [];
  const all = [...findWrapped(text, known, true), ...findWrapped(text, known, false)];
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of all.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/**
 * Parts of wrappers outside of wrapped stretches, neighbours as one. Alone they mean nothing, but two texts
 * that are masked apart and put together afterwards could make a pair of them.
 */
export function loneMarkers(
  text: string,
  wrapped: readonly Stretch[],
  known: KnownWrappers,
): FoundStretch[] {
  const lone: { start: number; end: number; form: null }[] = [];
  if (!mayHoldWrappers(text, known)) return lone;
  let next = 0;
  for (const { start, end } of wrapperMarkers(text, known)) {
    while ((wrapped[next]?.end ?? text.length) <= start) next++;
    if ((wrapped[next]?.start ?? text.length) < end) continue;
    const last = lone.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else lone.push({ start, end, form: null });
  }
  return lone;
}

function mayHoldWrappers(text: string, { pairs }: KnownWrappers): boolean {
  return pairs !== null || mayHoldTags(text);
}

/** Placeholders in a part of the text: they stand for nothing, and must not seem to be ours. */
export function placeholdersBetween(text: string, from: number, until: number): FoundStretch[] {
  return findPlaceholders(text.slice(from, until)).map(({ start, end }) => ({
    start: from + start,
    end: from + end,
    form: null,
  }));
}

/** Tokens without tags in a part of the text, up to the end of the word: what follows is padding. */
export function foundBetween(
  text: string,
  from: number,
  until: number,
  cipher: TokenCipher,
): FoundStretch[] {
  return findTokens(cipher, text.slice(from, until)).map(({ at, end, form }) => {
    let wordEnd = from + end;
    while (wordEnd < until && digitValue(text.charCodeAt(wordEnd)) >= 0) wordEnd++;
    return { start: from + at, end: wordEnd, form };
  });
}

/**
 * Hide tokens and parts of wrappers beside detected values. One inside a value goes with it; a token that
 * the value seems to be, or what sticks out of it, makes a LITERAL of both. A value that must not come back
 * takes both instead.
 */
export function withHidden(
  text: string,
  detected: readonly PlannedSpan[],
  found: readonly FoundStretch[],
  isAnonymized: (entity: EntityName) => boolean,
): readonly PlannedSpan[] {
  if (found.length === 0) return detected;
  const spans: PlannedSpan[] = [];
  const all: (PlannedSpan | FoundStretch)[] = [...detected, ...found];
  for (const next of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = spans.at(-1);
    if (last === undefined || next.start >= last.end) {
      spans.push("form" in next ? literal(next) : next);
      continue;
    }
    const isCovered = "form" in next && next.end <= last.end;
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
export function withKept(
  text: string,
  detected: readonly PlannedSpan[],
  found: readonly FoundStretch[],
): PlannedSpan[] {
  const spans: PlannedSpan[] = [];
  let next = 0;
  for (const span of detected) {
    while ((found[next]?.end ?? text.length + 1) <= span.start) next++;
    let { start, end } = span;
    let isToken = false;
    for (let i = next; (found[i]?.start ?? end) < end; i++) {
      const token = found[i] as FoundStretch;
      isToken ||= isLaidOutAs(text, span, token);
      if (token.start < span.start) start = Math.min(token.end, end);
      if (token.end > span.end) end = Math.max(token.start, start);
    }
    if (!isToken && start < end) spans.push({ ...span, start, end });
  }
  return spans;
}

/** True when a value that holds a token's letters has them where that token has them. */
function isLaidOutAs(text: string, span: Stretch, token: FoundStretch): boolean {
  if (token.form === null || token.start < span.start || token.end > span.end) return false;
  return token.form.anchor(text.slice(span.start, span.end)) === token.start - span.start;
}

/**
 * Planned spans, and a LITERAL for every token without tags that a cut has laid bare, in a text whose
 * other tokens are planned already. Ends because each round hides more of the text.
 */
export function withLaidBare(
  text: string,
  planned: readonly PlannedSpan[],
  cipher: TokenCipher,
): readonly PlannedSpan[] {
  let spans = planned;
  for (;;) {
    const laidBare: PlannedSpan[] = [];
    let from = 0;
    for (let i = 0; i <= spans.length; i++) {
      const span = spans[i];
      const start = span === undefined ? text.length : span.start;
      if (cutsWord(text, from) || cutsWord(text, start)) {
        for (const stretch of foundBetween(text, from, start, cipher)) {
          laidBare.push(literal(stretch));
        }
      }
      from = span === undefined ? text.length : span.end;
    }
    if (laidBare.length === 0) return spans;
    spans = onGraphemes(
      text,
      [...spans, ...laidBare].sort((a, b) => a.start - b.start),
    );
  }
}

/**
 * True for a cut inside a word, or behind a backslash, whose letter may be an escape's. Only such a cut
 * lays a token bare: one begins where a word does, and everywhere else the text before the cut has no
 * say in where words begin. The end of a piece matters as much as its beginning, but only to e-mail and
 * URL tokens, which count as long as no letter follows their host; others are found by their first letters.
 */
function cutsWord(text: string, at: number): boolean {
  // Reading outside of the text gives NaN, and slows down this line for good.
  if (at === 0 || at >= text.length || digitValue(text.charCodeAt(at)) < 0) return false;
  const before = text.charCodeAt(at - 1);
  return before === BACKSLASH || digitValue(before) >= 0;
}

const BACKSLASH = 92;

/** A stretch that is hidden as it stands. */
export function literal({ start, end }: Stretch): PlannedSpan {
  return { start, end, entityType: "LITERAL", finding: AS_TOKEN };
}
