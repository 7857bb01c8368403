// The words of a value, each masked separately under the style `word`.
import { describe, expect, it } from "vitest";
import { wordsIn } from "../../../src/masking/text/graphemes.ts";

describe("the words of a value", () => {
  it.each([
    ["Sarah O'Connell", ["Sarah", "O'Connell"]],
    ["12 High Street, Leeds;\tUK,", ["12", "High", "Street", "Leeds", "UK"]],
    ["St. Mary-Jane\u00a0d'Arc\r\nJr.", ["St.", "Mary-Jane", "d'Arc", "Jr."]],
    ["1,2 3,,4", ["1,2", "3,,4"]],
    ["李\u3000雷 😀 😀😀", ["李", "雷", "😀", "😀😀"]],
    ["Ann \u0301B", ["Ann", " \u0301B"]],
    ["Zoe\u0301 R", ["Zoe\u0301", "R"]],
    [" , ", [" , "]],
    [",", [","]],
  ])("%j are %j", (value, words) => {
    const text = `« ${value} »`;
    const found = wordsIn(text, { start: 2, end: 2 + value.length });
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(words);
  });

  it("are found in 64 KiB of anything", () => {
    for (const part of ["a ", ",", "a,", " ", "aaaaaaaa,,"]) {
      const text = part.repeat(65_536 / part.length);
      expect(wordsIn(text, { start: 0, end: text.length }).length).toBeGreaterThan(0);
    }
  });
});
