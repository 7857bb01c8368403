// Cost of a policy's own entities on hostile texts and patterns. Letters read are counted; where they are not, texts
// are so long that quadratic work would exceed a test's time.

import { describe, expect, it, vi } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { compilePattern } from "../../../src/detect/custom/pattern.ts";
import { wordFinder } from "../../../src/detect/custom/word-finder.ts";
import { fc } from "../../support/properties.ts";

const KIB = 1024;
/** 10,000 and more were run by hand; a suite that runs often is content with these. */
const FUZZ_RUNS = 500;

/** How often `run` reads a character of a string. */
function charactersRead(run: () => void): number {
  const units = vi.spyOn(String.prototype, "charCodeAt");
  const codePoints = vi.spyOn(String.prototype, "codePointAt");
  run();
  const read = units.mock.calls.length + codePoints.mock.calls.length;
  units.mockRestore();
  codePoints.mockRestore();
  return read;
}

/** Letters of `alphabet` in no order: states of an automaton that never come again. */
function noise(alphabet: string, length: number): string {
  let seed = 12_345;
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += alphabet.charAt((seed >>> 16) % alphabet.length);
  }
  return text;
}

function finderOf(source: string) {
  const compiled = compilePattern(source, { matchCase: true });
  if (!compiled.ok) throw new Error(compiled.error.reason);
  return compiled.value;
}

describe("patterns on hostile texts", () => {
  it.each([
    ["a.*b|a", "a"],
    ["(?:a|aa)*c|a", "a"],
    ["(?:x+x+)+y", "x"],
    ["(?:(?:a*)*)*b|a", "a"],
    ["(?s).*x|.", "ab"],
    ["\\w+(?:\\W+\\w+){3}!|\\w", "a "],
    ["a{290}", "a"],
    ["(?:a?){90}a{90}", "a"],
    ['"[^"]*"|.', '"'],
  ])("grow linearly: %s", (source, unit) => {
    const text = unit.repeat((256 * KIB) / unit.length);
    runToEnd(finderOf(source).steps(text));
    // Once on the way back, once or twice on the way forth, and once more where a match begins.
    const small = text.slice(0, 8 * KIB);
    expect(charactersRead(() => runToEnd(finderOf(source).steps(small)))).toBeLessThan(
      6 * small.length,
    );
  });

  it.each([
    ["[cd][ab]{290}a", "ab"],
    ["[cd](?:[ab]x?){90}a", "ab"],
    ["[cd](?:[ab]|[ba]x){70}a", "abx"],
    ["\\b[cd](?:[ab ]\\b?){90}a", "ab "],
  ])("grow linearly where each letter needs a new state: %s", (source, letters) => {
    runToEnd(finderOf(source).steps(noise(letters, 64 * KIB)));
  });

  it("find as many matches after their memory was full as before", () => {
    const text = `${noise("ab", 16 * KIB)}c${"ab".repeat(200)}`;
    const finder = finderOf("[ab][ab]{180}c|c[ab]{100}a");
    const first = runToEnd(finder.steps(text));
    runToEnd(finder.steps(noise("abc", 32 * KIB)));
    expect(runToEnd(finder.steps(text))).toEqual(first);
    expect(first).toEqual([{ start: 16 * KIB - 181, end: 16 * KIB + 1 }]);
  });
});

describe("what a pattern costs", () => {
  const usual = [
    "C-[0-9]{6}",
    "\\b[A-Z][a-z]+ [A-Z][a-z]+\\b",
    "[\\w.]+@[\\w.]+",
    "\\p{L}{2}\\d{6,10}",
    "(?i)order #?\\w{8}",
  ];
  it.each(usual)("is little, when it needs few states: %s", (source) => {
    expect(finderOf(source).cost).toBeLessThan(12);
  });

  it.each(["[cd][ab]{24}a", "c1[ab]{24}a", "\\w[\\w ]{280}\\w", "(?i)k(?:[kx]y?){20}x"])(
    "is much, when each letter may need a new one: %s",
    (source) => {
      expect(finderOf(source).cost).toBeGreaterThan(100);
    },
  );

  it("is told before it is read, in steps that cost no more than that together", () => {
    const finder = finderOf("c1[ab]{24}a");
    const said = [...finder.steps(noise("abc1", 64 * KIB))].map(Number);
    expect(said.length).toBeGreaterThan(14);
    expect(said.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(2 * finder.cost);
  });
});

describe("words on hostile texts", () => {
  const prefixes = Array.from({ length: 128 }, (_, i) => "a ".repeat(i + 1).trim());
  const shared = Array.from({ length: 10_000 }, (_, i) => `${"a ".repeat(125)}${i}`);
  it.each([
    ["beginnings of each other", prefixes, "a "],
    ["beginnings that do not end here", prefixes.map((p) => `${p}b`), "a "],
    ["10,000 with one long beginning", shared, "a "],
    ["of punctuation", ["#".repeat(256), `${"#".repeat(255)}a`], "#"],
    ["one long word", ["a".repeat(256)], "a"],
  ])("grow linearly: %s", (_name, entries, unit) => {
    runToEnd(
      wordFinder(entries, { matchCase: false }).steps(unit.repeat((256 * KIB) / unit.length)),
    );
  });
});

describe("any text as a pattern", () => {
  const pieces = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.constantFrom(..."()[]{}|*+?^$.\\-:=!<>,0123456789abPpQEdwsWbBAzxuk😀é".split("")),
    fc.constantFrom("(?:", "(?i)", "(?P<n>", "[^", "[[:alpha:]]", "\\p{L}", "\\p{^Greek}", "{2,}"),
    fc.constantFrom(
      "{999}",
      "{1000}",
      "{10,20}",
      "\\Q",
      "\\E",
      "\\x{10FFFF}",
      "(?s-m:",
      "\\PN",
      "*?",
    ),
  );
  const sources = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(""));
  const sample = `${noise("ab01 -.\n", 2 * KIB)}😀é(x)`;

  it("compiles or is refused with a place inside it, and ends", () => {
    let compiled = 0;
    fc.assert(
      fc.property(sources, fc.boolean(), (source, matchCase) => {
        const result = compilePattern(source, { matchCase });
        if (result.ok) {
          compiled++;
          let at = 0;
          for (const { start, end } of runToEnd(result.value.steps(sample))) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            at = end;
          }
        } else {
          const { position, reason } = result.error;
          expect(reason.length).toBeGreaterThan(5);
          expect(reason.length).toBeLessThan(120);
          expect(position ?? 0).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: FUZZ_RUNS },
    );
    expect(compiled).toBeGreaterThan(0);
  });
});
