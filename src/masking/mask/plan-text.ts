// Which ranges of an auto-detect text are replaced: sensitive values, and whatever unmask would take for a token.
// Each step is a pure function of plain data in a file of its own; planText holds their order. Pure.

import type { EntityName } from "../../core/entities.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { mayBeTaken } from "../../tokens/recognition.ts";
import type { MaskRules } from "../policy/rules.ts";
import { widenToGraphemes } from "../text/graphemes.ts";
import { partsOutside, type TextRange } from "../text/positions.ts";
import { isProse, plainForms } from "../text/whole-text.ts";
import { detectedInParts } from "./detect-text.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";
import {
  findTokenRanges,
  findWrapperRanges,
  hideUncovered,
  type TokenRange,
} from "./token-ranges.ts";

/** How auto-detect treats text. */
export interface DetectSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Leave tokens in the text as they are instead of hiding them (needs `unmask`). */
  readonly keepKnownTokens: boolean;
  /** What the policy says. */
  readonly rules: MaskRules;
}

/**
 * What the search for tokens costs in 64 KiB, which single digits and capitals are worst for; and about what short
 * texts cost as a whole, of which no recognizer makes a step.
 */
const SEARCH_COST = 50;

/**
 * Spans of a text to replace, in order, never overlapping, each of whole grapheme clusters. "plain":
 * nothing is replaced, but the text is to be remembered, because unmask would take it for a token.
 *
 * Text is hostile (docs/decisions/laws.md#text-is-hostile): whatever unmask would take for a token becomes a
 * LITERAL as a whole, known token or not, so that a token minted later cannot be planted today; with known tokens
 * kept, all of it stays. What unmask would look at is found by the very functions that unmask finds it with.
 * In steps.
 */
export function* planText(
  text: string,
  settings: DetectSettings,
  before = "",
): Steps<readonly PlannedSpan[] | "plain"> {
  const { cipher, keepKnownTokens, rules } = settings;
  const isAnonymized = (entity: EntityName) => rules.treatmentOf(entity).action === "anonymize";
  yield costOfLetters(text.length, SEARCH_COST);
  const { wrapped, lone } = findWrapperRanges(text, rules.wrappers);
  const open = partsOutside(text, wrapped);
  const tokens = yield* findTokenRanges(text, open, cipher);
  const hidden = keepKnownTokens ? [] : wrapped;
  const detected = yield* detectedInParts(text, { before, open, hidden }, rules);
  yield costOfLetters(text.length, SEARCH_COST);
  const merged = keepKnownTokens
    ? keepTokens(text, detected, tokens)
    : hideTokens(text, detected, [...tokens, ...lone], isAnonymized);
  const spans = widenToGraphemes(text, merged);
  const isUntouched = spans.length === 0 && wrapped.length === 0 && tokens.length === 0;
  if (isUntouched) return planUntouched(text, settings);
  return keepKnownTokens ? spans : hideUncovered(text, spans, cipher);
}

/**
 * Nothing to replace: the whole text could be a token without tags. A free-length one proves itself; a
 * numeric one is only digits and could be minted tomorrow, so every such text is hidden (blanks as
 * well: unmask refuses them). So is a text that only becomes one, or a placeholder, when somebody tidies it
 * up.
 */
function planUntouched(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const mayBeToken = (form: string) => mayBeTaken(settings.cipher, form);
  const isKept = settings.keepKnownTokens;
  if (isKept && mayBeToken(text)) return [];
  const isHidden = !isKept && [text, ...plainForms(text)].some(mayBeToken);
  if (isHidden || text.trim() === "") return [literal({ start: 0, end: text.length })];
  return isProse(text) ? [] : "plain";
}

// How what unmask would take for a token goes together with detected values: hidden with them, or kept beside
// them. Pure.

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
