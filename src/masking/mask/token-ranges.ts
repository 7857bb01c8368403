// Finds everything in an auto-detect text that unmask would look at: wrapped ranges, parts of wrappers, tokens without a
// wrapper, and tokens that replacing other ranges uncovers. Pure.
import type { Steps } from "../../core/steps.ts";
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import type { FreeForm } from "../../tokens/forms/free-form.ts";
import { findPlaceholders } from "../../tokens/forms/plain/placeholder-form.ts";
import {
  type FoundInForm,
  findTokens,
  isReadOtherwise,
  tokensFound,
} from "../../tokens/reading/find-tokens.ts";
import { mayHoldTags } from "../../tokens/reading/tagged.ts";
import { allWrappers, type KnownWrappers } from "../../tokens/reading/wrappers.ts";
import { widenToGraphemes } from "../text/graphemes.ts";
import { partsOutside, type TextRange } from "../text/positions.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";

/** Wrappers in a text: both lists in order, without overlap. */
export interface WrapperRanges {
  /** From a prefix to its suffix: what strict unmask or the tolerant one would look at. */
  readonly wrapped: readonly TextRange[];
  /** Parts of wrappers outside of those, adjacent ones as one range: texts joined later could make a pair of them. */
  readonly lone: readonly TextRange[];
}

/** Finds the wrappers in a text that unmask knows. */
export function findWrapperRanges(text: string, known: KnownWrappers): WrapperRanges {
  // True for most texts.
  if (known.pairs === null && !mayHoldTags(text)) return { wrapped: [], lone: [] };
  const { wrapped: found, markers } = allWrappers(text, known);
  const wrapped: { start: number; end: number }[] = [];
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    const last = wrapped.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else wrapped.push({ start, end });
  }
  const lone: { start: number; end: number }[] = [];
  let next = 0;
  for (const { start, end } of markers) {
    while ((wrapped[next]?.end ?? text.length) <= start) next++;
    if ((wrapped[next]?.start ?? text.length) < end) continue;
    const last = lone.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else lone.push({ start, end });
  }
  return { wrapped, lone };
}

/** The letters of a token's id and the rest of the word; without a form: a placeholder, or part of a wrapper. */
export interface TokenRange extends TextRange {
  readonly form?: FreeForm;
}

/** Tokens and placeholders in parts of a text, by start; in steps. Submitted placeholders must not look like ours. */
export function* findTokenRanges(
  text: string,
  parts: readonly TextRange[],
  cipher: TokenCipher,
): Steps<TokenRange[]> {
  const found: TokenRange[] = [];
  for (const part of parts) {
    const inPart = text.slice(part.start, part.end);
    for (const token of wordsOf(text, part, yield* tokensFound(cipher, inPart))) found.push(token);
    for (const { start, end } of findPlaceholders(inPart)) {
      found.push({ start: part.start + start, end: part.start + end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Tokens found in a part of a text, each extended to the end of its word, which is padding. */
function wordsOf(text: string, part: TextRange, found: readonly FoundInForm[]): TokenRange[] {
  return found.map(({ at, end, form }) => {
    let wordEnd = part.start + end;
    while (wordEnd < part.end && digitValue(text.charCodeAt(wordEnd)) >= 0) wordEnd++;
    return { start: part.start + at, end: wordEnd, form };
  });
}

/** Adds a LITERAL for every untagged token that the planned spans uncover, until no round hides more. */
export function hideUncovered(
  text: string,
  planned: readonly PlannedSpan[],
  cipher: TokenCipher,
): readonly PlannedSpan[] {
  const isCut = isReadOtherwise(text) ? () => true : cutsWord;
  let spans = planned;
  for (;;) {
    const uncovered = partsOutside(text, spans)
      .filter(({ start, end }) => isCut(text, start) || isCut(text, end))
      .flatMap((part) => {
        const found = findTokens(cipher, text.slice(part.start, part.end));
        return wordsOf(text, part, found).map(literal);
      });
    if (uncovered.length === 0) return spans;
    const all = [...spans, ...uncovered].sort((a, b) => a.start - b.start);
    spans = widenToGraphemes(text, all);
  }
}

/**
 * True for a cut inside a word. In a plain text of one line only such a cut uncovers a token: a token begins where a word
 * does, and at other cuts the text before them does not decide where words begin. The end of a part matters, too, but only
 * for e-mail and URL tokens, which count as long as no letter follows their host; others are found by their first letters.
 * In other texts any cut may uncover one: through an escape, or after an invisible character.
 */
function cutsWord(text: string, at: number): boolean {
  // Reading outside of the text would give NaN, which slows down this line for good.
  if (at === 0 || at >= text.length || digitValue(text.charCodeAt(at)) < 0) return false;
  return digitValue(text.charCodeAt(at - 1)) >= 0;
}
