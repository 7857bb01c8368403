import { describe, expect, it } from "vitest";
import { inLetterCase, letterCaseOf } from "../../../../src/tokens/forms/names/letter-case.ts";

describe("letter case", () => {
  it.each([
    ["ADA", "capitals"],
    ["ADA-1 LANE", "capitals"],
    ["ÄÖ", "capitals"],
    ["МОСКВА", "capitals"],
    ["𐐀𐐁", "capitals"],
    ["ada", "small"],
    ["éa 12", "small"],
    ["ß", "small"],
    ["𐐨", "small"],
    ["Ada", "capitalised"],
    ["aDA", "capitalised"],
    ["McDonald", "capitalised"],
    ["J", "capitalised"],
    ["", "capitalised"],
    ["12 - 3", "capitalised"],
    ["王小明", "capitalised"],
    ["محمد", "capitalised"],
  ])("of %j is %s", (text, expected) => {
    expect(letterCaseOf(text)).toBe(expected);
  });

  it("dresses a capitalised text", () => {
    expect(inLetterCase("Ada Lane", "capitals")).toBe("ADA LANE");
    expect(inLetterCase("Ada Lane", "small")).toBe("ada lane");
    expect(inLetterCase("Ada Lane", "capitalised")).toBe("Ada Lane");
  });
});
