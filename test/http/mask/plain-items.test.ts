// Items that are read without their schema: the result is always the one that the schema gives.
import { describe, expect, it } from "vitest";
import {
  maskItem,
  plainMaskItem,
  plainUnmaskItem,
  unmaskItem,
} from "../../../src/contract/mask.ts";
import { cases, fc } from "../../support/properties.ts";

const text = fc.oneof(
  fc.constantFrom("Text Token", " ", "\t\u3000", "", "\ud800", "x"),
  fc.string(),
);
const member = fc.oneof({ weight: 4, arbitrary: text }, fc.constantFrom(null, 1, true, [], {}));
const NAMES = [
  "value",
  "token_name",
  "format",
  "token_value",
  "attributes",
  "json",
  "__proto__",
  "other",
];
const item = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...NAMES), member, { maxKeys: 4 })
    .map((one) => JSON.stringify(one)),
  fc
    .tuple(text, text, text)
    .map(([value, token_name, format]) => JSON.stringify({ format, token_name, value })),
  text.map((token_value) => JSON.stringify({ token_value })),
  fc.json(),
);

describe.each([
  ["mask", plainMaskItem, maskItem],
  ["unmask", plainUnmaskItem, unmaskItem],
] as const)("plain %s items", (_, plain, schema) => {
  it("are read as the schema reads them, or left to it", () => {
    fc.assert(
      fc.property(item, (json) => {
        const data: unknown = JSON.parse(json);
        const read = plain(data);
        if (read === null) return;
        const parsed = schema.safeParse(data);
        expect(parsed.success).toBe(true);
        expect(JSON.stringify(read)).toBe(JSON.stringify(parsed.data));
      }),
      { numRuns: cases(2000) },
    );
  });
});

it("plain items are those of a value and its names, and those of a token", () => {
  expect(plainMaskItem({ value: "a" })).toEqual({ value: "a" });
  const named = { value: "a", token_name: "Text Token", format: "URL" };
  expect(plainMaskItem(named)).toEqual(named);
  expect(plainUnmaskItem({ token_value: "a" })).toEqual({ token_value: "a" });
  for (const other of [
    null,
    "a",
    [],
    {},
    { value: "" },
    { value: "a", format: "URL" },
    { value: "a", json: true },
  ]) {
    expect(plainMaskItem(other)).toBeNull();
  }
});
