// Text in, plan out: which values need a token, and where each token will stand. Pure.
import { ENTITIES, type EntityType } from "../core/entities.ts";
import { detect } from "../detect/detector.ts";
import type { TokenCipher } from "../tokens/cipher.ts";
import { readTokenId } from "../tokens/free-length.ts";
import {
  DEFAULT_POLICY,
  FORMAT,
  formatCode,
  kindOf,
  PLAIN_KIND,
  tokenNameCode,
} from "../tokens/kinds.ts";
import { mayBeFixed } from "../tokens/makers.ts";
import { findTagged } from "../tokens/tagged.ts";
import { isProse } from "./bare-text.ts";
import type { MaskItem } from "./item.ts";
import { TAGS } from "./tags.ts";

/** Values that need tokens, column by column: `values[i]` of `kinds[i]`. */
export interface Wants {
  readonly values: string[];
  readonly kinds: number[];
  /** JSON text of the item's attributes, or null. */
  readonly attributes: (string | null)[];
}

/** A stretch of an auto-detect text that a token replaces; offsets are UTF-16 units. */
interface PlannedSpan {
  readonly start: number;
  readonly end: number;
  readonly entityType: EntityType;
}

/**
 * Per item: the whole value is replaced, or these spans of it, or nothing is, but the text is
 * remembered ("plain"), because without that unmask would take it for an unknown token.
 */
export type ItemPlan = "whole" | "plain" | readonly PlannedSpan[];

/** A plan: `items[i]` takes its tokens from `wants` in order. */
export interface MaskPlan {
  readonly items: readonly ItemPlan[];
  readonly wants: Wants;
}

/** How auto-detect treats text. */
export interface DetectSettings {
  /** Tells this namespace's free-length tokens from other text. */
  readonly cipher: TokenCipher;
  /** Leave tagged tokens in the text as they are instead of hiding them (needs `unmask`). */
  readonly keepKnownTokens: boolean;
}

/** Plan a list of checked items. Throws when a recognizer does: the caller must fail closed. */
export function planMask(items: readonly MaskItem[], settings: DetectSettings): MaskPlan {
  const wants: Wants = { values: [], kinds: [], attributes: [] };
  const plans = items.map((item): ItemPlan => {
    const attributes = item.attributes === undefined ? null : JSON.stringify(item.attributes);
    if (item.token_name !== undefined) {
      pushWant(wants, item.value, item.token_name, item.format ?? null, attributes);
      return "whole";
    }
    const spans = planText(item.value, settings);
    if (spans === "plain") {
      wants.values.push(item.value);
      wants.kinds.push(PLAIN_KIND);
      wants.attributes.push(null);
      return spans;
    }
    for (const { start, end, entityType } of spans) {
      const rule = ENTITIES[entityType];
      pushWant(wants, item.value.slice(start, end), rule.tokenName, rule.format, attributes);
    }
    return spans;
  });
  return { items: plans, wants };
}

function pushWant(
  wants: Wants,
  value: string,
  tokenName: string,
  format: string | null,
  attributes: string | null,
): void {
  const nameCode = tokenNameCode(tokenName);
  const formCode = format === null ? FORMAT.none : formatCode(format);
  if (nameCode === null || formCode === null) throw new Error("unchecked token name or format");
  wants.values.push(value);
  wants.kinds.push(kindOf(DEFAULT_POLICY, nameCode, formCode));
  wants.attributes.push(attributes);
}

/**
 * Spans of a text to replace, in order, never overlapping. Tagged stretches come first: whatever
 * unmask would take for a token becomes a LITERAL as a whole (DESIGN law 8), known token or not, so
 * that a token minted later cannot be planted today. Detection runs on the text between them.
 */
function planText(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const tagged = findTagged(text, TAGS);
  const spans: PlannedSpan[] = [];
  let from = 0;
  for (const { start, end } of [...tagged, { start: text.length, end: text.length }]) {
    for (const span of detect(text.slice(from, start))) {
      spans.push({
        start: from + span.start,
        end: from + span.end,
        entityType: span.entityType,
      });
    }
    if (start < end && !settings.keepKnownTokens) {
      spans.push({ start, end, entityType: "LITERAL" });
    }
    from = end;
  }
  const isUntouched = spans.length === 0 && tagged.length === 0;
  return isUntouched ? planUntouched(text, settings) : spans;
}

/**
 * Nothing to replace: the text itself could be a bare token. A free-length one proves itself; a
 * numeric one is only digits and could be minted tomorrow, so every such text is hidden (blanks as
 * well: unmask refuses them).
 */
function planUntouched(text: string, settings: DetectSettings): PlannedSpan[] | "plain" {
  const mayBeToken = mayBeFixed(text) || readTokenId(settings.cipher, text) !== null;
  if (mayBeToken && settings.keepKnownTokens) return [];
  if (mayBeToken || text.trim() === "")
    return [{ start: 0, end: text.length, entityType: "LITERAL" }];
  return isProse(text) ? [] : "plain";
}
