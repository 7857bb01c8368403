// The size of an answer told without writing it, against answers that are written.
import { describe, expect, it } from "vitest";
import { wholeAnswerBytes } from "../../../src/masking/mask/answer-size.ts";
import {
  type AnyMaskItem,
  type ItemOutcome,
  renderItems,
} from "../../../src/masking/mask/mask-items.ts";
import { fc } from "../../support/properties.ts";

const bytesOf = (list: readonly unknown[]): number =>
  new TextEncoder().encode(JSON.stringify(list).slice(1, -1)).length;
const told = (items: readonly AnyMaskItem[], outcomes: readonly ItemOutcome[], bytes: number) =>
  wholeAnswerBytes({ items, bytes }, outcomes, bytesOf(outcomes));
const written = (items: readonly AnyMaskItem[], outcomes: readonly ItemOutcome[]): number =>
  bytesOf(renderItems(items, outcomes));

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const item: fc.Arbitrary<AnyMaskItem> = fc.record(
  { value: text, token_name: fc.constantFrom("Text Token", "Numeric Token"), json: fc.boolean() },
  { requiredKeys: ["value", "token_name"] },
);
const pairs = fc.array(fc.tuple(item, text), { maxLength: 6 });
const split = (list: readonly (readonly [AnyMaskItem, string])[]) => ({
  items: list.map(([one]) => one),
  tokens: list.map(([, token]) => token),
});

describe("wholeAnswerBytes", () => {
  it("is what is written, for items sent as JSON.stringify writes them", () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const { items, tokens } = split(list);
        expect(told(items, tokens, bytesOf(items))).toBe(written(items, tokens));
      }),
    );
  });

  it("is never less, however they were sent", () => {
    fc.assert(
      fc.property(pairs, fc.nat(3), (list, indent) => {
        const { items, tokens } = split(list);
        const sent = items.map((one) =>
          JSON.stringify({ unknown: 1, ...one }, null, indent).replace(/[^\n -~]/gu, (letter) =>
            Array.from({ length: letter.length }, (_, i) => escaped(letter.charCodeAt(i))).join(""),
          ),
        );
        const bytes = sent.join(" ,\n").length;
        expect(told(items, tokens, bytes)).toBeGreaterThanOrEqual(written(items, tokens));
      }),
    );
  });

  it("says nothing where an answer has more than a token", () => {
    const named = { value: "a", token_name: "Date Token" };
    expect(told([named], ["token"], 30)).not.toBeNull();
    expect(told([named, { ...named, attributes: { n: 1e20 } }], ["token", "token"], 60)).toBeNull();
    expect(told([named, { ...named, format: "DD" }], ["token", "token"], 60)).toBeNull();
    expect(told([named, { value: "no names" }], ["token", []], 60)).toBeNull();
    expect(told([{ value: { a: "b" }, token_name: "Text Token" }], [["token"]], 60)).toBeNull();
  });
});

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
