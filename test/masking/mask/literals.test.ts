import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { planMask } from "../../../src/masking/mask/plan-mask.ts";
import { outcomesOf } from "../../../src/masking/mask/render-mask.ts";
import { kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const TEXT = kindOf(0, 2, 0);
const NUMERIC = kindOf(0, 3, 0);

describe("planted tokens", () => {
  it.each([
    ["a token of the namespace", "<EMAIL>{token}</EMAIL>"],
    ["a token in prose", "Please see <EMAIL>{token}</EMAIL>, thanks"],
    ["a token under another tag", "<URL>{token}</URL>"],
    ["a token inside another tagged range", "<URL>a <EMAIL>{token}</EMAIL> b</URL>"],
    ["two tokens side by side", "<EMAIL>{token}</EMAIL><PHN>{token}</PHN>"],
    ["a token behind an open tag", "<EMAIL><EMAIL>{token}</EMAIL>"],
    ["a token that is nobody's yet", "<PHN>123-456</PHN>"],
    ["a token without tags", "{token}"],
    ["a token in a literal", "<LITERAL>{token}</LITERAL>"],
    ["a broken tag that detection could complete", "<EMAIL>a@example.com</EMAIL>"],
  ])("in the form of %s come back verbatim and reveal nothing", (_, form) => {
    const vault = new MemoryVault();
    const token = vault.tokenOf("the secret", TEXT);
    const planted = form.replaceAll("{token}", token);
    const masked = vault.maskText(planted);
    expect(masked).not.toBe(planted);
    expect(vault.unmask([masked])).toEqual([planted]);
  });

  it("hides the whole tagged range, tags included, in one LITERAL", () => {
    const [masked] = new MemoryVault().mask([{ value: "a <EMAIL>xyz</EMAIL> b" }]);
    expect(masked?.individual_tokens).toMatchObject([
      {
        pii_type: "LITERAL",
        value: "<EMAIL>xyz</EMAIL>",
        prefix: "<LITERAL>",
        suffix: "</LITERAL>",
        start_pos: 2,
        end_pos: 20,
      },
    ]);
    expect(masked?.token_value).toMatch(/^a <LITERAL>[0-9A-Za-z]{15,24}<\/LITERAL> b$/);
  });

  it.each([
    ["an opening and a closing tag", "<SSN>{token}", "</SSN>"],
    ["tags in disguise", "&lt;ssn&gt;{token}", "\\u003c/**ssn**>"],
    ["tags without anything between", "<SSN>", "{token}</SSN>"],
    ["tags behind tags", "<EMAIL><SSN>{token}", "</SSN></EMAIL>"],
  ])("hides %s that two texts put together would make", (_, first, second) => {
    const vault = new MemoryVault();
    const token = vault.tokenOf("Texas", kindOf(0, TOKEN.state, 0));
    const texts = [first, second].map((text) => text.replace("{token}", token));
    const masked = texts.map((text) => vault.maskText(text));
    expect(vault.unmask(masked)).toEqual(texts);
    for (const joint of ["", " ", "\n"]) {
      expect(vault.unmask([masked.join(joint)])).toEqual([texts.join(joint)]);
    }
  });

  it("hides tags side by side in one LITERAL, and a tag with the value it cuts", () => {
    const [masked] = new MemoryVault().mask([
      { value: "a </URL></EMAIL><SSN> b https://x.example/<URL>c d" },
    ]);
    expect(masked?.individual_tokens?.map(({ value }) => value)).toEqual([
      "</URL></EMAIL><SSN>",
      "https://x.example/",
      "<URL>",
    ]);
  });

  it.each(["123456", "(555) 010-1234", " 42 ", "1"])(
    "hides %j: a text of digits could be a numeric token, today or tomorrow",
    (value) => {
      const vault = new MemoryVault();
      const masked = vault.maskText(value);
      expect(masked).toMatch(/^\s*<(LITERAL|PHN|SSN|CRD)>/);
      expect(vault.unmask([masked])).toEqual([value]);
    },
  );

  it("hides a token without tags in one LITERAL, whatever it looks like", () => {
    const vault = new MemoryVault();
    for (const [value, kind] of [
      ["jane@example.com", kindOf(0, 2, 2)],
      ["Ann Lee", TEXT],
    ] as const) {
      const token = vault.tokenOf(value, kind);
      const [masked] = vault.mask([{ value: `ask ${token}, please` }]);
      expect(masked?.individual_tokens).toMatchObject([{ pii_type: "LITERAL", value: token }]);
    }
  });

  it("hides a value as a whole that has a token in it", () => {
    const vault = new MemoryVault();
    const token = vault.tokenOf("secret", TEXT);
    const url = `https://example.com/${token}/more?and=more`;
    const [masked] = vault.mask([{ value: `see ${url} now` }]);
    expect(masked?.individual_tokens).toMatchObject([{ pii_type: "URL", value: url }]);
    const kept = vault.maskText(`see ${url} now`, true);
    expect(kept).not.toContain("and=more");
  });

  it("does not hide another namespace's token: this one cannot resolve it", () => {
    const other = new MemoryVault().tokenOf("x y", TEXT);
    const vault = new MemoryVault();
    expect(vault.maskText(`${other} and more`)).toBe(`${other} and more`);
  });

  it("detects between and around tagged rangees", () => {
    const [masked] = new MemoryVault().mask([
      { value: "a@example.com <EMAIL>zzz</EMAIL> b@example.com" },
    ]);
    expect(masked?.individual_tokens?.map((one) => one.pii_type)).toEqual([
      "EMAIL_ADDRESS",
      "LITERAL",
      "EMAIL_ADDRESS",
    ]);
  });
});

describe("known tokens kept", () => {
  it("leaves tagged rangees as they are, so that a later unmask resolves them", () => {
    const vault = new MemoryVault();
    const token = vault.tokenOf("jane@example.com", kindOf(0, 2, 2));
    const text = `write to <EMAIL>${token}</EMAIL> or bob@example.com`;
    const masked = vault.maskText(text, true);
    expect(masked).toContain(`<EMAIL>${token}</EMAIL>`);
    expect(masked).not.toContain("bob@example.com");
    expect(vault.unmask([masked])).toEqual(["write to jane@example.com or bob@example.com"]);
  });

  it("leaves a token without tags as it is", () => {
    const vault = new MemoryVault();
    for (const kind of [TEXT, NUMERIC]) {
      const token = vault.tokenOf("abc-defgh", kind);
      expect(vault.maskText(token, true)).toBe(token);
      expect(vault.unmask([token])).toEqual(["abc-defgh"]);
    }
  });
});

describe("plans", () => {
  it("ask for values in the order their tokens are used, with the item's attributes", () => {
    const plan = runToEnd(
      planMask(
        [
          { value: "b@example.com a@example.com", attributes: { n: 1 } },
          { value: "whole", token_name: "Default Token" },
          { value: "none here" },
          { value: "c@example.com", attributes: null },
        ],
        new MemoryVault().settings(),
      ),
    );
    expect(plan.wants).toEqual({
      values: ["b@example.com", "a@example.com", "whole", "c@example.com"],
      kinds: [kindOf(0, 2, 2), kindOf(0, 2, 2), kindOf(0, 1, 0), kindOf(0, 2, 2)],
      entities: [null, null, null, null],
      attributes: ['{"n":1}', '{"n":1}', null, "null"],
    });
    expect(runToEnd(outcomesOf(plan, ["t1", "t2", "t3", "t4"]))).toEqual([
      [
        [0, 13, "EMAIL_ADDRESS", "t1"],
        [14, 27, "EMAIL_ADDRESS", "t2"],
      ],
      "t3",
      [],
      [[0, 13, "EMAIL_ADDRESS", "t4"]],
    ]);
    expect(() => runToEnd(outcomesOf(plan, ["t1", "t2", "t3"]))).toThrow();
  });
});
