// Where a text that arrives in pieces is cut: always at the same positions, never inside anything that unmask would
// read.
import { describe, expect, it } from "vitest";
import { MAX_BUFFERED, TextSegments } from "../../../src/masking/unmask/text-segments.ts";
import { BUILT_IN_WRAPPERS, knownWrappers } from "../../../src/tokens/reading/wrappers.ts";
import { cases, fc } from "../../support/properties.ts";

const WRAPPERS = knownWrappers([
  { prefix: "{Person ", suffix: " }" },
  { prefix: "<MY_TAG>", suffix: "</MY_TAG>" },
]);

function segmentsOf(pieces: readonly string[], wrappers = WRAPPERS): string[] {
  const segments = new TextSegments();
  const all = pieces.flatMap((piece) => segments.push(piece, wrappers));
  return [...all, segments.end()];
}

/** Every character a piece of its own. */
const single = (text: string) => text.split("");

const PARTS = [
  ...["<PER>", "</PER>", "<per >", "&lt;", "&gt;", "\\u003c", "<", ">", "/", "PER", "my_tag"],
  ...[
    "{Person ",
    " }",
    "{Per",
    "Ab1",
    "Zz9",
    "word",
    "I",
    "7",
    "-",
    " ",
    "  ",
    "\n",
    "\n> ",
    "\u00a0",
  ],
  ...["per7k2m9", "qx4dz8wt0vb", "a@b.co", ".", "\\n", "&", "\ud83d", "\ude00", "é", "\u200b"],
  ...["\ufeff", " \n  "],
];

describe("a text that comes in pieces", () => {
  it("is cut at the same places however it comes, and nothing is lost", () => {
    const parts = fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ maxLength: 4 })));
    fc.assert(
      fc.property(parts, fc.array(fc.nat(90)), (all, cuts) => {
        const text = all.join("");
        const whole = segmentsOf([text]);
        expect(whole.join("")).toBe(text);
        expect(segmentsOf(single(text))).toEqual(whole);
        const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b)];
        expect(segmentsOf(at.map((from, i) => text.slice(from, at[i + 1])))).toEqual(whole);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it.each([
    ["a byte order mark, which parts no words", "x y\ufeffz w", ["x", " y\ufeffz", " w"]],
    [
      "a word that may go on behind a blank and a line's end",
      "x per7k2m9q \n z w",
      ["x", " per7k2m9q \n z", " w"],
    ],
    ["prose, word by word", "the quick brown fox", ["the", " quick", " brown", " fox"]],
    ["tags with what stands between", "x <PER>a b</PER> y z", ["x", " <PER>a b</PER>", " y", " z"]],
    ["a tag with blanks inside", "x < / PER > y z", ["x", " < / PER > y", " z"]],
    ["a wrapper of a policy", "x {Person a b } y z", ["x", " {Person a b } y", " z"]],
    ["what may carry an id", "see Ab C1 d e f g h i j", ["see", " Ab C1 d e f g h i", " j"]],
    ["punctuation before it", "see - one", ["see", " - one"]],
    ["a broken piece", "ask per7k2\n> m9qx now", ["ask", " per7k2\n> m9qx", " now"]],
    ["a line of prose", "a line\nanother one", ["a", " line", "\nanother", " one"]],
    ["other brackets", "if x < y && <b> z", ["if", " x", " < y", " && <b>", " z"]],
  ])("%s", (_, text, expected) => {
    expect(segmentsOf(single(text))).toEqual(expected);
  });

  it("is held no longer than the longest token", () => {
    for (const part of ["<PER>", "a", "A ", "{Person ", "< ", "\n"]) {
      const text = part.repeat(3 * (MAX_BUFFERED / part.length));
      const whole = segmentsOf([text]);
      expect(Math.max(...whole.map((segment) => segment.length))).toBeLessThanOrEqual(MAX_BUFFERED);
      expect(whole.join("")).toBe(text);
    }
  });

  it("is cut behind a mark where it has no blanks, the same however it comes", () => {
    const unit = "2024年5月、<PER>Ab1。Cd2</PER>は3回<PER>東京。、京都</PER>で会いました。";
    const text = unit.repeat(4_000);
    const whole = segmentsOf([text]);
    expect(whole.join("") === text).toBe(true);
    expect(whole.length).toBeGreaterThan(2);
    expect(whole.slice(0, -1).filter((one) => !/(?:月、|した。)$/.test(one))).toEqual([]);
    expect(segmentsOf(text.match(/.{1,777}/gs) ?? [])).toEqual(whole);
  });

  // The half of the square of 128 Ki is 8.6 s of a nanosecond each.
  it.each([
    ...["<", "<PER ", "<PER>x ", "{Person ", "A ", "A- ", "&lt;", "\\", "- ", "7\n", "\n", "> "],
    ...["\n>", "<あ。", "<PER>あ。", "。"],
  ])("is read in linear time: %j", { timeout: 8_000 }, (part) => {
    const text = part.repeat((128 * 1_024) / part.length);
    expect(segmentsOf([text], BUILT_IN_WRAPPERS).join("").length).toBe(text.length);
    expect(segmentsOf([text]).join("").length).toBe(text.length);
  });
});
