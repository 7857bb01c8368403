// Stands in for a vault in tests of this pure room: gives tokens out and knows them again.
import { systemRandom } from "../../src/core/random.ts";
import type { MaskItem } from "../../src/masking/item.ts";
import { planMask, type Wants } from "../../src/masking/plan-mask.ts";
import { type FoundValue, planUnmask, renderUnmasked } from "../../src/masking/plan-unmask.ts";
import { outcomesOf, renderMasked } from "../../src/masking/render-mask.ts";
import { type TokenCipher, tokenCipher } from "../../src/tokens/cipher.ts";
import { freeLengthToken, type TokenLayout } from "../../src/tokens/free-length.ts";
import { familyOf } from "../../src/tokens/kinds.ts";
import { drawNumericToken } from "../../src/tokens/numeric.ts";

/** Tokens of one namespace, in memory. */
export class TokenBook {
  readonly cipher: TokenCipher = tokenCipher(systemRandom(16));
  readonly #tokens = new Map<string, string>();
  readonly #values = new Map<string, string>();
  /** Values and tokens of free-length mappings, by id. */
  readonly #found = new Map<number, FoundValue>();
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
          : this.#freeLength(value, family.layout);
      if (this.#values.has(drawn)) continue;
      token = drawn;
      this.#tokens.set(name, token);
      this.#values.set(token, value);
    }
    return token;
  }

  #freeLength(value: string, layout: TokenLayout): string {
    const id = this.#nextId++;
    const token = freeLengthToken(this.cipher, id, value, layout);
    this.#found.set(id, { value, token });
    return token;
  }

  /** Forget a value's mapping, as an erasure would. */
  erase(token: string): void {
    this.#values.delete(token);
    for (const [id, found] of this.#found) if (found.token === token) this.#found.delete(id);
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
    const found = plans.ids.map((id) => this.#found.get(id) ?? null);
    return renderUnmasked(texts, plans, { values, found }, { partial });
  }
}
