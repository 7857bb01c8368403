// The words and signs that the tagger reads a text as.

import { describe, expect, it } from "vitest";
import { makeTokens, SHAPE, tokenize } from "../../../src/detect/tagger/tokens.ts";

describe("tokens", () => {
  const cut = (text: string) => {
    const { count, start, end } = tokenize(text);
    return Array.from({ length: count }, (_, i) => text.slice(start[i], end[i]));
  };

  it("are words, numbers and single signs, in any script", () => {
    expect(cut("O'Brien-Łuk paid $40 (twice)\n№7")).toEqual([
      "O",
      "'",
      "Brien",
      "-",
      "Łuk",
      "paid",
      "$",
      "40",
      "(",
      "twice",
      ")",
      "№",
      "7",
    ]);
    expect(cut("José 東京 Ünal")).toEqual(["José", "東京", "Ünal"]);
  });

  it("see through zero-width characters and look-alike letters", () => {
    const plain = tokenize("anna");
    for (const text of ["an\u200bna", "аnnа", "ANNA", "ａｎｎａ"]) {
      const other = tokenize(text);
      expect([text, other.count, other.word[0]]).toEqual([text, 1, plain.word[0]]);
    }
  });

  it("are followed by nothing of the text before, whatever is looked for behind the last one", () => {
    const room = tokenize("The Superior Court of California, County of Kern sat", makeTokens(64));
    const { count, gap, shape, word } = tokenize("The Superior Court of California", room);
    for (const noted of [gap, shape, word]) {
      expect([...noted.subarray(count)]).toEqual(Array(64 - count).fill(0));
    }
  });

  it("have a shape", () => {
    const text = "ann Ann ANN A mcCoy 1 12 1234567890 !";
    const shapes = tokenize(text).shape.subarray(0, 9);
    expect([...shapes]).toEqual([
      ...[SHAPE.lower, SHAPE.title, SHAPE.capitals, SHAPE.initial, SHAPE.mixed],
      ...[SHAPE.number, SHAPE.number + 1, SHAPE.number + 6, SHAPE.sign],
    ]);
  });
});
