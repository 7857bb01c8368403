// Stands in for a vault in tests of this pure room: gives tokens out and knows them again.
import { systemRandom } from "../../src/core/random.ts";
import type { MaskItem } from "../../src/masking/item.ts";
import { planMask, type Wants } from "../../src/masking/plan-mask.ts";
import { planUnmask, renderUnmasked } from "../../src/masking/plan-unmask.ts";
import { outcomesOf, renderMasked } from "../../src/masking/render-mask.ts";
import { type TokenCipher, tokenCipher } from "../../src/tokens/cipher.ts";
import { freeLengthToken } from "../../src/tokens/free-length.ts";
import { familyOf } from "../../src/tokens/kinds.ts";
import { drawNumericToken } from "../../src/tokens/numeric.ts";

/** Tokens of one namespace, in memory. */
export class TokenBook {
  readonly cipher: TokenCipher = tokenCipher(systemRandom(16));
  readonly #tokens = new Map<string, string>();
  readonly #values = new Map<string, string>();
  #nextId = 1;

  /** Tokens of what a plan wants. */
  tokensOf(wants: Wants): string[] {
    return wants.values.map((value, i) => this.tokenOf(value, wants.kinds[i] ?? 0));
  }

  /** The token of one value and kind. */
  tokenOf(value: string, kind: number): string {
    const name = `${kind}/${value}`;
    let token = this.#tokens.get(name);
    while (token === undefined) {
      const family = familyOf(kind);
      // A text that auto-detect leaves alone is remembered as itself.
      if (family.family === "plain") {
        this.#tokens.set(name, value);
        this.#values.set(value, value);
        return value;
      }
      const drawn =
        family.family === "numeric"
          ? drawNumericToken(value, 0, systemRandom)
          : freeLengthToken(this.cipher, this.#nextId++, value, family.layout);
      if (this.#values.has(drawn)) continue;
      token = drawn;
      this.#tokens.set(name, token);
      this.#values.set(token, value);
    }
    return token;
  }

  /** What a text stands for, or null. */
  valueOf(token: string): string | null {
    return this.#values.get(token) ?? null;
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
  unmask(texts: readonly string[]): string[] | null {
    const plans = planUnmask(texts);
    const restored = renderUnmasked(
      texts,
      plans,
      plans.tokens.map((token) => this.valueOf(token)),
    );
    return restored.ok ? restored.texts : null;
  }
}
