// Patterns of custom entities: compared with the built-in engine where both have the same meaning, and refusals.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { compilePattern } from "../../../src/detect/custom/pattern.ts";
import { cases, fc } from "../../support/properties.ts";

function find(source: string, text: string, matchCase = true): string[] {
  const compiled = compilePattern(source, { matchCase });
  if (!compiled.ok) throw new Error(compiled.error.reason);
  return runToEnd(compiled.value.steps(text)).map(({ start, end }) => text.slice(start, end));
}

function flaw(source: string) {
  const compiled = compilePattern(source, { matchCase: true });
  return compiled.ok ? null : compiled.error;
}

// What RE2 and the built-in engine (flag v, for properties and code points) understand alike. An
// empty repetition is left out: the two engines differ in how often they go round it.
const atoms = fc.constantFrom(
  ...["a", "b", "c", "é", "😀", ".", "[ab]", "[^a]", "\\d", "\\w", "\\s", "\\p{L}", "\\p{Lu}", "1"],
  ...["\\b", "\\B", "^", "$", "-", "\\.", "[a-c1]", "A"],
);
const repeats = fc.constantFrom(
  "",
  "",
  "",
  "*",
  "+",
  "?",
  "*?",
  "+?",
  "??",
  "{2}",
  "{1,2}",
  "{2,}",
);
const { pattern: patterns } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    // The built-in engine takes exponential time for loops in loops in loops.
    { maxDepth: 1 },
    fc.tuple(atoms, repeats).map(([atom, repeat]) => (isPlace(atom) ? atom : atom + repeat)),
    fc
      .tuple(tie("pattern"), repeats)
      .map(([inner, repeat]) => (canBeEmpty(inner) ? `(?:${inner})` : `(?:${inner})${repeat}`)),
  ),
  pattern: fc
    .array(fc.array(tie("piece"), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 2 })
    .map((choices) => choices.map((pieces) => pieces.join("")).join("|")),
}));

/** Most random patterns match the empty text, and would be refused: a letter appended to them prevents that. */
const sources = fc
  .tuple(patterns, fc.constantFrom("", "a", "\\w", "[^a]"))
  .map(([pattern, letter]) => (letter === "" ? pattern : `(?:${pattern})${letter}`));

function isPlace(atom: string): boolean {
  return ["\\b", "\\B", "^", "$"].includes(atom);
}

const texts = fc.string({
  unit: fc.constantFrom("a", "b", "c", "A", "1", "-", ".", " ", "\n", "é", "😀", "E"),
  maxLength: 12,
});

/** Matches nothing somewhere, as the built-in engine says when places are taken out. */
function canBeEmpty(body: string): boolean {
  return new RegExp(`^(?:${body.replace(/\\[bB]|[$]|(?<!\[)\^/g, "(?:)")})$`, "v").test("");
}

describe("patterns", () => {
  it("find what the built-in engine finds", () => {
    let compared = 0;
    fc.assert(
      fc.property(sources, fc.array(texts, { minLength: 2, maxLength: 5 }), (source, sample) => {
        const compiled = compilePattern(source, { matchCase: true });
        if (!compiled.ok) {
          expect([source, compiled.error.reason]).toEqual([source, "it matches the empty text"]);
          expect(canBeEmpty(source)).toBe(true);
          return;
        }
        const builtIn = new RegExp(source, "gv");
        for (const text of sample) {
          compared++;
          // \s of RE2 has no vertical tab and no Unicode blanks; the texts have neither.
          const expected = [...text.matchAll(builtIn)];
          expect(runToEnd(compiled.value.steps(text))).toEqual(
            expected.map((m) => ({ start: m.index, end: m.index + m[0].length })),
          );
        }
      }),
      { numRuns: cases(4_800) },
    );
    expect(compared).toBeGreaterThan(400);
  });

  it("are found without letter case by Unicode's simple folding", () => {
    expect(find("straße|k\\d|[x-z]σ", "STRASSE STRAßE straẞe K1 k2 \u212a3 Yς Zσ", false)).toEqual([
      "STRAßE",
      "straẞe",
      "K1",
      "k2",
      "\u212a3",
      "Yς",
      "Zσ",
    ]);
    expect(find("(?i)ab(?-i)c", "ABc abC abc")).toEqual(["ABc", "abc"]);
  });

  it("have offsets in UTF-16 units, and never half of a pair", () => {
    const compiled = compilePattern("[😀-😂]x|.\\b", { matchCase: true });
    if (!compiled.ok) throw new Error(compiled.error.reason);
    expect(runToEnd(compiled.value.steps("é😀x 😂x𐐀"))).toEqual([
      { start: 1, end: 4 },
      { start: 5, end: 8 },
    ]);
    expect(find("[^a]", "a😀b𐐀")).toEqual(["😀", "b", "𐐀"]);
    expect(find("\\x{1F600}", "😀")).toEqual(["😀"]);
  });

  it("know lines only when told to", () => {
    expect(find("^a.*$", "ab\nac")).toEqual([]);
    expect(find("(?m)^a.*$", "ab\nac\nb")).toEqual(["ab", "ac"]);
    expect(find("(?s)a.c", "a\nc")).toEqual(["a\nc"]);
    expect(find("\\Aa|b\\z", "a a b b")).toEqual(["a", "b"]);
  });

  it("are the leftmost, and of these the one that is written first", () => {
    expect(find("a|ab|abc", "abc")).toEqual(["a"]);
    expect(find("abc|ab|a", "abcaba")).toEqual(["abc", "ab", "a"]);
    expect(find("a+?b*", "aabbb")).toEqual(["a", "abbb"]);
    expect(find("(?:a*)+b|a", "aaab aa")).toEqual(["aaab", "a", "a"]);
  });
});

/** A pattern with a name that is short enough for a list of tests. */
function named(source: string): [string, string] {
  return [source.slice(0, 40), source];
}

describe("a pattern is refused", () => {
  it.each<[string, number, RegExp]>([
    ["x(?=a)", 1, /look-ahead/],
    ["x(?!a)", 1, /look-ahead/],
    ["(?<=a)b", 0, /look-behind/],
    ["ab(?<!a)", 2, /look-behind/],
    ["(a)\\1", 3, /back-reference/],
    ["(?<n>a)\\k<n>", 7, /back-reference/],
    ["(?P<n>a)(?P=n)", 8, /back-reference/],
    ["a(?>b)", 1, /atomic/],
    ["ab[z-a]", 3, /range: z-a/],
    ["a[bc", 1, /bracket/],
    ["a(b", 3, /parenthesis/],
    ["(a)b)c(d)", 4, /parenthesis/],
    ["\\)a)b", 3, /parenthesis/],
    ["[[:alpha:])]a)", 13, /parenthesis/],
    ["[a[:^space:](]b)", 15, /parenthesis/],
    ["ab**", 2, /repeated: \*\*/],
    ["\\\\q\\q", 3, /escape sequence: \\q/],
    ["ba{1001}", 2, /1,000: \{1001\}/],
    ["a{3,2}", 1, /backwards/],
    ["(?P<name>a{500}){3}", 16, /multiplied out/],
    ["+a", 0, /repeat/],
    ["a|*b", 2, /repeat/],
    ["ab\\", 2, /backslash/],
    ["😀**", 2, /repeated/],
    ["a\\p{Foo}", 1, /\\p\{Foo\}/],
    ["(?P<n>a)(?P<n>b)", 12, /same name/],
  ])("with its place and a reason: %s", (source, position, reason) => {
    expect(flaw(source)).toEqual({ position, reason: expect.stringMatching(reason) });
  });

  it.each(["", "a*", "a|", "(?:)", "\\b", "^$", "(?:a?b*)+", "$", "a{0}", "(a*)(b?)"])(
    "when it matches the empty text: %s",
    (source) => {
      expect(flaw(source)).toEqual({ position: null, reason: "it matches the empty text" });
    },
  );

  it.each(
    [
      "a{9999}",
      "(?:a{100}){100}",
      "(?:(?:a{10}){10}){10}",
      `(?:${"ab".repeat(500)}){1000}`,
      ".{1000}".repeat(140),
      "\\pL{500}\\pN{500}",
      "[[:alpha:]]{999}[\\]]{9}",
      "(?P<name>[^\\n]{900}){9}",
      "\\Q{\\E{1000}b{100}",
      "(((a{30}){30}){30}){30}",
      "\\w[\\w ]{300}\\w",
    ].map(named),
  )("when it is too large, without compiling what is huge: %s", (_name, source) => {
    expect(flaw(source)).toEqual({ position: null, reason: expect.stringMatching(/too large/) });
  });

  it.each(
    [
      "\\d{4}(?:[ -]?\\d{4}){3}",
      "[a-z{2}]{290}",
      "a{,5}{1}",
      "\\{1000}\\{1000}",
      "[]{1000}]x{2}",
      "(?:a{16}){16}",
      Array.from({ length: 100 }, (_, i) => `word${i}`).join("|"),
    ].map(named),
  )("but not when it only looks large: %s", (_name, source) => {
    expect(flaw(source)).toBeNull();
  });

  it("and its reason repeats nothing but a short construct", () => {
    const secret = "hunter2hunter2hunter2";
    for (const source of [
      `[${secret}`,
      `(${secret}`,
      `${secret})`,
      `(?P<${secret}`,
      `(?P<${secret} >a)`,
    ]) {
      expect(flaw(source)?.reason).not.toContain("hunter2");
    }
  });
});
