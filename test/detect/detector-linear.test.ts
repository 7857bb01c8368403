// The steps after the recognizers take time in proportion to the text. Texts of 2 MB are full of findings, overlaps,
// repeated names, address parts and listed values: comparing each pair of them would exceed a test's time.

import { describe, expect, it } from "vitest";
import { detect } from "../../src/detect/detector.ts";
import type { Recognizer } from "../../src/detect/span.ts";
import { by, fake, listing } from "../support/detect/fake-recognizers.ts";

const LENGTH = 2 << 20;

/** Finds `length` characters at every `step`-th place, from `first` on. */
function every(
  name: string,
  entityType: string,
  score: number,
  [first, step, length]: readonly [number, number, number],
): Recognizer {
  return {
    name,
    entityTypes: [entityType],
    scan: (text) => {
      const at: [number, number][] = [];
      for (let i = first; i + length <= text.length; i += step) at.push([i, i + length]);
      return fake(name, entityType, score, at).scan(text);
    },
  };
}

describe("a text of 2 MB", () => {
  const words = "Anna Berg of Acme, 5 Elm St, Oslo 0150. ";
  const text = words.repeat(LENGTH / words.length);
  const step = words.length;

  it("with names at every step, repeated and overlapping", () => {
    const found = detect(
      text,
      by([
        every("a", "PERSON", 0.9, [0, 2 * step, 9]),
        every("b", "ADDRESS", 0.8, [19, step, 8]),
        every("c", "LOCATION", 0.8, [25, step, 8]),
        every("d", "EMAIL_ADDRESS", 1, [21, step, 3]),
        every("e", "DATE", 0.6, [15, step, 20]),
      ]),
    );
    expect(found.length).toBeGreaterThan(2 * (LENGTH / step) - 10);
    expect(found.some(({ recognizer }) => recognizer === "repetition")).toBe(true);
  });

  it("with one name around two hundred thousand checked values", () => {
    const found = detect(
      text,
      by([
        fake("tagger", "ADDRESS", 0.9, [[0, text.length]]),
        every("d", "EMAIL_ADDRESS", 1, [3, 10, 2]),
      ]),
    );
    expect(found.length).toBeGreaterThan(LENGTH / 10);
  });

  it("with thousands of names that begin alike", () => {
    let many = "";
    for (let i = 0; many.length < LENGTH; i++) many += `Anna N${i % 9000}x Berg, `;
    const at = [...many.slice(0, LENGTH / 2).matchAll(/Anna \w+ Berg/g)].map(
      (m): [number, number] => [m.index, m.index + m[0].length],
    );
    const found = detect(many, by([fake("tagger", "PERSON", 0.9, at)]));
    expect(found.length).toBeGreaterThan(at.length);
  });

  it("with allowed and denied values everywhere", () => {
    const finder = (first: number) =>
      listing((within) => every("x", "URL", 1, [first, step, 6]).scan(within));
    const found = detect(
      text,
      by([every("a", "PERSON", 0.9, [0, step, 9]), fake("b", "SECRET", 0.9, [[0, text.length]])], {
        allow: finder(0),
        deny: every("deny", "URL", 1, [0, 7, 5]),
      }),
    );
    expect(found.length).toBe(1);
  });

  it("of one word, or of one name over and over", () => {
    for (const unit of ["A", "Ab ", "A-", "Anna, ", "anna. ", "\n"]) {
      const long = unit.repeat(LENGTH / unit.length);
      detect(long, by([fake("tagger", "PERSON", 0.9, [[0, Math.min(60, long.length)]])]));
    }
  });
});
