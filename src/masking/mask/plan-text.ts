// Which ranges of an auto-detect text are replaced: sensitive values, and whatever unmask would take for a token.
// Each step is a pure function of plain data in a file of its own; planText holds their order. Pure.
import type { EntityName } from "../../core/entities.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { mayBeTaken } from "../../tokens/recognition.ts";
import type { MaskRules } from "../policy/rules.ts";
import { widenToGraphemes } from "../text/graphemes.ts";
import { partsOutside } from "../text/positions.ts";
import { isProse, plainForms } from "../text/whole-text.ts";
import { detectedInParts } from "./detect-text.ts";
import { hideTokens, keepTokens } from "./merge-ranges.ts";
import { literal, type PlannedSpan } from "./planned-span.ts";
import { findTokenRanges, findWrapperRanges, hideUncovered } from "./token-ranges.ts";

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
