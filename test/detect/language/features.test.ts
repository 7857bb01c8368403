// The rows of the language model in which words in Latin letters are looked up.

import { describe, expect, it } from "vitest";
import { ROWS, rowsOf } from "../../../src/detect/language/features.ts";
import { fc } from "../../support/properties.ts";

function rows(text: string): number[] {
  const room = new Int32Array(text.length + 1);
  return [...room.subarray(0, rowsOf(text, 0, text.length, room))];
}

describe("the rows of a text", () => {
  it("are as many as its letters and words, and at most one more than its code units", () => {
    expect(rows("")).toEqual([]);
    expect(rows("- 字 я")).toEqual([]);
    expect(rows("the cat")).toHaveLength(8);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const found = rows(text);
        expect(found.length).toBeLessThanOrEqual(text.length + 1);
        expect(found.filter((row) => row < 0 || row >= ROWS)).toEqual([]);
      }),
    );
  });

  it("are the same whatever the case and width of letters, and what nobody sees between them", () => {
    for (const other of ["ÉTÉ", "Ｅt\u00adé", "e\u0301t\u200de\u0301"]) {
      const plain = other.includes("\u0301") ? "ete" : other.startsWith("Ｅ") ? "eté" : "été";
      expect(rows(other)).toEqual(rows(plain));
    }
    expect(rows("ete")).not.toEqual(rows("été"));
  });

  it("leave out words that touch digits and signs of code", () => {
    const words = "id_of x1 a@b.de /de/konto user=hans #fest";
    expect(rows(`${words} und`)).toEqual(rows("de. und"));
    expect(rows("und_ oder")).toEqual(rows("oder"));
  });
});
