import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../src/core/entities.ts";
import { BUILT_IN_WRAPPERS } from "../../src/tokens/reading/wrappers.ts";
import { MemoryVault } from "../support/masking/memory-vault.ts";
import { cases, fc } from "../support/properties.ts";
import { readTags } from "../support/tokens/read-tags.ts";

const SENSITIVE = [
  "jane.doe@example.com",
  "https://example.com/a?b=c#d",
  "192.168.10.20",
  "2001:db8::1",
  "00:1B:44:11:3A:B7",
  "4111 1111 1111 1111",
  "+1 650-253-0000",
  "GB82 WEST 1234 5698 7654 32",
] as const;
const TAG_PARTS = Object.values(ENTITIES).flatMap(({ tag }) => [`<${tag}>`, `</${tag}>`]);
const part = fc.oneof(
  fc.constantFrom<string>(...SENSITIVE),
  fc.constantFrom(...TAG_PARTS),
  fc.constantFrom(
    " ",
    "\n",
    "😀",
    "👩‍👩‍👧‍👦",
    "é",
    "e\u0301",
    "\0",
    "\u202e",
    "𝒳",
    "<",
    ">",
    ", ",
    "id ",
  ),
  fc.string({ unit: "binary", maxLength: 6 }).filter((text) => text.isWellFormed()),
);
/** Long enough, with blanks, and ending so that it cannot look like a token as a whole. */
const prose = fc.array(part, { maxLength: 14 }).map((parts) => `§ ${parts.join("")} §`);

describe("auto-detect and unmask", () => {
  it("give back any text, byte for byte", () => {
    const vault = new MemoryVault();
    fc.assert(
      fc.property(prose, (text) => {
        expect(vault.unmask([vault.maskText(text)])).toEqual([text]);
      }),
      { numRuns: cases(1500) },
    );
  });

  it("give back a text that was masked twice, layer by layer", () => {
    const vault = new MemoryVault();
    fc.assert(
      fc.property(prose, (text) => {
        const once = vault.maskText(text);
        const twice = vault.maskText(once);
        expect(vault.unmask([twice])).toEqual([once]);
        expect(vault.unmask(vault.unmask([twice]) ?? [])).toEqual([text]);
      }),
      { numRuns: 500 },
    );
  });

  it("name every replaced value with its position in code points, end exclusive", () => {
    const vault = new MemoryVault();
    fc.assert(
      fc.property(prose, (text) => {
        const [masked] = vault.mask([{ value: text }]);
        const characters = [...text];
        let rebuilt = "";
        let from = 0;
        for (const one of masked?.individual_tokens ?? []) {
          expect(characters.slice(one.start_pos, one.end_pos).join("")).toBe(one.value);
          expect(one.start_pos).toBeGreaterThanOrEqual(from);
          rebuilt += characters.slice(from, one.start_pos).join("");
          rebuilt += one.prefix + one.token + one.suffix;
          from = one.end_pos;
        }
        expect(rebuilt + characters.slice(from).join("")).toBe(masked?.token_value);
      }),
      { numRuns: cases(1000) },
    );
  });

  it("leave no tagged range of the input that an unmask would look at", () => {
    const vault = new MemoryVault();
    fc.assert(
      fc.property(prose, (text) => {
        const masked = vault.maskText(text);
        const own = new Set(
          vault.mask([{ value: text }])[0]?.individual_tokens?.map((t) => t.token),
        );
        for (const strict of [false, true]) {
          for (const span of readTags(masked, BUILT_IN_WRAPPERS.tags, strict).spans)
            expect(own).toContain(span.content);
        }
      }),
      { numRuns: cases(1000) },
    );
  });

  it.each(SENSITIVE)("give back %j on its own and in a sentence", (value) => {
    const vault = new MemoryVault();
    for (const text of [value, `Reach me: ${value}`, `😀 Reach me: ${value} 😀`]) {
      const masked = vault.maskText(text);
      expect(masked).not.toContain(value);
      expect(vault.unmask([masked])).toEqual([text]);
    }
  });

  it("give the token that token mode gives for the entity's public pair", () => {
    const vault = new MemoryVault();
    for (const value of SENSITIVE) {
      const [masked] = vault.mask([{ value }]);
      const [one] = masked?.individual_tokens ?? [];
      const rule = ENTITIES[one?.pii_type as keyof typeof ENTITIES];
      const format = rule.format === null ? {} : { format: rule.format };
      const [whole] = vault.mask([
        { value: one?.value ?? "", token_name: rule.tokenName, ...format },
      ]);
      expect(whole?.token_value).toBe(one?.token);
    }
  });

  it("counts positions behind surrogate pairs and combining marks in code points", () => {
    const [masked] = new MemoryVault().mask([{ value: "😀e\u0301👨‍👩‍👧 a@example.com" }]);
    expect(masked?.individual_tokens).toMatchObject([{ start_pos: 9, end_pos: 22 }]);
  });
});

describe("token and format mode", () => {
  const names = ["Default Token", "Text Token", "Numeric Token", "Special Token"];

  it("give back any value as a token without tags, for every token name", () => {
    const vault = new MemoryVault();
    const value = fc.oneof(
      fc
        .string({ unit: "binary", minLength: 1, maxLength: 80 })
        .filter((text) => text.isWellFormed()),
      fc.stringMatching(/^[ -~]{1,40}$/),
    );
    fc.assert(
      fc.property(value, fc.constantFrom(...names), (text, token_name) => {
        const [masked] = vault.mask([{ value: text, token_name }]);
        expect(vault.unmask([masked?.token_value ?? ""])).toEqual([text]);
      }),
      { numRuns: cases(1000) },
    );
  });

  it("echo the item, and list individual tokens only in auto-detect mode", () => {
    const attributes = { a: [1, { b: null }] };
    const [token, text] = new MemoryVault().mask([
      { value: "x", token_name: "Text token", format: "Email address", attributes },
      { value: "nothing to see", attributes },
    ]);
    expect(token).toEqual({
      value: "x",
      token_name: "Text token",
      format: "Email address",
      attributes,
      format_applied: "Default Format",
      token_value: expect.stringMatching(/^[0-9A-Za-z]{14}$/),
    });
    expect(text).toEqual({
      value: "nothing to see",
      attributes,
      token_value: "nothing to see",
      individual_tokens: [],
    });
  });

  it("refuses names that nobody checked, instead of masking with a wrong kind", () => {
    const vault = new MemoryVault();
    expect(() => vault.mask([{ value: "x", token_name: "No Such Token" }])).toThrow();
    expect(() => vault.mask([{ value: "x", token_name: "Text Token", format: "nope" }])).toThrow();
  });
});
