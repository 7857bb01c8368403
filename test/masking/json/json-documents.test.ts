import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import type { JsonDocument, MaskedItem } from "../../../src/masking/item.ts";
import { type AnyMaskItem, planItems, renderItems } from "../../../src/masking/mask/mask-items.ts";
import {
  type AnyUnmaskItem,
  renderUnmaskedItems,
} from "../../../src/masking/unmask/unmask-items.ts";
import { documents, MemoryJsonVault, shapeOf } from "../../support/masking/memory-json-vault.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";
import { cases, fc } from "../../support/properties.ts";

const NUMBERS = ["age", "__proto__", "a/b", "имя"];

/** The only answer, of which the caller knows that it is a document. */
function maskOne(vault: MemoryJsonVault, item: object): MaskedItem<JsonDocument> {
  const [masked] = vault.mask([item as MaskedItem<JsonDocument>]);
  return masked as MaskedItem<JsonDocument>;
}

/** What a JSON Pointer names (RFC 6901, section 4). */
function at(document: JsonDocument, path: string): unknown {
  const names = path.split("/").slice(1);
  return names.reduce<unknown>((value, part) => {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    return Object.getOwnPropertyDescriptor(value, name)?.value;
  }, document);
}

describe("a document", () => {
  const modes = [
    {},
    { token_name: "Text Token" },
    { token_name: "Numeric Token", format: "Phone Number" },
    { token_name: "Special Token" },
  ];

  it("comes back deep-equal, names, order and all, and keeps its shape meanwhile", () => {
    const vault = new MemoryJsonVault();
    const numbers = fc.constantFrom(undefined, NUMBERS, ["0", "", "constructor", "length"]);
    fc.assert(
      fc.property(documents, fc.constantFrom(...modes), numbers, (value, mode, named) => {
        const options = { json: true, ...(named === undefined ? {} : { numbers: named }) };
        const masked = maskOne(vault, { value, ...mode, ...options });
        expect(shapeOf(masked.token_value)).toBe(shapeOf(value));
        const answer = vault.unmask([{ token_value: masked.token_value, ...options }]);
        const [back] = answer as MaskedItem<JsonDocument>[];
        expect(back?.value).toEqual(value);
        expect(JSON.stringify(back?.value)).toBe(JSON.stringify(value));
      }),
      { numRuns: cases(3000) },
    );
  });

  it("has every text replaced in token mode, and every number under a name", () => {
    const vault = new MemoryJsonVault();
    fc.assert(
      fc.property(documents, (value) => {
        const item = { value, token_name: "Special Token", json: true, numbers: NUMBERS };
        const { token_value } = maskOne(vault, item);
        const left: string[] = [];
        compare(value, token_value, false, left);
        expect(left).toEqual([]);
      }),
      { numRuns: cases(1000) },
    );
  });

  it("has its entities listed with a JSON Pointer, positions within that text", () => {
    const vault = new MemoryJsonVault();
    fc.assert(
      fc.property(documents, (value) => {
        const { token_value, individual_tokens = [] } = maskOne(vault, { value, json: true });
        for (const one of individual_tokens) {
          const text = [...(at(value, one.path ?? "none") as string)];
          expect(text.slice(one.start_pos, one.end_pos).join("")).toBe(one.value);
          expect(at(token_value, one.path ?? "none")).toContain(
            one.prefix + one.token + one.suffix,
          );
        }
      }),
      { numRuns: cases(1000) },
    );
  });

  it("does not touch a prototype, whatever its members are called", () => {
    const text = '{"__proto__":{"polluted":"ada@example.com"},"constructor":{"prototype":["x"]}}';
    const vault = new MemoryJsonVault();
    const value = JSON.parse(text) as JsonDocument;
    const { token_value } = maskOne(vault, { value, json: true });
    expect(Object.keys(token_value)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(token_value)).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    const [back] = vault.unmask([{ token_value }]) as MaskedItem<JsonDocument>[];
    expect(JSON.stringify(back?.value)).toBe(text);
  });

  it("has the same tokens as the same texts alone", () => {
    const vault = new MemoryJsonVault();
    const [alone, within] = vault.mask([
      { value: "ada@example.com", token_name: "Text Token", format: "Email Address" },
      { value: [["Mail ada@example.com now"]] },
    ]);
    expect(JSON.stringify(within?.token_value)).toContain(String(alone?.token_value));
  });

  it("is answered with what was sent, in the order of a text's answer", () => {
    const value = { a: ["", "Ada"] };
    const attributes = { row: 1 };
    const sent = { value, token_name: "Text token", format: "Url", attributes };
    const masked = maskOne(new MemoryJsonVault(), { ...sent, json: true, numbers: ["n"] });
    expect(masked).toEqual({
      ...sent,
      json: true,
      numbers: ["n"],
      format_applied: "Default Format",
      token_value: { a: ["", expect.stringMatching(/^\w{14}$/)] },
    });
    expect(maskOne(new MemoryJsonVault(), { value: {} })).toEqual({
      value: {},
      token_value: {},
      individual_tokens: [],
    });
  });

  it("hands its attributes on to every value of it, numbers included", () => {
    const value = { a: "Ada", n: 1, b: ["ada@example.com"] };
    const item = { value, token_name: "Text Token", attributes: { row: 1 }, numbers: ["n"] };
    const plan = runToEnd(planItems([item], new MemoryVault().settings()));
    const wants = plan.ok ? plan.value.wants : null;
    expect(wants?.values).toEqual(["Ada", "ada@example.com", "1"]);
    expect(wants?.attributes).toEqual(['{"row":1}', '{"row":1}', '{"row":1}']);
  });

  it("throws instead of answering when an outcome is missing or no number", () => {
    const item = { value: ["a", 5], token_name: "Text Token", numbers: [] };
    expect(() => renderItems([item], [[]])).toThrow();
    expect(() => renderItems([item], [])).toThrow();
    const number = { value: { n: 5 }, token_name: "Text Token", numbers: ["n"] };
    for (const token of ["012345", "1e3", "9007199254740992", "-0", "", "x"]) {
      expect(() => renderItems([number], [[token]])).toThrow();
    }
    expect(renderItems([number], [["7"]])).toMatchObject([{ token_value: { n: 7 } }]);
  });
});

describe("numbers of named members", () => {
  const value = {
    age: 41,
    other: 42,
    ages: [1, [2, { age: 3, x: 4 }]],
    deep: { age: [5, "6", null, true, [7], { y: 8 }] },
  };

  it("are masked at any depth and in arrays, not in objects that have other names", () => {
    const masked = maskOne(new MemoryJsonVault(), {
      value,
      numbers: ["age"],
      token_name: "Text Token",
    });
    const token = expect.toSatisfy((one: unknown) => Number.isSafeInteger(one) && Number(one) > 99);
    expect(masked.token_value).toEqual({
      age: token,
      other: 42,
      ages: [1, [2, { age: token, x: 4 }]],
      deep: { age: [token, expect.stringMatching(/^\w{14}$/), null, true, [token], { y: 8 }] },
    });
  });

  it("that are no tokens fail their item, and only when they are named", () => {
    const vault = new MemoryJsonVault();
    const [masked] = vault.mask([{ value, numbers: ["age"] }]) as MaskedItem<JsonDocument>[];
    const token_value = masked?.token_value ?? [];
    const known = { token_value, numbers: ["age"] };
    expect(vault.unmask([known, { token_value: { age: 41 }, numbers: ["age"] }])).toBe(1);
    expect(vault.unmask([known, { token_value: { age: 41 } }])).toHaveLength(2);
    expect(vault.unmask([known, { token_value, numbers: ["other"] }])).toBe(1);
  });

  it("never come back as anything but a number", () => {
    const vault = new MemoryJsonVault();
    const [token] = vault.mask([{ value: "five", token_name: "Numeric Token" }]);
    const n = Number(token?.token_value);
    expect(vault.unmask([{ token_value: { n }, numbers: ["n"] }])).toBe(0);
    // A text in which auto-detect found nothing unmasks to itself; a number does not.
    vault.mask([{ value: "12345x" }]);
    expect(vault.unmask([{ token_value: "12345x" }])).toHaveLength(1);
  });
});

describe("documents among texts", () => {
  it("are masked and unmasked in their places", () => {
    const vault = new MemoryJsonVault();
    const values = ["see ada@example.com", { n: 1, a: "Bob" }, "10.1.2.3 is up", [["Bob", 2]], []];
    const items = values.map((value) => ({ value, numbers: ["n"], json: true }));
    const masked = vault.mask(items as AnyMaskItem[]);
    const sent = masked.map(({ token_value }) => ({ token_value, numbers: ["n"], json: true }));
    const back = vault.unmask(sent as AnyUnmaskItem[]) as MaskedItem<JsonDocument>[];
    expect(back.map(({ value }) => value)).toEqual(values);
    expect(back.map(({ token_value }) => token_value)).toEqual(
      masked.map(({ token_value }) => token_value),
    );
  });

  it("read outcomes of texts as jobs have always kept them", () => {
    const items = [{ value: "Ada", token_name: "Text Token" }, { value: "see a@b.org" }];
    expect(renderItems(items, ["t1", [[4, 11, "EMAIL_ADDRESS", "t2"]]])).toMatchObject([
      { token_value: "t1" },
      { token_value: "see <EMAIL>t2</EMAIL>" },
    ]);
    expect(renderUnmaskedItems([{ token_value: "t1" }], ["Ada"])).toEqual([
      { value: "Ada", token_value: "t1" },
    ]);
  });

  it("are to blame when one of their tokens is unknown, in the order of items", () => {
    const vault = new MemoryJsonVault();
    const good = { token_value: ["", " ", "two words"] };
    const text = { token_value: ["x", "<EMAIL>nobody</EMAIL>"] };
    const number = { token_value: { n: 5 }, numbers: ["n"] };
    expect(vault.unmask([good, text, number])).toBe(1);
    expect(vault.unmask([good, number, text])).toBe(1);
    expect(vault.unmask([good, { token_value: "unknown" }, number])).toBe(1);
    expect(vault.unmask([good, number, { token_value: "unknown" }])).toBe(1);
    expect(vault.unmask([good])).toMatchObject([{ value: ["", " ", "two words"] }]);
  });
});

/** Collect what masking should have replaced and did not. */
function compare(before: unknown, after: unknown, isNamed: boolean, left: string[]): void {
  const isMasked = typeof before === "string" ? before !== "" : isNamed && before !== null;
  if (typeof before !== "object" || before === null) {
    const shouldDiffer = isMasked && typeof before !== "boolean";
    if (Object.is(before, after) === shouldDiffer) left.push(JSON.stringify([before, after]));
    return;
  }
  for (const [name, one] of Object.entries(before)) {
    const other = Object.getOwnPropertyDescriptor(after, name)?.value;
    compare(one, other, Array.isArray(before) ? isNamed : NUMBERS.includes(name), left);
  }
}
