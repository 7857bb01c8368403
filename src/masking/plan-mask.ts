// Text in, plan out: which values need a token, and where each token will stand. Pure.
import { entityRule } from "../core/entities.ts";
import {
  DEFAULT_POLICY,
  FORMAT,
  formatCode,
  kindOf,
  PLAIN_KIND,
  tokenNameCode,
} from "../tokens/kinds.ts";
import type { MaskItem } from "./item.ts";
import { type DetectSettings, planText } from "./plan-text.ts";
import type { PlannedSpan } from "./token-stretches.ts";

/** Values that need tokens, column by column: `values[i]` of `kinds[i]`. */
export interface Wants {
  readonly values: string[];
  readonly kinds: number[];
  /** JSON text of the item's attributes, or null. */
  readonly attributes: (string | null)[];
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
      const rule = entityRule(entityType);
      if (rule === null) throw new Error("an entity without a rule");
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
