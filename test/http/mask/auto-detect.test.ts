// PUT mask with only a value: what is found, its tag, and its position.
import { describe, expect, it } from "vitest";
import { ENTITIES, type EntityType } from "../../../src/core/entities.ts";
import type { MaskedItem } from "../../../src/masking/item.ts";
import { newVault } from "../../support/namespaces.ts";
import { mask, maskText, unmask } from "../../support/requests.ts";

/** A value of each type that auto-detect can be sure of. */
const SAMPLES: readonly (readonly [EntityType, string])[] = [
  ["EMAIL_ADDRESS", "George.W@example.com"],
  ["URL", "https://www.cityhospital.net/a?b=c"],
  ["IP_ADDRESS", "192.168.0.1"],
  ["IP_ADDRESS", "2001:db8::8a2e:370:7334"],
  ["MAC_NUMBER", "00:1A:2B:3C:4D:5E"],
  ["CREDIT_CARD", "4111 1111 1111 1111"],
  ["US_SSN", "756-45-6689"],
  ["PHONE_NUMBER", "+44 7943 582088"],
  ["ACC_NO", "DE89370400440532013000"],
];

/** Check that positions, tags and tokens of an answer fit together; gives the masked text. */
function expectConsistent(item: MaskedItem): void {
  const codePoints = [...item.value];
  let text = "";
  let from = 0;
  for (const found of item.individual_tokens ?? []) {
    expect(codePoints.slice(found.start_pos, found.end_pos).join("")).toBe(found.value);
    expect(found.start_pos).toBeGreaterThanOrEqual(from);
    const { tag } = ENTITIES[found.pii_type as EntityType];
    expect([found.prefix, found.suffix]).toEqual([`<${tag}>`, `</${tag}>`]);
    text += codePoints.slice(from, found.start_pos).join("");
    text += found.prefix + found.token + found.suffix;
    from = found.end_pos;
  }
  expect(item.token_value).toBe(text + codePoints.slice(from).join(""));
}

describe("auto-detect", () => {
  it.each(SAMPLES)(
    "finds %s in a sentence, tags it and gives its place: %s",
    async (type, value) => {
      const { token } = await newVault();
      const item = await maskText(token, `The record says ${value} and no more.`);
      expect(item.individual_tokens).toHaveLength(1);
      expect(item.individual_tokens?.[0]).toMatchObject({
        value,
        pii_type: type,
        start_pos: 16,
        end_pos: 16 + [...value].length,
      });
      expect(item.token_value).not.toContain(value);
      expectConsistent(item);
      expect(await unmask(token, [item.token_value])).toEqual([item.value]);
    },
  );

  it.each(SAMPLES)(
    "replaces a value that is all of %s by its tagged token: %s",
    async (type, value) => {
      const { token } = await newVault();
      const item = await maskText(token, value);
      const found = item.individual_tokens?.[0];
      expect(found).toMatchObject({ value, pii_type: type, start_pos: 0, end_pos: value.length });
      expect(item.token_value).toBe(`${found?.prefix}${found?.token}${found?.suffix}`);
      expect(await unmask(token, [item.token_value])).toEqual([value]);
    },
  );

  it("counts positions in code points, also behind emoji and combining marks", async () => {
    const { token } = await newVault();
    const item = await maskText(token, "😀👨‍👩‍👧 e\u0301 ada@example.org, 𝒳 10.0.0.1");
    const [email, ip] = item.individual_tokens ?? [];
    expect([email?.start_pos, email?.end_pos]).toEqual([10, 25]);
    expect([ip?.start_pos, ip?.end_pos]).toEqual([29, 37]);
    expectConsistent(item);
    expect(await unmask(token, [item.token_value])).toEqual([item.value]);
  });

  it("lists everything it found in text order and gives equal values equal tokens", async () => {
    const { token } = await newVault();
    const item = await maskText(token, "10.0.0.1 a@b.org 10.0.0.1 SSN 756-45-6689, a@b.org!");
    const found = item.individual_tokens ?? [];
    expect(found.map(({ pii_type }) => pii_type)).toEqual([
      "IP_ADDRESS",
      "EMAIL_ADDRESS",
      "IP_ADDRESS",
      "US_SSN",
      "EMAIL_ADDRESS",
    ]);
    expect(found[0]?.token).toBe(found[2]?.token);
    expect(found[1]?.token).toBe(found[4]?.token);
    expectConsistent(item);
    expect(await unmask(token, [item.token_value])).toEqual([item.value]);
  });

  it("leaves prose without anything to find as it is, with an empty list", async () => {
    const { token } = await newVault();
    const item = await maskText(token, "  nothing to see here \n");
    expect(item).toEqual({
      value: "  nothing to see here \n",
      token_value: "  nothing to see here \n",
      individual_tokens: [],
    });
    expect(await unmask(token, [item.token_value])).toEqual([item.value]);
  });

  it("answers with exactly the members sent, token_value and individual_tokens", async () => {
    const { token } = await newVault();
    const [plain, noted] = await mask(token, [
      { value: "a@b.org" },
      { value: "a@b.org", attributes: { id: 7 } },
    ]);
    expect(Object.keys(plain ?? {}).sort()).toEqual(["individual_tokens", "token_value", "value"]);
    expect(noted?.attributes).toEqual({ id: 7 });
    expect(noted?.token_value).toBe(plain?.token_value);
  });

  it("takes a text of exactly 64 KiB and gives it back", async () => {
    const { token } = await newVault();
    const text = "write to ada@example.org or call 10.0.0.1 soon. ".repeat(2_000).slice(0, 65_536);
    const item = await maskText(token, text);
    expectConsistent(item);
    expect(await unmask(token, [item.token_value])).toEqual([text]);
  });

  it("takes 64 KiB of digits and gives them back", async () => {
    const { token } = await newVault();
    const digits = "7".repeat(65_536);
    const item = await maskText(token, digits);
    expect(item.token_value).not.toContain("7777777777");
    expect(await unmask(token, [item.token_value])).toEqual([digits]);
  });

  it.each(["hello", "Yes!", "Welcome Charles", "goodbye monster", "?", "x y", "Grüße", "\u0000"])(
    "gives back the harmless text %j that it left alone",
    async (text) => {
      const { token } = await newVault();
      const item = await maskText(token, text);
      expect(await unmask(token, [item.token_value])).toEqual([text]);
    },
  );
});
