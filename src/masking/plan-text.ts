// Which stretches of an auto-detect text are replaced: sensitive values, and whatever unmask would take
// for a token. Pure.
import { detect } from "../detect/detector.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { mayBeFixed, readIds } from "../tokens/makers.ts";
import { isProse } from "./bare-text.ts";
import { onGraphemes } from "./graphemes.ts";
import { plainForms } from "./plain-forms.ts";
import {
  foundBetween,
  literal,
  loneMarkers,
  type PlannedSpan,
  taggedStretches,
  withHidden,
  withKept,
  withLaidBare,
} from "./token-stretches.ts";

/** How auto-detect treats text. */
export interface DetectSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Leave tokens in the text as they are instead of hiding them (needs `unmask`). */
  readonly keepKnownTokens: boolean;
}

/**
 * Spans of a text to replace, in order, never overlapping, each of whole grapheme clusters. "plain":
 * nothing is replaced, but the text is to be remembered, because unmask would take it for a token.
 *
 * Tagged stretches come first: whatever unmask would take for a token becomes a LITERAL as a whole,
 * known token or not, so that a token minted later cannot be planted today. Detection runs on the text
 * between them, where tags without a partner become LITERALs, too. A cut can lay a token bare, so the
 * pieces that are left are searched until none has one.
 */
export function planText(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const tagged = taggedStretches(text);
  const lone = settings.keepKnownTokens ? [] : loneMarkers(text, tagged);
  let nextLone = 0;
  const planned: PlannedSpan[] = [];
  let hasKept = tagged.length > 0;
  let from = 0;
  for (const { start, end } of [...tagged, { start: text.length, end: text.length }]) {
    const detected = detect(text.slice(from, start)).map((span) => moved(span, from));
    const found = foundBetween(text, from, start, settings.cipher);
    hasKept ||= found.length > 0;
    for (let tag = lone[nextLone]; tag !== undefined && tag.end <= start; tag = lone[nextLone]) {
      found.push(tag);
      nextLone++;
    }
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
 * well: unmask refuses them). So is a text that only becomes one when somebody tidies it up.
 */
function planUntouched(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const mayBeToken = (form: string) =>
    mayBeFixed(form) || readIds(settings.cipher, form).length > 0;
  const isKept = settings.keepKnownTokens;
  if (isKept && mayBeToken(text)) return [];
  const isHidden = !isKept && [text, ...plainForms(text)].some(mayBeToken);
  if (isHidden || text.trim() === "") return [literal({ start: 0, end: text.length })];
  return isProse(text) ? [] : "plain";
}

function moved({ start, end, entityType }: PlannedSpan, by: number): PlannedSpan {
  return { start: by + start, end: by + end, entityType };
}
