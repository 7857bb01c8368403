// Placeholders of anonymized values: what they reveal, that no token looks like one, and how unmask treats them.

import { describe, expect, it } from "vitest";
import { PLACEHOLDER_KEY_BYTES, placeholders } from "../../../src/masking/mask/placeholders.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { hasFreeLengthForm } from "../../../src/tokens/forms/plain/free-length.ts";
import {
  findPlaceholders,
  isPlaceholder,
} from "../../../src/tokens/forms/plain/placeholder-form.ts";
import { FORMATS, kindOf, TOKEN, TOKEN_NAMES } from "../../../src/tokens/kinds.ts";
import { carriedId, mayBeFixed } from "../../../src/tokens/recognition.ts";
import { hostileTexts } from "../../support/masking/hostile-texts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { cases, fc } from "../../support/properties.ts";

const fresh = () => placeholders(systemRandom(PLACEHOLDER_KEY_BYTES));
const EMAIL = "ada@example.com";
const ALL = { actions: { EMAIL_ADDRESS: "anonymize", URL: "anonymize" } } as const;
const MODES = [
  ["tolerant", false],
  ["strict", true],
] as const;

describe("a placeholder", () => {
  it("is equal for equal values of one type under one key, and for nothing else", () => {
    const here = fresh();
    const there = fresh();
    fc.assert(
      fc.property(fc.string(), fc.string(), (value, other) => {
        const placeholder = here.of("PERSON", value);
        expect(placeholder).toMatch(/^⟦[0-9A-Za-z]{12}⟧$/);
        expect(here.of("PERSON", value)).toBe(placeholder);
        expect(here.of("PERSON", other) === placeholder).toBe(other === value);
        expect(here.of("ADDRESS", value)).not.toBe(placeholder);
        expect(there.of("PERSON", value)).not.toBe(placeholder);
      }),
    );
  });

  it("uses all letters and digits in every place", () => {
    const { of } = fresh();
    const seen = Array.from({ length: 12 }, () => new Set<string>());
    for (let i = 0; i < 2_000; i++) {
      [...of("PERSON", `${i}`).slice(1, -1)].forEach((letter, at) => {
        seen[at]?.add(letter);
      });
    }
    for (const letters of seen) expect(letters.size).toBe(62);
  });

  it("has no form of any token", () => {
    const vault = new MemoryVault();
    const { of } = fresh();
    for (let i = 0; i < 500; i++) {
      const placeholder = of("PERSON", `${i}`);
      expect(isPlaceholder(placeholder)).toBe(true);
      expect([mayBeFixed(placeholder), hasFreeLengthForm(placeholder)]).toEqual([false, false]);
      expect(carriedId(vault.cipher, placeholder)).toBeNull();
    }
  });

  it("is minted by no maker, whatever the value holds", () => {
    const vault = new MemoryVault();
    const kinds = TOKEN_NAMES.flatMap(({ code, formats }) => [
      kindOf(0, code, 0),
      ...formats.map((format) => kindOf(0, code, format)),
    ]);
    expect(kinds.length).toBeGreaterThan(TOKEN_NAMES.length + FORMATS.length);
    const shapes = [
      "⟦abcDEF123xyz⟧",
      "⟦12⟧/⟦03⟧/2024",
      "+1 ⟦650⟧ 253-0000",
      "a⟦b⟧@⟦example⟧.com",
      "https://⟦x⟧.example.com/⟦y⟧",
      "12⟦März⟧2024",
      "⟦Ada⟧ ⟦Lane⟧",
      "⟧⟦",
    ];
    for (const kind of kinds.filter((one) => one !== kindOf(0, TOKEN.jsonNumber, 0))) {
      for (const value of shapes) {
        expect([kind, vault.tokenOf(value, kind).match(/[⟦⟧]/)]).toEqual([kind, null]);
      }
    }
  });
});

describe("an anonymized value", () => {
  const vault = new MemoryVault(ALL);

  it("is wrapped like a token and wants no mapping", () => {
    const settings = vault.settings();
    const [first, second] = vault.mask(
      [{ value: `${EMAIL} and ${EMAIL}, 10.1.2.3` }, { value: `again ${EMAIL}` }],
      false,
      settings,
    );
    expect(first?.token_value).toMatch(
      /^<EMAIL>(⟦\w{12}⟧)<\/EMAIL> and <EMAIL>\1<\/EMAIL>, <IPA>.*<\/IPA>$/,
    );
    expect(second?.individual_tokens?.[0]?.token).toBe(first?.individual_tokens?.[0]?.token);
    expect(first?.individual_tokens?.[0]).toMatchObject({ value: EMAIL, prefix: "<EMAIL>" });
    expect(vault.maskText(EMAIL)).not.toBe(vault.maskText(EMAIL));
  });

  it.each(MODES)("passes through %s unmask inside text, beside real tokens", (_, strict) => {
    const masked = vault.maskText(`mail ${EMAIL} from 10.1.2.3 or call +1 650-253-0000!`);
    const [wrapped = ""] = masked.match(/<EMAIL>.*<\/EMAIL>/) ?? [];
    const untagged = wrapped.replace(/<\/?EMAIL>/g, "");
    for (const partial of [false, true]) {
      const options = { strict, partial };
      expect(vault.restore([masked], options)).toEqual({
        ok: true,
        texts: [`mail ${wrapped} from 10.1.2.3 or call +1 650-253-0000!`],
        unresolved: [[]],
      });
      for (const text of [
        `so ${untagged} is`,
        `${untagged}${untagged}`,
        `hi,${untagged}!`,
        `<EMAIL>${untagged}`,
      ]) {
        expect(vault.restore([text], options)).toMatchObject({ texts: [text], unresolved: [[]] });
      }
    }
  });

  it.each(MODES)("fails %s unmask as a whole value, wrapped or not", (_, strict) => {
    const wrapped = vault.maskText(EMAIL);
    const untagged = wrapped.replace(/<\/?EMAIL>/g, "");
    for (const text of [wrapped, untagged, ` ${untagged}\n`, ` ${wrapped} `]) {
      expect(vault.restore(["two words", text], { strict, partial: false })).toEqual({
        ok: false,
        index: 1,
        isAnonymized: true,
      });
      expect(vault.restore([text], { strict, partial: true })).toMatchObject({ texts: [text] });
    }
  });

  it("takes planted tokens and tags around it along, and is never kept reversibly", () => {
    const token = vault.tokenOf("somebody", kindOf(1, TOKEN.text, 0));
    for (const text of [
      `<PER>${EMAIL}</PER>`,
      `&lt;PER&gt;${EMAIL}&lt;/PER&gt;`,
      `${token}@example.com`,
      `<EMAIL>${token} ${EMAIL}</EMAIL> x`,
    ]) {
      const [masked] = vault.mask([{ value: text }]);
      const types = masked?.individual_tokens?.map(({ pii_type, token }) => [
        pii_type,
        isPlaceholder(token),
      ]);
      expect([text, types]).toEqual([text, [["EMAIL_ADDRESS", true]]]);
    }
  });
});

describe("a planted placeholder", () => {
  const vault = new MemoryVault(ALL);
  const planted = "⟦abcDEF123xyz⟧";

  it.each([
    planted,
    ` ${planted}\n`,
    `<PER>${planted}</PER>`,
    `see ${planted} here`,
    `${planted}${planted}`,
    `⟦abcDEF\u200b123xyz⟧`,
    `⟦ａbcDEF123xyz⟧`,
    `⟦short⟧`,
    `x${planted}7`,
  ])("in %j comes back, and stays nobody's", (text) => {
    for (const strict of [true, false]) {
      expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
    }
    expect(findPlaceholders(vault.maskText(text))).toEqual([]);
  });

  it("stays as it is where known tokens are kept, and fails as a whole", () => {
    for (const text of [planted, `<PER>${planted}</PER>`, `see ${planted}`]) {
      expect(vault.maskText(text, true)).toBe(text);
    }
    expect(vault.unmask([vault.maskText(planted, true)])).toBeNull();
  });

  it("changes nothing for any other text", () => {
    const plain = new MemoryVault();
    const token = plain.tokenOf("the secret", kindOf(0, TOKEN.text, 0));
    const texts = hostileTexts([token, planted], [planted, "⟦", "⟧", "abcDEF123xyz"]);
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        const masked = plain.maskText(text);
        expect(findPlaceholders(masked)).toEqual([]);
        expect(plain.unmask([masked])).toEqual([text]);
      }),
      { numRuns: cases(1_000) },
    );
  });
});
