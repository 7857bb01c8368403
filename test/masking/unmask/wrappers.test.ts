// Prefixes and suffixes of policies unmask and reveal nothing, as tags do (docs/decisions/laws.md#round-trip and
// #text-is-hostile).

import { describe, expect, it } from "vitest";
import type { PolicyDefinition, Wrapper } from "../../../src/core/policy.ts";
import { kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { allWrappers, wrapperFlaw } from "../../../src/tokens/reading/wrappers.ts";
import { hostileTexts } from "../../support/masking/hostile-texts.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { cases, fc } from "../../support/properties.ts";

const EMAIL: Wrapper = { prefix: "{Mail ", suffix: "}" };
const URL: Wrapper = { prefix: "[[", suffix: "]]" };
const CARD: Wrapper = { prefix: "|", suffix: "«card»" };
const IP: Wrapper = { prefix: "<Address>", suffix: "</Address>" };
const OLDER: Wrapper = { prefix: "$(", suffix: "$" };
const POLICY: Partial<PolicyDefinition> = {
  wrappers: { EMAIL_ADDRESS: EMAIL, URL, CREDIT_CARD: CARD, IP_ADDRESS: IP },
};
const ODD = {
  name: "ODD",
  description: "",
  tokenName: "Text Token",
  format: null,
  pattern: "odd.*",
  words: [],
  matchCase: true,
  contextWords: [],
  validator: null,
};
const PARTS = [EMAIL, URL, CARD, IP, OLDER].flatMap(({ prefix, suffix }) => [prefix, suffix]);
const CUTS = [...PARTS, "[", "]", "{", "{Mail", "$", "(", "«card", "card»", "</address >"];
const MODES = [
  ["tolerant", false],
  ["strict", true],
] as const;

const vault = new MemoryVault(POLICY, [OLDER]);
const planted = [
  vault.tokenOf("the secret", kindOf(1, TOKEN.text, 0)),
  vault.tokenOf("[the] se}cret|", kindOf(1, TOKEN.text, 0)),
];
const fixed = [
  vault.tokenOf("Texas", kindOf(1, TOKEN.state, 0)),
  vault.tokenOf("secret", kindOf(1, TOKEN.person, 0)),
];
const texts = hostileTexts([...planted, ...fixed], CUTS);

/** What unmask gives for a text, tokens that stand for nothing left as they are. */
function restored(text: string, strict: boolean): string | undefined {
  const all = vault.restore([text], { strict, partial: true });
  return all.ok ? all.texts[0] : undefined;
}

describe("a text under a policy with prefixes and suffixes", () => {
  it("has them around its tokens, and tags where the policy names none", () => {
    const [masked] = vault.mask([
      { value: "ada@example.com 10.1.2.3 https://example.com/a +1 650-253-0000" },
    ]);
    const shown = (masked?.individual_tokens ?? []).map((one) => [one.prefix, one.suffix]);
    expect(shown).toEqual([
      ["{Mail ", "}"],
      ["<Address>", "</Address>"],
      ["[[", "]]"],
      ["<PHN>", "</PHN>"],
    ]);
    for (const { prefix, token, suffix } of masked?.individual_tokens ?? []) {
      expect(masked?.token_value).toContain(prefix + token + suffix);
    }
  });

  it.each(MODES)("comes back byte for byte from %s unmask, whatever is in it", (_, strict) => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        expect(vault.unmask([vault.maskText(text)], strict)).toEqual([text]);
      }),
      { numRuns: cases(1_000) },
    );
  });

  it.each(MODES)("put together with another resolves nothing planted (%s)", (_, strict) => {
    const between = fc.constantFrom("", " ", "\n");
    fc.assert(
      fc.property(texts, texts, between, (before, behind, separator) => {
        fc.pre(before !== "" && behind !== "");
        const back = restored(vault.maskText(before) + separator + vault.maskText(behind), strict);
        expect(back).not.toContain("the secret");
        expect(back).not.toContain("Texas");
      }),
      { numRuns: cases(2_800) },
    );
  });

  it("leaves no part of a wrapper in the clear pieces", () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== "");
        const [masked] = vault.mask([{ value: text }]);
        let rest = masked?.token_value ?? "";
        const pieces: string[] = [];
        for (const { prefix, token, suffix } of masked?.individual_tokens ?? []) {
          const whole = prefix + token + suffix;
          const at = rest.indexOf(whole);
          // More text follows it.
          pieces.push(`${rest.slice(0, at)}⟦`);
          rest = rest.slice(at + whole.length);
        }
        for (const piece of [...pieces, rest]) {
          expect(allWrappers(piece, vault.rules.wrappers).markers).toEqual([]);
        }
      }),
      { numRuns: cases(1_000) },
    );
  });

  it("comes back under any set of wrappers that may be had", () => {
    const part = fc.string({ unit: fc.constantFrom(...'{}[]|^$#«»ab1 -"('), maxLength: 4 });
    const sets = fc.array(fc.record({ prefix: part, suffix: part }), {
      minLength: 9,
      maxLength: 30,
    });
    fc.assert(
      fc.property(sets, fc.integer(), (all, seed) => {
        const good: Wrapper[] = [];
        for (const one of all) if (wrapperFlaw(one, good) === null) good.push(one);
        fc.pre(good.length > 2);
        const types = ["EMAIL_ADDRESS", "URL", "IP_ADDRESS"];
        const wrappers = Object.fromEntries(types.map((type, i) => [type, good[i] ?? URL]));
        const any = new MemoryVault({ wrappers }, good);
        const parts = good.flatMap(({ prefix, suffix }) => [prefix, suffix]);
        const cuts = parts.flatMap((one) => [one, one.slice(1), one.slice(0, -1)]);
        const hostile = hostileTexts(
          [],
          cuts.filter((one) => one !== ""),
        );
        for (const text of fc.sample(hostile, { seed, numRuns: 20 })) {
          if (text === "") continue;
          const masked = any.maskText(text);
          expect([any.unmask([masked], true), any.unmask([masked])]).toEqual([[text], [text]]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("gets tags where its own wrapper would run into the text beside it", () => {
    const quoted = { ...ODD, pattern: '"odd one"' };
    const wrappers = { ODD: URL, URL: { prefix: '["', suffix: "]" } };
    const odd = new MemoryVault({ custom: [quoted], wrappers });
    const masked = odd.maskText('an "odd one" [here]');
    expect(masked).toMatch(/^an <LITERAL>".*"<\/LITERAL> \[here<LITERAL>.*<\/LITERAL>$/);
    expect(odd.unmask([masked])).toEqual(['an "odd one" [here]']);
  });

  it("gets tags around a token that holds the suffix", () => {
    const value = "odd a}}b";
    const wrappers = { ODD: { prefix: "{", suffix: "}}" } };
    const odd = new MemoryVault({ custom: [ODD], wrappers });
    const [masked] = odd.mask([{ value }]);
    expect(masked?.individual_tokens?.[0]).toMatchObject({ pii_type: "ODD", prefix: "<LITERAL>" });
    expect(odd.unmask([masked?.token_value ?? ""])).toEqual([value]);
  });
});

describe("unmask", () => {
  it("knows wrappers of policies that are gone, strict or not, under any policy", () => {
    const [token = ""] = planted;
    for (const strict of [true, false]) {
      expect(vault.unmask([`see $(${token}$.`], strict)).toEqual(["see the secret."]);
      expect(vault.unmask([`{Mail ${token}}`], strict)).toEqual(["the secret"]);
    }
  });

  it("fails for what stands for nothing in a wrapper, and lists it when it may be partial", () => {
    expect(vault.unmask(["a {Mail nobody} b"])).toBeNull();
    expect(vault.restore(["a {Mail nobody} b"], { strict: false, partial: true })).toEqual({
      ok: true,
      texts: ["a {Mail nobody} b"],
      unresolved: [["nobody"]],
    });
  });

  it("reads a policy's own tags in disguise, and not when it is strict", () => {
    const [token = ""] = planted;
    for (const text of [
      `< address >${token}</ ADDRESS >`,
      `&lt;Address&gt;${token}&lt;/Address&gt;`,
    ]) {
      expect(vault.unmask([text])).toEqual(["the secret"]);
    }
    expect(vault.unmask([`<ADRESSE>${token}</ADRESSE>`], true)).not.toEqual(["the secret"]);
  });

  it("reads other wrappers exactly as they are written", () => {
    const [, name = ""] = fixed;
    expect(vault.unmask([`say {mail ${name}} now`])).toEqual([`say {mail ${name}} now`]);
    expect(vault.unmask([`say {Mail ${name}} now`])).toEqual(["say secret now"]);
  });
});
