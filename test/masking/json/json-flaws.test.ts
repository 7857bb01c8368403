import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH, MAX_JSON_LEAVES } from "../../../src/core/limits.ts";
import type { JsonDocument } from "../../../src/masking/item.ts";
import { isExact, numberIn } from "../../../src/masking/json/json-document.ts";
import { flawOf } from "../../../src/masking/json/json-flaws.ts";

const parsed = (text: string) => JSON.parse(text) as JsonDocument;
const nested = (depth: number) => parsed("[".repeat(depth) + "]".repeat(depth));

describe("flawOf", () => {
  it.each([
    "9007199254740992",
    "-9007199254740992",
    "9007199254740993",
    "1e400",
    "-1e400",
    "9007199254740991.9",
  ])("finds that %s has lost digits, wherever it stands", (number) => {
    for (const text of [`[${number}]`, `{"a":[{"b":${number}}]}`, `["x",1,${number}]`]) {
      expect(flawOf(parsed(text))).toBe("number_out_of_range");
    }
  });

  it.each(["9007199254740991", "-9007199254740991", "0", "-0", "1e-400", "0.1", "1.5e15"])(
    "lets %s pass",
    (number) => {
      expect(flawOf(parsed(`[${number}]`))).toBeNull();
    },
  );

  it.each(['["\\ud800"]', '{"a":["\\udc00x"]}', '{"\\ud800":1}', '{"a":{"x\\udfff":{}}}'])(
    "finds the lone surrogate in %s",
    (text) => {
      expect(flawOf(parsed(text))).toBe("invalid_text");
    },
  );

  it("lets 64 levels pass, finds a 65th, and does not care how many more there are", () => {
    expect(flawOf(nested(MAX_JSON_DEPTH))).toBeNull();
    expect(flawOf(nested(MAX_JSON_DEPTH + 1))).toBe("value_too_complex");
    expect(flawOf(nested(100_000))).toBe("value_too_complex");
  });

  it("counts texts and numbers, not the rest", () => {
    const list = (length: number, one: unknown) => Array(length).fill(one) as JsonDocument;
    expect(flawOf(list(MAX_JSON_LEAVES, 1))).toBeNull();
    expect(flawOf(list(MAX_JSON_LEAVES + 1, 1))).toBe("value_too_complex");
    expect(flawOf(list(MAX_JSON_LEAVES + 1, ""))).toBe("value_too_complex");
    expect(flawOf(list(MAX_JSON_LEAVES + 1, null))).toBeNull();
  });
});

describe("numberIn", () => {
  it("reads back what String writes, and nothing else", () => {
    for (const number of [0, 1, -1, 0.1, -2.5e-9, 1e-7, 2 ** 53 - 1, 5e-324]) {
      expect(numberIn(String(number))).toBe(number);
    }
    for (const text of ["", " ", "-0", "01", "1.0", "+1", "1e3", "0x1", "NaN", "Infinity", "1 "]) {
      expect(numberIn(text)).toBeNull();
    }
    for (const text of ["9007199254740992", "100000000000000000000", "1e+21"]) {
      expect(numberIn(text)).toBeNull();
    }
  });

  it("isExact refuses what is not a number at all", () => {
    expect([isExact(Number.NaN), isExact(Number.POSITIVE_INFINITY)]).toEqual([false, false]);
  });
});
