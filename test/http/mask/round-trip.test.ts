// docs/decisions/laws.md#round-trip: unmask(mask(x)) is x, byte for byte, for generated values.

import { describe, expect, it } from "vitest";
import type { UnmaskedItem } from "../../../src/masking/item.ts";
import { newNamespace, newVault } from "../../support/namespaces.ts";
import { everyOther, fc, IS_LONG } from "../../support/properties.ts";
import { accepted, call, mask, maskText, PATHS, tokenOf, unmask } from "../../support/requests.ts";

/** The same values in every run, so that a failure can be reproduced. */
const SEED = 20_260_101;
const TOKEN_NAMES = ["Default Token", "Text Token", "Numeric Token", "Special Token"];

function samples<T>(values: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(values, { numRuns: IS_LONG ? count : count / 4, seed: SEED });
}

const character = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  fc.constantFrom(..." -_.,:;@/\\()[]<>&'\"\t\n\r\u0000\u007f\u00a0\u200b\u2028\ufeff"),
  fc.constantFrom(..."0123456789"),
);
const anyText = fc.array(character, { minLength: 1, maxLength: 40 }).map((parts) => parts.join(""));

describe("any text", () => {
  it.each(TOKEN_NAMES)("comes back from %s, with a token of its own", async (token_name) => {
    const { token } = await newVault();
    const values = [...new Set(samples(anyText, 600))];
    const masked = await mask(
      token,
      values.map((value) => ({ value, token_name })),
    );
    const tokens = masked.map((item) => item.token_value);
    expect(new Set(tokens).size).toBe(values.length);
    expect(await unmask(token, tokens)).toEqual(values);
  });

  it.each(TOKEN_NAMES)("comes back from %s inside tags in free text", async (token_name) => {
    const { token } = await newVault();
    const values = samples(anyText, 300);
    const masked = await mask(
      token,
      values.map((value) => ({ value, token_name })),
    );
    const texts = masked.map((item) => `see <URL>${item.token_value}</URL>!`);
    expect(await unmask(token, texts)).toEqual(values.map((value) => `see ${value}!`));
  });

  it("comes back from auto-detect in a sentence", async () => {
    const { token } = await newVault();
    const values = samples(anyText, 600).map((value) => `please note the following: ${value}`);
    const masked = await mask(
      token,
      values.map((value) => ({ value })),
    );
    expect(
      await unmask(
        token,
        masked.map((item) => item.token_value),
      ),
    ).toEqual(values);
  });
});

describe("the largest values of every shape", () => {
  const LARGE: readonly (readonly [string, string])[] = [
    ["one word", "a".repeat(4_096)],
    ["single letters", "a ".repeat(2_048)],
    ["single digits", "7-".repeat(2_048)],
    ["digits", "7".repeat(4_096)],
    ["separators", "-".repeat(4_096)],
    ["two-byte letters", "é".repeat(2_048)],
    ["emoji", "😀".repeat(1_024)],
    ["emoji apart", "😀 ".repeat(819)],
    ["NUL", "\u0000".repeat(4_096)],
    ["quotes", '"'.repeat(4_096)],
  ];

  it.each(everyOther(LARGE))(
    "of %s come back from every token name, untagged and tagged",
    async (_, value) => {
      const { token } = await newVault();
      for (const name of TOKEN_NAMES) {
        const masked = await tokenOf(token, value, name);
        expect(masked).not.toBe(value);
        const tagged = `x <EMAIL>${masked}</EMAIL>`;
        expect(await unmask(token, [masked, tagged])).toEqual([value, `x ${value}`]);
      }
    },
  );
});

describe("the largest texts", () => {
  const KIB_64 = 65_536;
  const DENSE: readonly (readonly [string, string])[] = [
    ["short e-mail addresses", "a@b.co "],
    ["IP addresses", "1.1.1.1 "],
    ["planted tokens", "<URL>x</URL>"],
    ["short URLs", "http://a.co/ "],
    ["SSNs", "756-45-6689 "],
  ];

  it.each(everyOther(DENSE))("full of %s come back", async (name, piece) => {
    const { token } = await newVault();
    // The largest there is for one sort; of the others a quarter, which is more than a thousand values, too.
    const isWhole = IS_LONG || name === "planted tokens";
    const text = piece.repeat(Math.floor((isWhole ? KIB_64 : KIB_64 / 4) / piece.length));
    const item = await maskText(token, text);
    expect(item.individual_tokens?.length).toBeGreaterThan(1_000);
    const [restored] = await unmask(token, [item.token_value]);
    // Not toBe on the texts: its message would be as large as they are.
    expect(restored === text).toBe(true);
  });

  it.each([
    ["a URL of thousands of segments", `see https://x.example/${"a/".repeat(5_000)} there`],
    ["a URL of one long segment", `see https://x.example/${"a".repeat(50_000)} there`],
    ["a URL of thousands of parameters", `see https://x.example/?${"a=1&".repeat(8_000)} there`],
    ["tags around thousands of letters", `<EMAIL>${"x ".repeat(2_500)}</EMAIL>`],
    ["an address of many labels", `a@${"b.".repeat(2_500)}org is long`],
  ])("with %s come back", async (_, text) => {
    const { token } = await newVault();
    const item = await maskText(token, text);
    const [restored] = await unmask(token, [item.token_value]);
    // Not toBe on the texts: its message would be as large as they are.
    expect(restored === text).toBe(true);
  });
});

describe("hostile texts put together at random", () => {
  /** Fragments of tags, tokens and entities in any order. */
  async function scene() {
    const { tokens } = await newNamespace({ attacker: ["mask"], reader: ["mask", "unmask"] });
    const secret = "victim@secret.example";
    const planted = await tokenOf(tokens.reader, secret, "Text Token", "Email Address");
    const opaque = await tokenOf(tokens.reader, secret, "Special Token");
    const digits = await tokenOf(tokens.reader, "4085551234", "Numeric Token");
    const fragments = ["<EMAIL>", "</EMAIL>", "<URL>", "</URL>", "<PHN>", "</PHN>", "<LITERAL>"];
    const noise = ["<", "</", ">", "EMAIL", "EMAIL>", "<EM", "AIL>", " ", "\n", "x", "&", "="];
    const found = ["a@b.org", "https://x.example/p", "10.0.0.1", "756-45-6689", "mailto:"];
    const all = [...fragments, ...fragments, ...noise, ...found, planted, planted, opaque, digits];
    const text = fc.array(fc.constantFrom(...all), { minLength: 2, maxLength: 14 });
    return { ...tokens, secret, texts: samples(text, 900).map((parts) => parts.join("")) };
  }

  it("come back verbatim from a sentence", async () => {
    const { attacker, reader, texts } = await scene();
    const values = texts.map((text) => `look at this: ${text}`);
    const masked = await mask(
      attacker,
      values.map((value) => ({ value })),
    );
    expect(
      await unmask(
        reader,
        masked.map((item) => item.token_value),
      ),
    ).toEqual(values);
  });

  it("never bring out somebody's value when they stand alone", async () => {
    const { attacker, reader, secret, texts } = await scene();
    const masked = await mask(
      attacker,
      texts.map((value) => ({ value })),
    );
    // All in one request: an item whose token has no value reports that, and fails none of the others.
    const body = { unmask: masked.map(({ token_value }) => ({ token_value })), partial: true };
    const answer = await call<UnmaskedItem[]>("PUT", PATHS.unmask, { token: reader, body });
    expect(answer.text).not.toContain(secret);
    expect(answer.text).not.toContain("4085551234");
    for (const [i, { value, unresolved }] of accepted(answer).entries()) {
      if (unresolved?.length === 0) expect(value).toBe(texts[i]);
    }
  });
});
