// Spans never split a character as readers see it.
import { describe, expect, it } from "vitest";
import { widenToGraphemes } from "../../../src/masking/text/graphemes.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const MAIL = "jane@example.com";
const FLAG = "🇩🇪";
const FAMILY = "👩‍👩‍👧";

/** Values that mask found in a text. */
function valuesIn(text: string): string[] {
  const vault = new MemoryVault();
  const [masked] = vault.mask([{ value: text }]);
  expect(vault.unmask([masked?.token_value ?? ""])).toEqual([text]);
  return masked?.individual_tokens?.map(({ value }) => value) ?? [];
}

describe("a detected value", () => {
  it.each([
    ["a combining mark behind", `to ${MAIL}\u0301 x`, `${MAIL}\u0301`],
    ["several marks behind", `to ${MAIL}\u0301\u0323\u20dd x`, `${MAIL}\u0301\u0323\u20dd`],
    ["a variation selector behind", "at 10.0.0.1\ufe0f x", "10.0.0.1\ufe0f"],
    ["a keycap behind", "at 10.0.0.1\ufe0f\u20e3 x", "10.0.0.1\ufe0f\u20e3"],
    ["a joiner behind", "at 10.0.0.1\u200d x", "10.0.0.1\u200d"],
    ["a flag behind", `at 10.0.0.1${FLAG}`, "10.0.0.1"],
    ["a flag before", `${FLAG}${FLAG} ${MAIL}`, MAIL],
    ["a family right behind", `at 10.0.0.1${FAMILY}`, "10.0.0.1"],
    ["a family right before", `${FAMILY} 10.0.0.1`, "10.0.0.1"],
    ["a letter with a mark before", `e\u0301 ${MAIL}`, MAIL],
    ["a prefix of numbers before", "at \u060010.0.0.1 x", "\u060010.0.0.1"],
    ["CR LF around", `\r\n${MAIL}\r\n`, MAIL],
  ])("with %s is replaced whole", (_, text, value) => {
    expect(valuesIn(text)).toEqual([value]);
  });

  it("between tagged ranges takes the mark from neither", () => {
    const text = `<URL>a</URL>\u0301 ${MAIL}\u0301<URL>b</URL>\u0301\u0301`;
    expect(valuesIn(text)).toEqual([
      "<URL>a</URL>\u0301",
      `${MAIL}\u0301`,
      "<URL>b</URL>\u0301\u0301",
    ]);
  });
});

describe("widenToGraphemes", () => {
  it("leaves ends alone only where the clusters of Unicode end as well", () => {
    const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
    const neighbours = [0x0a, 0x41, 0x301];
    // Around the edges of the blocks whose characters stand alone.
    const blocks = [
      [0, 0x4a0],
      [0x4df0, 0x4e10],
      [0x9ff0, 0xa010],
    ] as const;
    const codes = blocks.flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, i) => from + i),
    );
    const wrong = codes.flatMap((code) =>
      neighbours.flatMap((other) =>
        [String.fromCharCode(code, other), String.fromCharCode(other, code)].filter((text) => {
          const clusters = [...segmenter.segment(text)].length;
          const spans = widenToGraphemes(text, [{ start: 0, end: 1 }]);
          return (spans[0]?.end ?? 0) !== (clusters === 2 ? 1 : 2);
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps spans apart that share a cluster, and drops one that is covered", () => {
    const text = `a${FAMILY}b`;
    const spans = widenToGraphemes(text, [
      { start: 0, end: 3, n: 1 },
      { start: 3, end: 5, n: 2 },
      { start: 5, end: text.length, n: 3 },
    ]);
    expect(spans).toEqual([
      { start: 0, end: text.length - 1, n: 1 },
      { start: text.length - 1, end: text.length, n: 3 },
    ]);
  });

  it.each([
    ["flags", FLAG],
    ["families", FAMILY],
    ["marks", "a\u0301\u0301\u0301"],
    ["Hangul", "\u1100\u1161\u11a8"],
  ])("takes time in proportion to a text of %s", (_, part) => {
    // Cutting all of the text into clusters for each span takes minutes, which the runner does not wait for.
    const length = 128_000;
    const text = part.repeat(length / part.length);
    const spans = Array.from({ length: length / 20 }, (_, i) => ({
      start: i * 20 + 1,
      end: i * 20 + 3,
    }));
    expect(widenToGraphemes(text, spans)).not.toEqual([]);
  });
});
