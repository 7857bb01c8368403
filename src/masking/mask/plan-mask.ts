// Plans the masking of texts: which values need a token, and where each token goes. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Wrapper } from "../../core/policy.ts";
import type { Steps } from "../../core/steps.ts";
import type { TokenCipher } from "../../tokens/cipher/cipher.ts";
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import type { KnownWrappers } from "../../tokens/reading/wrappers.ts";
import type { TextItem } from "../item.ts";
import { kindAsked } from "../policy/token-styles.ts";
import { wordsIn } from "../text/graphemes.ts";
import type { Placeholders } from "./placeholders.ts";
import { type DetectSettings, planText } from "./plan-text.ts";
import type { Finding, PlannedSpan } from "./planned-span.ts";

/** How items are masked. */
export interface MaskSettings extends DetectSettings {
  /** Makes the placeholders of anonymized values. */
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
  /** The entity type that its mapping records, or null. */
  readonly entities: (EntityName | null)[];
}

/** A range of a text that is replaced. */
interface SpanPlan extends Omit<PlannedSpan, "finding"> {
  /** Null unless an explanation was asked for: most requests do not ask, and have thousands of spans. */
  readonly finding: Finding | null;
  readonly wrapper: Wrapper;
  /** Its token gets that wrapper only where it would otherwise run into letters beside it. */
  readonly isUnwrapped: boolean;
  /** Placeholder of an anonymized value; null: it gets a token. */
  readonly placeholder: string | null;
}

/** The ranges of a text that are replaced. */
export interface TextPlan {
  readonly text: string;
  readonly spans: readonly SpanPlan[];
}

/**
 * Per item: "whole": its value is one token; or the spans that are replaced; or "plain": nothing is replaced, but the text
 * is stored, because unmask would otherwise take it for an unknown token.
 */
type ItemPlan = "whole" | "plain" | TextPlan;

/** A plan: `items[i]` takes its tokens from `wants` in order. */
export interface MaskPlan {
  readonly items: readonly ItemPlan[];
  readonly wants: Wants;
  readonly cipher: TokenCipher;
  readonly anonymized: number;
  readonly wrappers: KnownWrappers;
  readonly explain: boolean;
  readonly keepKnownTokens: boolean;
}

/** Plans a list of checked items, in steps. Throws when a recognizer does: the caller must fail closed. */
export function* planMask(items: readonly TextItem[], settings: MaskSettings): Steps<MaskPlan> {
  const { rules, keepKnownTokens, explain = false } = settings;
  const wants: Wants = { values: [], kinds: [], attributes: [], entities: [] };
  const want = (
    value: string,
    kind: number,
    attributes: string | null,
    entity: EntityName | null = null,
  ): void => {
    wants.values.push(value);
    wants.kinds.push(kind);
    wants.attributes.push(attributes);
    wants.entities.push(entity);
  };
  let anonymized = 0;
  const plans: ItemPlan[] = [];
  let attributes: string | null = null;
  for (const [index, item] of items.entries()) {
    // Texts of one document share their attributes: written once.
    if (item.attributes === undefined) attributes = null;
    else if (item.attributes !== items[index - 1]?.attributes) {
      attributes = JSON.stringify(item.attributes);
    }
    if (item.token_name !== undefined) {
      const kind = kindAsked(rules.policyId, item.token_name, item.format ?? null);
      want(item.value, kind, attributes);
      plans.push("whole");
      continue;
    }
    const planned = yield* planText(item.value, settings, item.before);
    if (planned === "plain") {
      want(item.value, PLAIN_KIND, null);
      plans.push(planned);
      continue;
    }
    const spans = spanPlans(item.value, planned, settings);
    for (const { start, end, entityType, placeholder } of spans) {
      const { kind, recorded } = rules.treatmentOf(entityType);
      if (placeholder !== null) anonymized++;
      else want(item.value.slice(start, end), kind, attributes, recorded);
    }
    plans.push({ text: item.value, spans });
  }
  const { wrappers } = rules;
  const { cipher } = settings;
  return { items: plans, wants, cipher, anonymized, wrappers, explain, keepKnownTokens };
}

/** Replacements for the spans found in a text: a placeholder each, or a token for each word or for the whole span. */
function spanPlans(
  text: string,
  planned: readonly PlannedSpan[],
  { rules, placeholders, explain = false }: MaskSettings,
): SpanPlan[] {
  return planned.flatMap(({ start, end, entityType, finding }): SpanPlan[] => {
    const { action, wrapper, isUnwrapped, isByWord } = rules.treatmentOf(entityType);
    const range = { start, end };
    const span = { ...range, entityType, finding: explain ? finding : null, wrapper };
    if (action === "anonymize") {
      const placeholder = placeholders.of(entityType, text.slice(start, end));
      return [{ ...span, isUnwrapped: false, placeholder }];
    }
    const words = isByWord ? wordsIn(text, range) : [range];
    return words.map((word) => ({ ...span, ...word, isUnwrapped, placeholder: null }));
  });
}
