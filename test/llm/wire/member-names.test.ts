// Member names chosen by the caller, when rewritten: none is lost, and all keep their order.
import { describe, expect, it } from "vitest";
import { textsToMask } from "../../../src/llm/wire/body-texts.ts";
import type { JsonObject } from "../../../src/llm/wire/dialect.ts";
import { MASKED } from "../../../src/llm/wire/fields.ts";

/** An object with its texts replaced by those of this list, its places set in this order or the other way round. */
function written(text: string, by: Readonly<Record<string, string>>, isReversed: boolean): string {
  const body = JSON.parse(text) as JsonObject;
  const places = textsToMask(body, { others: { ...MASKED, others: MASKED } }, { media: "refuse" });
  if (!places.ok) throw new Error(places.error.message);
  const inOrder = isReversed ? places.value.toReversed() : places.value;
  const texts = new Map(Object.entries(by));
  for (const place of inOrder) expect(place.set(texts.get(place.text) ?? place.text)).toBe(true);
  return JSON.stringify(body);
}

describe.each([false, true])("members, their places set in reverse: %s", (isReversed) => {
  it("keep their order, and their texts", () => {
    const text = '{"tok1":"x","b":"tok1","c":{"tok1":"y","d":"z"},"__proto__":"p"}';
    expect(written(text, { tok1: "ann", x: "X", y: "Y" }, isReversed)).toBe(
      '{"ann":"X","b":"ann","c":{"ann":"Y","d":"z"},"__proto__":"p"}',
    );
    expect(written('{"a":"1","b":"2"}', { a: "__proto__" }, isReversed)).toBe(
      '{"__proto__":"1","b":"2"}',
    );
  });

  it("stay, however many get one name", () => {
    expect(written('{"tok1":"x","ann":"y"}', { tok1: "ann" }, isReversed)).toBe(
      '{"ann_2":"x","ann":"y"}',
    );
    const all = { a: "T", b: "T", c: "T" };
    expect(written('{"a":"1","T_2":"2","b":"3","c":"4"}', all, isReversed)).toBe(
      '{"T":"1","T_2":"2","T_3":"3","T_4":"4"}',
    );
  });

  it("may take each other's names", () => {
    expect(written('{"a":"1","b":"2"}', { a: "b", b: "a" }, isReversed)).toBe('{"b":"1","a":"2"}');
  });

  it("are renamed in linear time", { timeout: 8_000 }, () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `name${i}`);
    const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, "x"])));
    const by = Object.fromEntries(names.map((name) => [name, "T"]));
    const members = Object.keys(JSON.parse(written(text, by, isReversed)));
    expect([members.length, members.at(-1)]).toEqual([20_000, "T_20000"]);
  });
});
