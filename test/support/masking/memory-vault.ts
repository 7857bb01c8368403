// Replaces a vault in tests of this pure code: makes tokens, and recognizes them.

import type { PolicyDefinition, Wrapper } from "../../../src/core/policy.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import type { MaskItem } from "../../../src/masking/item.ts";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../../src/masking/mask/placeholders.ts";
import { type MaskSettings, planMask, type Wants } from "../../../src/masking/mask/plan-mask.ts";
import { outcomesOf, renderMasked } from "../../../src/masking/mask/render-mask.ts";
import { compileRules, newDefinition } from "../../../src/masking/policy/rules.ts";
import { planUnmask } from "../../../src/masking/unmask/plan-unmask.ts";
import { restoreTexts } from "../../../src/masking/unmask/restore-texts.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { MemoryTokens } from "../tokens/memory-tokens.ts";

/** Restored texts, or the first item that fails. */
type Restored =
  | { ok: true; texts: string[]; unresolved: string[][] }
  | { ok: false; index: number; isAnonymized?: true };

/** Tokens of one namespace with one policy, in memory. */
export class MemoryVault extends MemoryTokens {
  readonly rules: MaskSettings["rules"];

  /** Changes to the default policy, and wrappers of older policies. */
  constructor(changes: Partial<PolicyDefinition> = {}, older: readonly Wrapper[] = []) {
    super();
    const isDefault = Object.keys(changes).length === 0;
    const definition = { ...newDefinition("P"), ...changes };
    const wrappers = [...older, ...Object.values(definition.wrappers)];
    const policy = isDefault ? null : { id: 1, version: 1, definition };
    this.rules = runToEnd(compileRules(policy, { version: 1, wrappers, alsoOn: [] }, null));
  }

  /** Settings for one request, with its own key for placeholders. */
  settings(keepKnownTokens = false, explain = false): MaskSettings {
    const { cipher, rules } = this;
    const made = placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
    return { cipher, keepKnownTokens, rules, placeholders: made, explain };
  }

  /** Tokens for the values that a plan wants. */
  tokensOf(wants: Wants): string[] {
    return wants.values.map((value, i) => this.tokenOf(value, wants.kinds[i] ?? 0));
  }

  /** Mask items as an operation does. */
  mask(
    items: readonly MaskItem[],
    keepKnownTokens = false,
    settings = this.settings(keepKnownTokens),
  ): ReturnType<typeof renderMasked>[] {
    const plan = runToEnd(planMask(items, settings));
    const outcomes = runToEnd(outcomesOf(plan, this.tokensOf(plan.wants)));
    return items.map((item, i) => renderMasked(item, outcomes[i] ?? []));
  }

  /** The masked text of one auto-detect value. */
  maskText(value: string, keepKnownTokens = false): string {
    return this.mask([{ value }], keepKnownTokens)[0]?.token_value ?? "";
  }

  /** Unmask texts as an operation does; null when it fails. */
  unmask(texts: readonly string[], strict = false): string[] | null {
    const restored = this.restore(texts, { strict, partial: false });
    return restored.ok ? restored.texts : null;
  }

  /** Unmask texts; also returns what the operation would report beside them. */
  restore(
    texts: readonly string[],
    { strict, partial }: { strict: boolean; partial: boolean },
  ): Restored {
    const { cipher, rules } = this;
    const plans = runToEnd(planUnmask(texts, { cipher, strict, wrappers: rules.wrappers }));
    const values = plans.tokens.map((token) => this.valueOf(token));
    const found = plans.ids.map((id) => this.found(id));
    const restored = restoreTexts(texts, plans, { values, found });
    for (const [index, { isAnonymized, unresolved }] of partial ? [] : restored.entries()) {
      if (isAnonymized) return { ok: false, index, isAnonymized };
      if (unresolved.length > 0) return { ok: false, index };
    }
    return {
      ok: true,
      texts: restored.map(({ value }) => value),
      unresolved: restored.map(({ unresolved }) => [...unresolved]),
    };
  }
}
