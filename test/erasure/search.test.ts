// Which fragments of a stored text are compared with the sought values.

import { describe, expect, it } from "vitest";
import { Checksums } from "../../src/erasure/checksums.ts";
import { normalForm } from "../../src/erasure/normal-form.ts";
import {
  addCounts,
  matchedMappings,
  NO_MATCHES,
  type PlainSearchForm,
  type SearchForm,
  searchFormsOf,
} from "../../src/erasure/search.ts";
import { FragmentFinder } from "../../src/erasure/text-fragments.ts";
import { cases, fc } from "../support/properties.ts";

const forms = (...values: string[]): PlainSearchForm[] => values.flatMap(searchFormsOf);
const finderOf = (sought: readonly PlainSearchForm[]) => {
  return new FragmentFinder(
    sought.map(({ text, ...form }): SearchForm => ({ ...form, digest: text })),
  );
};

/** How a text matches; the plain text of a form stands for its digest. */
function verdict(text: string, ...values: string[]): "normalised" | "contained" | null {
  const sought = forms(...values);
  const isSought = new Set(sought.map(({ of, text }) => `${of} ${text}`));
  const pieces = [...finderOf(sought).fragmentsIn(text)].filter((piece) => piece !== null);
  const found = pieces.filter(({ of, text }) => isSought.has(`${of} ${text}`));
  if (found.length === 0) return null;
  return found.some(({ isWhole }) => isWhole) ? "normalised" : "contained";
}

describe("a sought text", () => {
  it.each<[string, string, string, "normalised" | "contained" | null]>([
    ["in other case", "Ann Miller", "ANN MILLER", "normalised"],
    ["with other spaces", "Ann Miller", " ann \n miller ", "normalised"],
    ["at the beginning", "Ann", "Ann is here", "contained"],
    ["at the end", "Ann", "it is ann", "contained"],
    ["between signs", "Ann", "(ann)", "contained"],
    ["before an apostrophe", "Ann", "ann's", "contained"],
    ["with signs of its own", "a.b@c.example", "to <A.B@C.example>;", "contained"],
    ["as part of a longer address", "b@c.example", "a.b@c.example", "contained"],
    ["inside a word", "Ann", "Joanna", null],
    ["at a word's beginning", "Ann", "Annual", null],
    ["at a word's end", "Ann", "Joann", null],
    ["before a digit", "Ann", "ann7", null],
    ["before a mark", "Rene", "Rene\u0301", null],
    ["in two pieces", "Ann Miller", "Ann B. Miller", null],
    ["longer than the text", "Ann Miller", "Ann", null],
    ["Chinese, inside a sentence", "王小明", "我是王小明吗", "contained"],
    ["Japanese, inside a sentence", "田中", "こんにちは田中さん", "contained"],
    ["Korean, before a particle", "김철수", "김철수는 왔다", "contained"],
    ["Thai, inside a sentence", "สมชาย", "คุณสมชายมา", "contained"],
    ["of one letter, whole", "x", "X", "normalised"],
    ["of one letter, in a text", "x", "x y", null],
    ["of emoji between emoji", "👩🏽", "😀👩🏽😀", "contained"],
    ["Deseret, as a word", "𐐀𐐁", "a 𐐨𐐩 b", "contained"],
    ["Deseret, inside a word", "𐐀𐐁", "𐐨𐐩𐐪", null],
    ["half of a surrogate pair's neighbours", "a", "😀", null],
    ["Greek before a full stop", "ΟΔΟΣ", "οδος.Α", "contained"],
  ])("%s", (_, value, text, expected) => {
    expect(verdict(text, value)).toBe(expected);
  });

  it("matches itself, any text, and itself between spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }), (value) => {
        const normal = normalForm(value);
        fc.pre(normal !== "" && !/^\p{M}/u.test(normal));
        expect(verdict(value, value)).toBe("normalised");
        if (normal.length > 1) expect(verdict(`x ${value} y`, value)).toBe("contained");
        else expect(verdict(`x ${value} y`, value)).toBeNull();
      }),
      { numRuns: cases(1_000) },
    );
  });

  it("is found wherever it stands among others, and nowhere else", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 30 }),
        fc.array(word, { minLength: 1 }),
        (text, sought) => {
          const isThere = text.some((w) => sought.includes(w));
          expect(verdict(`, ${text.join(" ")} ,`, ...sought) !== null).toBe(isThere);
        },
      ),
      { numRuns: cases(1_000) },
    );
  });
});

describe("a sought number", () => {
  it.each<[string, string, string, "normalised" | "contained" | null]>([
    ["with other separators", "+44 (20) 7946 0018", "44-20-7946.0018", "normalised"],
    ["in other digits", "0170123456", "٠١٧٠ ١٢٣٤٥٦", "normalised"],
    ["in a sentence", "0170 123456", "call 0170/123-456 now", "contained"],
    ["behind another number", "0170 123456", "room 12 0170 123456", "contained"],
    ["before another number", "0170123456", "0170 123 456 78 x", "contained"],
    ["beside letters", "0170123456", "tel:0170123456", "contained"],
    ["inside a longer run of digits", "0170123456", "x 90170123456", null],
    ["at the start of a longer run", "0170123456", "x 01701234567", null],
    ["with a letter in between", "0170123456", "0170 x 123456", null],
    ["with a wide gap", "0170123456", "0170    , 123456 x", null],
    ["of five digits", "12345", "x 1 2 3 4 5", null],
    ["of letters and digits, as text", "AB 123456", "ab 123456", "normalised"],
    ["of letters and digits, other separators", "AB 123456", "AB-123456", null],
  ])("%s", (_, value, text, expected) => {
    expect(verdict(text, value)).toBe(expected);
  });
});

describe("pieces of hostile texts of 64 Ki units", () => {
  const many = Array.from({ length: 1_000 }, (_, i) => `customer ${"y ".repeat(i)}${i}`);
  const SOUGHT = [...many, "a a a b", "王王王田", "0170123456", `${"1 ".repeat(30)}2`];

  it.each([
    ["single letters", "a "],
    ["letters without spaces", "王"],
    ["single digits", "1 "],
    ["digits", "1"],
    ["signs", "-"],
    ["the beginning of what is sought", "customer y "],
    ["marks out of order", "\u0301\u0316"],
    ["surrogate pairs", "𐐀"],
    ["emoji", "😀"],
  ])("are few, and found without much comparing: %s", (_, piece) => {
    const text = piece.repeat(2 ** 16 / piece.length);
    const finder = finderOf(forms(...SOUGHT));
    // A piece, or a turn for others, every 50,000 comparisons; all the rest is done once a unit.
    let pieces = 0;
    for (const _found of finder.fragmentsIn(text)) pieces += 1;
    expect(pieces).toBeLessThan(2_000);
  });
});

describe("a checksum", () => {
  it("depends on every letter and not on what stands around", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, text, behind) => {
        const alone = new Checksums(text).of(0, text.length);
        const within = new Checksums(before + text + behind);
        expect(within.of(before.length, before.length + text.length)).toBe(alone);
      }),
    );
    const sums = new Set(Array.from({ length: 500 }, (_, i) => new Checksums(`n ${i}`).of(0, 3)));
    expect(sums.size).toBe(10);
  });

  it("of 20,000 names is rarely shared", () => {
    const sums = new Map<number, number>();
    for (let i = 0; i < 20_000; i++) {
      const name = `person ${i}`;
      const sum = new Checksums(name).of(0, name.length);
      sums.set(sum, (sums.get(sum) ?? 0) + 1);
    }
    expect(Math.max(...sums.values())).toBeLessThan(12);
  });
});

describe("counts", () => {
  it("add up member by member", () => {
    const one = { ...NO_MATCHES, exact: 1, pairs: 2 };
    const sum = addCounts(one, { exact: 2, contained: 3 });
    expect(sum).toEqual({ ...NO_MATCHES, exact: 3, contained: 3, pairs: 2 });
    expect(matchedMappings({ ...sum, normalised: 1, keptShared: 9 })).toBe(7);
  });
});
