// Text in, plan out: which values need a token, and where each token will stand. Pure.
import type { Wrapper } from "../../core/policy.ts";
import type { Steps } from "../../core/steps.ts";
import { FORMAT, formatCode, kindOf, PLAIN_KIND, tokenNameCode } from "../../tokens/kinds.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import type { MaskItem } from "../item.ts";
import type { Placeholders } from "./placeholders.ts";
import { type DetectSettings, planText } from "./plan-text.ts";
import type { Finding, PlannedSpan } from "./planned-span.ts";

/** How items are masked. */
export interface MaskSettings extends DetectSettings {
  /** Makes what stands for anonymized values. */
  readonly placeholders: Placeholders;
  /** Say of each token how its value was found. */
  readonly explain?: boolean;
}

/** Values that need tokens, column by column: `values[i]` of `kinds[i]`. */
export interface Wants {
  readonly values: string[];
  readonly kinds: number[];
  /** JSON text of the item's attributes, or null. */
  readonly attributes: (string | null)[];
}

/** A range of a text that is replaced. */
interface SpanPlan extends Omit<PlannedSpan, "finding"> {
  /** Null when nobody asked: most requests do not, and have thousands. */
  readonly finding: Finding | null;
  readonly wrapper: Wrapper;
  /** What stands for an anonymized value; null: a token. */
  readonly placeholder: string | null;
}

/** What is replaced in a text. */
export interface TextPlan {
  readonly text: string;
  readonly spans: readonly SpanPlan[];
}

/**
 * Per item: the whole value is replaced, or these spans of it, or nothing is, but the text is
 * remembered ("plain"), because without that unmask would take it for an unknown token.
 */
type ItemPlan = "whole" | "plain" | TextPlan;

/** A plan: `items[i]` takes its tokens from `wants` in order. */
export interface MaskPlan {
  readonly items: readonly ItemPlan[];
  readonly wants: Wants;
  /** How many values are anonymized. */
  readonly anonymized: number;
  readonly wrappers: KnownWrappers;
  readonly explain: boolean;
  readonly keepKnownTokens: boolean;
}

/** Plan a list of checked items, in steps. Throws when a recognizer does: the caller must fail closed. */
export function* planMask(items: readonly MaskItem[], settings: MaskSettings): Steps<MaskPlan> {
  const { rules, keepKnownTokens, explain = false } = settings;
  const wants: Wants = { values: [], kinds: [], attributes: [] };
  const want = (value: string, kind: number, attributes: string | null): void => {
    wants.values.push(value);
    wants.kinds.push(kind);
    wants.attributes.push(attributes);
  };
  let anonymized = 0;
  const plans: ItemPlan[] = [];
  let attributes: string | null = null;
  for (const [index, item] of items.entries()) {
    // Texts of one document share them.
    if (item.attributes === undefined) attributes = null;
    else if (item.attributes !== items[index - 1]?.attributes) {
      attributes = JSON.stringify(item.attributes);
    }
    if (item.token_name !== undefined) {
      want(item.value, kindAsked(rules.policyId, item.token_name, item.format), attributes);
      plans.push("whole");
      continue;
    }
    const planned = yield* planText(item.value, settings);
    if (planned === "plain") {
      want(item.value, PLAIN_KIND, null);
      plans.push(planned);
      continue;
    }
    const spans = planned.map(({ start, end, entityType, finding }): SpanPlan => {
      const { action, wrapper, kind } = rules.treatmentOf(entityType);
      const value = item.value.slice(start, end);
      let placeholder: string | null = null;
      if (action === "anonymize") {
        anonymized++;
        placeholder = settings.placeholders.of(entityType, value);
      } else {
        want(value, kind, attributes);
      }
      const told = explain ? finding : null;
      return { start, end, entityType, finding: told, wrapper, placeholder };
    });
    plans.push({ text: item.value, spans });
  }
  const { wrappers } = rules;
  return { items: plans, wants, anonymized, wrappers, explain, keepKnownTokens };
}

function kindAsked(policyId: number, tokenName: string, format: string | undefined): number {
  const nameCode = tokenNameCode(tokenName);
  const formCode = format === undefined ? FORMAT.none : formatCode(format);
  if (nameCode === null || formCode === null) throw new Error("unchecked token name or format");
  return kindOf(policyId, nameCode, formCode);
}
