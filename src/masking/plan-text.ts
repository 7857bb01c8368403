// Which stretches of an auto-detect text are replaced: sensitive values, and whatever unmask would take
// for a token (DESIGN law 8), found by the very functions unmask finds it with. Pure.
import type { EntityType } from "../core/entities.ts";
import { detect } from "../detect/detector.ts";
import { digitValue } from "../tokens/alphabet.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { findTokens } from "../tokens/find-tokens.ts";
import type { FreeForm } from "../tokens/free-form.ts";
import { readTokenId } from "../tokens/free-length.ts";
import { hasNumericForm } from "../tokens/numeric.ts";
import { findTagged } from "../tokens/tagged.ts";
import { isProse } from "./bare-text.ts";
import { onGraphemes } from "./graphemes.ts";
import { TAGS } from "./tags.ts";

/** How auto-detect treats text. */
export interface DetectSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Leave tokens in the text as they are instead of hiding them (needs `unmask`). */
  readonly keepKnownTokens: boolean;
}

/** A stretch of text; offsets are UTF-16 units, end exclusive. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch of an auto-detect text that a token replaces. */
export interface PlannedSpan extends Stretch {
  readonly entityType: EntityType;
}

/** A token without tags: the letters of its id, and the rest of the word. */
interface FoundStretch extends Stretch {
  readonly form: FreeForm;
}

/**
 * Spans of a text to replace, in order, never overlapping, each of whole grapheme clusters. "plain":
 * nothing is replaced, but the text is to be remembered, because unmask would take it for a token.
 *
 * Tagged stretches come first: whatever unmask would take for a token becomes a LITERAL as a whole,
 * known token or not, so that a token minted later cannot be planted today. Detection runs on the text
 * between them. A cut can lay a token bare, so the pieces that are left are searched until none has one.
 */
export function planText(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const tagged = taggedStretches(text);
  const planned: PlannedSpan[] = [];
  let hasKept = tagged.length > 0;
  let from = 0;
  for (const { start, end } of [...tagged, { start: text.length, end: text.length }]) {
    const detected = detect(text.slice(from, start)).map((span) => moved(span, from));
    const found = foundBetween(text, from, start, settings.cipher);
    hasKept ||= found.length > 0;
    const settle = settings.keepKnownTokens ? withKept : withHidden;
    for (const span of settle(text, detected, found)) planned.push(span);
    if (start < end && !settings.keepKnownTokens) planned.push(literal({ start, end }));
    from = end;
  }
  const spans = onGraphemes(text, planned);
  if (spans.length === 0 && !hasKept) return planUntouched(text, settings);
  return settings.keepKnownTokens ? spans : withLaidBare(text, spans, settings.cipher);
}

/**
 * Nothing to replace: the text itself could be a bare token. A free-length one proves itself; a
 * numeric one is only digits and could be minted tomorrow, so every such text is hidden (blanks as
 * well: unmask refuses them).
 */
function planUntouched(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const mayBeToken = hasNumericForm(text) || readTokenId(settings.cipher, text) !== null;
  if (mayBeToken && settings.keepKnownTokens) return [];
  if (mayBeToken || text.trim() === "") return [literal({ start: 0, end: text.length })];
  return isProse(text) ? [] : "plain";
}

/** What strict unmask or the tolerant one would look at between tags, in order, without overlap. */
function taggedStretches(text: string): Stretch[] {
  const all = [...findTagged(text, TAGS, true), ...findTagged(text, TAGS, false)];
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of all.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Tokens without tags in a part of the text, up to the end of the word: what follows is padding. */
function foundBetween(
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
 * Hide tokens beside detected values. A token inside a value goes with it; one that the value seems to
 * be, or that sticks out of it, makes a LITERAL of both.
 */
function withHidden(
  text: string,
  detected: readonly PlannedSpan[],
  found: readonly FoundStretch[],
): PlannedSpan[] {
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
    spans[spans.length - 1] = literal({ start: last.start, end: Math.max(last.end, next.end) });
  }
  return spans;
}

/**
 * Leave tokens as they are. A detected value that seems to be the token stays; one that holds a token
 * among other things is replaced with it; of one that overlaps a token the rest is replaced.
 */
function withKept(
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
  if (token.start < span.start || token.end > span.end) return false;
  return token.form.anchor(text.slice(span.start, span.end)) === token.start - span.start;
}

function withLaidBare(
  text: string,
  planned: readonly PlannedSpan[],
  cipher: TokenCipher,
): PlannedSpan[] {
  let spans = [...planned];
  for (;;) {
    const laidBare: PlannedSpan[] = [];
    let from = 0;
    for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
      for (const stretch of foundBetween(text, from, start, cipher)) {
        laidBare.push(literal(stretch));
      }
      from = end;
    }
    if (laidBare.length === 0) return spans;
    spans = onGraphemes(
      text,
      [...spans, ...laidBare].sort((a, b) => a.start - b.start),
    );
  }
}

function literal({ start, end }: Stretch): PlannedSpan {
  return { start, end, entityType: "LITERAL" };
}

function moved({ start, end, entityType }: PlannedSpan, by: number): PlannedSpan {
  return { start: by + start, end: by + end, entityType };
}
