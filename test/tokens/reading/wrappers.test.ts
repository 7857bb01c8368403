// Which wrappers are allowed, and how tokens in them are found.

import { describe, expect, it } from "vitest";
import { MAX_WRAPPERS } from "../../../src/core/limits.ts";
import { wrapperPairs } from "../../../src/tokens/reading/wrapper-pairs.ts";
import {
  allWrappers,
  findWrapped,
  knownWrappers,
  wrapperFlaw,
} from "../../../src/tokens/reading/wrappers.ts";
import { cases, fc } from "../../support/properties.ts";

const TAKEN = [
  { prefix: "{Person ", suffix: "}" },
  { prefix: "<ID>", suffix: "</ID>" },
];

describe("wrapperFlaw", () => {
  it.each([
    ["{Person Name ", "}"],
    ["{Person ", "}"],
    ["{", "}"],
    ["{Person ", "]"],
    ["[", "]"],
    ["[[ID:", "]]"],
    ["<PERSON>", "</PERSON>"],
    ["<Kunde_2>", "</Kunde_2>"],
    ["«", "»"],
    ["🔒", "🔓"],
    ["|", "#"],
  ])("lets %j and %j pass", (prefix, suffix) => {
    expect(wrapperFlaw({ prefix, suffix }, TAKEN)).toBeNull();
  });

  it.each([
    ["", "}", "length"],
    ["{", "", "length"],
    [`{${"a".repeat(64)}`, "}", "length"],
    [`{${"😀".repeat(63)}`, "}", null],
    [`{${"😀".repeat(64)}`, "}", "length"],
    [`{${"😀".repeat(9_999)}`, "}", "length"],
    ["a", "}", "edges"],
    ["{", "a", "edges"],
    ["Person ", "}", "edges"],
    ["{x", "1", "edges"],
    ["-", "-]", "edges"],
    ["(", ")", "edges"],
    ["12", "34", "edges"],
    [" {", "}", "edges"],
    ["{", "} ", "edges"],
    ["{\n", "}", "forbidden"],
    ["{&amp;", "}", "forbidden"],
    ["{\\", "}", "forbidden"],
    ["⟦", "⟧", "forbidden"],
    ["{\ud800", "}", "forbidden"],
    ["é", "é", "edges"],
    ["<PER", ">", "tag"],
    ["<PER>", "</PERSON>", "tag"],
    ["<PER>", "]", "tag"],
    ["<A__B>", "</A__B>", "tag"],
    ["<1>", "</1>", "tag"],
    ["</PER>", "<PER>", "tag"],
    ["||", "||", "same"],
    ["[{Person ", "]", "prefix_taken"],
    ["{{Person ", "}", "prefix_taken"],
    ["{Person ", "}}", "suffix_taken"],
  ])("says of %j and %j: %s", (prefix, suffix, flaw) => {
    expect(wrapperFlaw({ prefix, suffix }, TAKEN)).toBe(flaw);
  });
});

describe("pairs", () => {
  const pairs = wrapperPairs([
    { prefix: "[[", suffix: "]]" },
    { prefix: "[[", suffix: "))" },
    { prefix: "{P ", suffix: "}" },
    { prefix: "}", suffix: "|" },
  ]);
  const contents = (text: string) =>
    pairs?.find(text, 0, text.length, 100).map(({ start, end, content }) => {
      expect(text.slice(start, end)).toContain(content);
      return content;
    });

  it.each<[string, string[]]>([
    ["[[a]] [[b)) {P c} [[d}", ["a", "b", "c"]],
    ["[[]] [[ ]]", [" "]],
    ["[[[a]]]", ["a"]],
    ["[[a [[b]] c]]", ["b"]],
    ["{P {P a}}", ["a"]],
    ["{P a}b|", ["a"]],
    ["}a|{P b}", ["a", "b"]],
    ["[[a}b]]", []],
    ["{p a} {Pa}", []],
    ["é{P 😀}é", ["😀"]],
  ])("of %j hold %j", (text, expected) => {
    expect(contents(text)).toEqual(expected);
  });

  it("longer than any token are none", () => {
    expect(contents(`[[${"a".repeat(100)}]]`)).toHaveLength(1);
    expect(contents(`[[${"a".repeat(101)}]]`)).toHaveLength(0);
  });

  it("are what a plain search finds, for any text of their parts", () => {
    const wrappers = [
      { prefix: "[a", suffix: "]" },
      { prefix: "{", suffix: "a}" },
    ];
    const few = wrapperPairs(wrappers);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."[]{}ab"), maxLength: 24 }), (text) => {
        const found = few?.find(text, 0, text.length, 100) ?? [];
        // Innermost and leftmost: no prefix inside the content, nor its suffix before the end.
        const pattern = /\[a((?:(?!\[a|\{).)+?)\]|\{((?:(?!\[a|\{).)+?)a\}/g;
        const naive = [...text.matchAll(pattern)].map((match) => match[1] ?? match[2]);
        expect(found.map(({ content }) => content)).toEqual(naive);
      }),
      { numRuns: cases(3_000) },
    );
  });
});

describe("findWrapped", () => {
  const known = knownWrappers([...TAKEN, { prefix: "<kunde>", suffix: "</kunde>" }]);

  it("finds tags first, and other wrappers between them", () => {
    const text = "{Person a} <ID>b}</ID> <kunde>c</kunde> {Person <PER>d</PER>}";
    const contents = findWrapped(text, known, true).map(({ content }) => content);
    expect(contents).toEqual(["a", "b}", "c", "d"]);
  });

  it("finds what begins and ends with a marker", () => {
    const part = fc.constantFrom("{Person ", "}", "<ID>", "</ID>", "< id >", "x", " ", "{", "&lt;");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        const markers = allWrappers(text, known).markers;
        for (const strict of [true, false]) {
          for (const { start, end } of findWrapped(text, known, strict)) {
            expect(markers.some((one) => one.start <= start && one.end > start)).toBe(true);
            expect(markers.some((one) => one.start < end && one.end >= end)).toBe(true);
          }
        }
      }),
    );
  });

  it("ends with 256 KiB of text and as many wrappers as there may be", { timeout: 8_000 }, () => {
    // Every prefix begins like the text and goes on differently as late as possible.
    const many = Array.from({ length: MAX_WRAPPERS }, (_, i) => ({
      prefix: `{${"a".repeat(i % 60)}${String(i).padStart(4, "0")}`.slice(0, 63),
      suffix: `${"}".repeat(1 + (i % 60))}]`,
    }));
    const all = knownWrappers(many);
    for (const text of ["{", "{a", "}", `{${"a".repeat(59)}`].map((one) =>
      one.repeat(2 ** 18 / one.length),
    )) {
      // 256 Ki letters; one comparison with each of 10,000 wrappers at each would take 20 s and more.
      expect(findWrapped(text, all, false)).toEqual([]);
      allWrappers(text, all);
    }
  });
});

describe("a prefix that begins like another", () => {
  it("counts where it stands, and leaves what stands behind the shorter one to be tried", () => {
    const known = knownWrappers([
      { prefix: "{", suffix: "}" },
      { prefix: "{Ada ", suffix: "}" },
      { prefix: "{Ada L", suffix: "]" },
    ]);
    expect(findWrapped("{Ada Lane}{x}", known, true)).toMatchObject([
      { start: 0, end: 10, content: "Lane", longer: ["Ada Lane"] },
      { start: 10, end: 13, content: "x", longer: [] },
    ]);
  });
});
