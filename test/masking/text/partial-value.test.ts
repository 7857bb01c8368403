// What a caller who may see part of a value learns about it.
import { describe, expect, it } from "vitest";
import { partialValue } from "../../../src/masking/text/graphemes.ts";
import { cases, fc } from "../../support/properties.ts";

const clusters = (text: string) =>
  Array.from(
    new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text),
    (s) => s.segment,
  );

describe("part of a value", () => {
  it.each([
    ["john.smith@example.com", "j***@e***.com"],
    ["JOHN@EXAMPLE.ORG", "J***@E***.ORG"],
    ["joe@web.de", "***@***.de"],
    ["a@b.museum", "***@***.museum"],
    ["ada@mail.example.co.uk", "***@m***.uk"],
    ["ada.lane@host.internal-name", "a***"],
    ["Ada Lovelace", "A***"],
    ["4111 1111 1111 1111", "4***"],
    ["", "***"],
    ["a", "***"],
    ["ab", "***"],
    ["abc", "***"],
    ["abcd", "a***"],
    ["Ωmega", "Ω***"],
    ["e\u0301lodie", "e\u0301***"],
    ["e\u0301o\u0302a\u0301", "***"],
    ["👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "👩‍👩‍👧***"],
    ["👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "***"],
    [`a${"\u0301".repeat(100)}bcde`, "***"],
    ["@@@@@@", "@***"],
    ["two words@example.com", "t***"],
  ])("%j is %j", (value, part) => {
    expect(partialValue(value)).toBe(part);
  });

  it("is at most its first character, and those of an address; of three characters nothing", () => {
    const values = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 12 }).filter((text) => text.isWellFormed()),
      fc
        .tuple(fc.string(), fc.string(), fc.constantFrom("com", "de", "x1"))
        .map(([local, domain, top]) => `${local}@${domain}.${top}`),
    );
    fc.assert(
      fc.property(values, (value) => {
        const part = partialValue(value);
        const [, shown = "", domain, top] =
          /^(.*?)\*\*\*(?:@(.*)\*\*\*\.([A-Za-z]{2,6}))?$/su.exec(part) ?? [];
        for (const [start, whole] of [
          [shown, domain === undefined ? value : value.slice(0, value.indexOf("@"))],
          [domain ?? "", value.slice(value.indexOf("@") + 1, -1 - (top ?? "").length)],
        ] as const) {
          if (start === "") continue;
          const all = clusters(whole);
          expect(all.length).toBeGreaterThanOrEqual(4);
          expect(start).toBe(all[0]);
          expect(start.length).toBeLessThanOrEqual(8);
        }
        if (clusters(value).length <= 3) expect(part).toBe("***");
      }),
      { numRuns: cases(4_000) },
    );
  });
});
