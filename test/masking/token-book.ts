// Stands in for a vault in tests of this pure room: gives tokens out and knows them again.
import type { MaskItem } from "../../src/masking/item.ts";
import { planMask, type Wants } from "../../src/masking/plan-mask.ts";
import { planUnmask, renderUnmasked } from "../../src/masking/plan-unmask.ts";
import { outcomesOf, renderMasked } from "../../src/masking/render-mask.ts";
import { MintBook } from "../tokens/mint-book.ts";

/** Tokens of one namespace, in memory. */
export class TokenBook extends MintBook {
  /** Tokens of what a plan wants. */
  tokensOf(wants: Wants): string[] {
    return wants.values.map((value, i) => this.tokenOf(value, wants.kinds[i] ?? 0));
  }

  /** Mask items as an operation would. */
  mask(items: readonly MaskItem[], keepKnownTokens = false): ReturnType<typeof renderMasked>[] {
    const plan = planMask(items, { cipher: this.cipher, keepKnownTokens });
    const outcomes = outcomesOf(plan, this.tokensOf(plan.wants));
    return items.map((item, i) => renderMasked(item, outcomes[i] ?? []));
  }

  /** The masked text of one auto-detect value. */
  maskText(value: string, keepKnownTokens = false): string {
    return this.mask([{ value }], keepKnownTokens)[0]?.token_value ?? "";
  }

  /** Unmask texts as an operation would; null when it fails. */
  unmask(texts: readonly string[], strict = false): string[] | null {
    const restored = this.restore(texts, { strict, partial: false });
    return restored.ok ? restored.texts : null;
  }

  /** Unmask texts with what the operation would answer beside them. */
  restore(
    texts: readonly string[],
    { strict, partial }: { strict: boolean; partial: boolean },
  ): ReturnType<typeof renderUnmasked> {
    const plans = planUnmask(texts, { cipher: this.cipher, strict });
    const values = plans.tokens.map((token) => this.valueOf(token));
    const found = plans.ids.map((id) => this.found(id));
    return renderUnmasked(texts, plans, { values, found }, { partial });
  }
}
