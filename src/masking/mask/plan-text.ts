// Which ranges of an auto-detect text are replaced: sensitive values, and whatever unmask would take for a token.
// planText only orders the steps; nearly each is a pure function in a file of its own. Pure.

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
  /** Leave tokens in the text as they are instead of hiding them (the caller needs the permission `unmask`). */
  readonly keepKnownTokens: boolean;
  readonly rules: MaskRules;
}

/** Cost of searching 64 KiB for tokens (worst: single digits and capitals), and of all that a short text costs. */
const SEARCH_COST = 50;

/**
 * Spans of a text to replace, in order, never overlapping, each of whole grapheme clusters. "plain": nothing is replaced,
 * but the text has to be stored, because unmask would take it for a token.
 *
 * Text is hostile (docs/decisions/laws.md#text-is-hostile): whatever unmask would take for a token becomes a
 * LITERAL as a whole, known token or not, so that nobody can plant a token today that is minted later. When known
 * tokens are kept, all of it stays. The functions that find it are those that unmask uses. In steps.
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
 * Plans a text in which nothing was found: as a whole it may still be a token without tags. A free-length token proves
 * itself; a numeric one is only digits and could be minted tomorrow, so every such text is hidden (blank texts as well:
 * unmask refuses them). So is a text that turns into a token or placeholder only when somebody tidies it up.
 */
function planUntouched(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const mayBeToken = (form: string) => mayBeTaken(settings.cipher, form);
  const isKept = settings.keepKnownTokens;
  if (isKept && mayBeToken(text)) return [];
  const isHidden = !isKept && [text, ...plainForms(text)].some(mayBeToken);
  if (isHidden || text.trim() === "") return [literal({ start: 0, end: text.length })];
  return isProse(text) ? [] : "plain";
}

// Merges tokens in a text with detected values: tokens are hidden with them, or kept beside them. Pure.

/**
 * Hides tokens and parts of wrappers along with detected values. One that lies inside a value is replaced with it. A token
 * that the value itself may be, or one that reaches beyond the value, is united with it as a LITERAL; when either is
 * anonymized, both are. Returns spans by start, without overlap.
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
 * Leaves tokens as they are. A detected value that may itself be the token is not replaced; one with a token among other
 * text is replaced whole; one that overlaps a token in part is replaced as far as it lies outside the token.
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

/** True when a token's letters are at the place in the value where the token's form would have them. */
function isLaidOutAs(text: string, span: TextRange, token: TokenRange): boolean {
  if (token.form === undefined || token.start < span.start || token.end > span.end) return false;
  return token.form.anchor(text.slice(span.start, span.end)) === token.start - span.start;
}
