// Which stretches of an auto-detect text are replaced: sensitive values, and whatever unmask would take
// for a token. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { mayBeTaken } from "../../tokens/recognition.ts";
import type { MaskRules } from "../policy/rules.ts";
import { onGraphemes } from "../text/graphemes.ts";
import { plainForms } from "../text/plain-forms.ts";
import { isProse } from "../text/untagged-text.ts";
import { detectedIn } from "./detect-text.ts";
import {
  foundBetween,
  literal,
  loneMarkers,
  type PlannedSpan,
  placeholdersBetween,
  withHidden,
  withKept,
  withLaidBare,
  wrappedStretches,
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
 * Spans of a text to replace, in order, never overlapping, each of whole grapheme clusters. "plain":
 * nothing is replaced, but the text is to be remembered, because unmask would take it for a token.
 *
 * Wrapped stretches come first: whatever unmask would take for a token becomes a LITERAL as a whole,
 * known token or not, so that a token minted later cannot be planted today. Detection runs on the text
 * between them, where parts of wrappers without a partner become LITERALs, too. A cut can lay a token bare,
 * so the pieces that are left are searched until none has one.
 */
export function planText(text: string, settings: DetectSettings): readonly PlannedSpan[] | "plain" {
  const { cipher, keepKnownTokens, rules } = settings;
  const isAnonymized = (entity: EntityName) => rules.treatmentOf(entity).action === "anonymize";
  const wrapped = wrappedStretches(text, rules.wrappers);
  const lone = keepKnownTokens ? [] : loneMarkers(text, wrapped, rules.wrappers);
  let nextLone = 0;
  const planned: PlannedSpan[] = [];
  let hasKept = wrapped.length > 0;
  let from = 0;
  for (const { start, end } of [...wrapped, { start: text.length, end: text.length }]) {
    const detected = detectedBetween(text, from, start, rules);
    const found = foundBetween(text, from, start, cipher);
    const ours = placeholdersBetween(text, from, start);
    hasKept ||= found.length > 0 || ours.length > 0;
    for (const placeholder of ours) found.push(placeholder);
    for (let tag = lone[nextLone]; tag !== undefined && tag.end <= start; tag = lone[nextLone]) {
      found.push(tag);
      nextLone++;
    }
    found.sort((a, b) => a.start - b.start);
    const spans = keepKnownTokens
      ? withKept(text, detected, found)
      : withHidden(text, detected, found, isAnonymized);
    for (const span of spans) planned.push(span);
    if (start < end && !keepKnownTokens) planned.push(hidden(text, { start, end }, rules));
    from = end;
  }
  const spans = onGraphemes(text, planned);
  if (spans.length === 0 && !hasKept) return planUntouched(text, settings);
  return keepKnownTokens ? spans : withLaidBare(text, spans, cipher);
}

/** Values in a part of the text, but for those that the policy leaves in clear. */
function detectedBetween(
  text: string,
  from: number,
  until: number,
  rules: MaskRules,
): PlannedSpan[] {
  if (from === until) return [];
  const planned: PlannedSpan[] = [];
  for (const finding of detectedIn(text.slice(from, until), rules)) {
    const { start, end, entityType } = finding;
    planned.push({ start: from + start, end: from + end, entityType, finding });
  }
  return planned;
}

/** A wrapped stretch as a LITERAL, or as the value in it that must not come back. */
function hidden(text: string, stretch: { start: number; end: number }, rules: MaskRules) {
  const whole = literal(stretch);
  if (rules.irreversible === null) return whole;
  const irreversible = detectedBetween(text, stretch.start, stretch.end, rules).find(
    ({ entityType }) => rules.treatmentOf(entityType).action === "anonymize",
  );
  return irreversible === undefined ? whole : { ...irreversible, ...stretch };
}

/**
 * Nothing to replace: the text itself could be a bare token. A free-length one proves itself; a
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
