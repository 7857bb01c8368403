// Round trip and hostile text (docs/decisions/laws.md) with every tolerance: hostile text comes back unchanged, and no
// token planted in it is resolved.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../src/core/steps.ts";
import { planMask } from "../../src/masking/mask/plan-mask.ts";
import { kindOf, TOKEN } from "../../src/tokens/kinds.ts";
import { escaped } from "../../src/tokens/reading/escaping.ts";
import { findTokens } from "../../src/tokens/reading/find-tokens.ts";
import { findTags } from "../../src/tokens/reading/tagged.ts";
import { BUILT_IN_WRAPPERS } from "../../src/tokens/reading/wrappers.ts";
import { hostileTexts } from "../support/masking/hostile-texts.ts";
import { MemoryVault } from "../support/masking/memory-vault.ts";
import { cases, fc } from "../support/properties.ts";

const TEXT = kindOf(0, 2, 0);
const EMAIL = kindOf(0, 2, 2);
const NUMERIC = kindOf(0, 3, 0);
const SPECIAL = kindOf(0, 4, 0);
const STATE = kindOf(0, TOKEN.state, 0);

const vault = new MemoryVault();
const SECRET = "the secret";
const planted = [
  vault.tokenOf(SECRET, TEXT),
  vault.tokenOf("secret@example.com", EMAIL),
  vault.tokenOf("https://example.com/the/secret?a=b", TEXT),
  vault.tokenOf('(se) <cr> & "et"', TEXT),
  vault.tokenOf("s e c r e t o f m a n y p i e c e s", TEXT),
  vault.tokenOf("5550101234", NUMERIC),
  vault.tokenOf(SECRET, SPECIAL),
];
const texts = hostileTexts(planted);
const fixed = [vault.tokenOf("Texas", STATE), vault.tokenOf("secret", NUMERIC)];
const MODES = [
  ["tolerant", false],
  ["strict", true],
] as const;

/** What unmask gives for a text, tokens that stand for nothing left as they are. */
function restored(text: string, strict: boolean): string | undefined {
  const all = vault.restore([text], { strict, partial: true });
  return all.ok ? all.texts[0] : undefined;
}

describe("a hostile text", () => {
  it.each(MODES)("comes back byte for byte from mask and %s unmask", (_, strict) => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
      }),
      { numRuns: cases(6_000) },
    );
  });

  it.each(MODES)("put together with another comes back from %s unmask", (_, strict) => {
    const some = hostileTexts([...planted, ...fixed]);
    const between = fc.constantFrom("", " ", "\n");
    fc.assert(
      fc.property(some, some, between, (before, behind, separator) => {
        fc.pre(before !== "" && behind !== "");
        const masked = vault.maskText(before) + separator + vault.maskText(behind);
        expect(restored(masked, strict)).toBe(before + separator + behind);
      }),
      { numRuns: cases(4_000) },
    );
  });

  it.each(MODES)("cut in two anywhere lends %s unmask no tag", (_, strict) => {
    const some = fc.tuple(hostileTexts(fixed), fc.nat()).map(([text, cut]) => {
      const at = cut % (text.length + 1);
      return [`see ${text.slice(0, at)}`, `${text.slice(at)} here`] as const;
    });
    fc.assert(
      fc.property(some, ([before, behind]) => {
        fc.pre(before.isWellFormed());
        const masked = vault.maskText(before) + vault.maskText(behind);
        expect(restored(masked, strict)).toBe(before + behind);
      }),
      { numRuns: cases(4_000) },
    );
  });

  it.each([
    ["JSON", (text: string) => JSON.stringify(text).slice(1, -1)],
    ["HTML", (text: string) => escaped(text, "html")],
    ["JSON in HTML", (text: string) => escaped(JSON.stringify(text), "html")],
  ])("reveals nothing when it was written as %s after it was masked", (_, write) => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        const back = restored(write(vault.maskText(text)), false);
        expect(back).not.toMatch(/the.secret|secret@|\(se\)|s e c r e t|5550101234/);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it("comes back layer by layer when it was masked twice", () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        const once = vault.maskText(text);
        const twice = vault.maskText(once);
        expect(vault.unmask([twice])).toEqual([once]);
        expect(vault.unmask([once])).toEqual([text]);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it("is replaced in whole grapheme clusters", () => {
    const clusters = new Intl.Segmenter("und", { granularity: "grapheme" });
    fc.assert(
      fc.property(texts, (text) => {
        const plan = runToEnd(planMask([{ value: text }], vault.settings()));
        const [item = "plain"] = plan.items;
        if (typeof item === "string") return;
        const { spans } = item;
        const ends = new Set([...clusters.segment(text)].map(({ index }) => index));
        ends.add(text.length);
        for (const { start, end } of spans) {
          expect([ends.has(start), ends.has(end)]).toEqual([true, true]);
        }
      }),
      { numRuns: cases(3_000) },
    );
  });

  it("leaves no tag and no token in the pieces between what is replaced", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const plan = runToEnd(planMask([{ value: text }], vault.settings()));
        const [item = "plain"] = plan.items;
        if (typeof item === "string") return;
        const { spans } = item;
        let from = 0;
        for (const { start, end } of [...spans, { start: text.length, end: text.length }]) {
          // More text follows it.
          const piece = text.slice(from, start) + (start < text.length ? "⟦" : "");
          expect([
            findTags(piece, BUILT_IN_WRAPPERS.tags),
            findTokens(vault.cipher, piece),
          ]).toEqual([[], []]);
          from = end;
        }
      }),
      { numRuns: cases(6_000) },
    );
  });

  it("without tags hides a token that detection would uncover", () => {
    const [token = ""] = planted;
    for (const text of [`jane@example.com${token}`, `10.0.0.1${token}`, `é${token}`]) {
      const masked = vault.maskText(text);
      expect(vault.unmask([masked])).toEqual([text]);
    }
  });

  it("with known tokens kept still gives them to unmask, and hides the rest", () => {
    for (const token of planted.slice(0, 2)) {
      const text = `ask ${token} or bob@example.com, < email>${token}</ EMAIL >`;
      const masked = vault.maskText(text, true);
      expect(masked).not.toContain("bob@example.com");
      const value = vault.valueOf(token);
      expect(vault.unmask([masked])).toEqual([`ask ${value} or bob@example.com, ${value}`]);
    }
  });
});
