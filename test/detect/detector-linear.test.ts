// The steps behind the recognizers cost time in proportion to the text: counted on texts of 1 MB that are
// full of findings, overlaps, repeated names, address parts and listed values.

import { describe, expect, it } from "vitest";
import { detect } from "../../src/detect/detector.ts";
import type { Recognizer, Span } from "../../src/detect/span.ts";
import { by, fake } from "../support/detect/fake-recognizers.ts";

const MB = 1 << 20;

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

const BOUND_MS = 3000;

/** What is found and how long it took; measured once more before it counts as too long. */
function timed(text: string, ...args: Parameters<typeof by>): { ms: number; found: Span[] } {
  const detection = by(...args);
  const measure = () => {
    const began = performance.now();
    const found = detect(text, detection);
    return { ms: performance.now() - began, found };
  };
  const first = measure();
  return first.ms < BOUND_MS ? first : measure();
}

describe("a text of 1 MB", () => {
  const words = "Anna Berg of Acme, 5 Elm St, Oslo 0150. ";
  const text = words.repeat(MB / words.length);
  const step = words.length;

  it("with names at every step, repeated and overlapping", () => {
    const { ms, found } = timed(text, [
      every("a", "PERSON", 0.9, [0, 2 * step, 9]),
      every("b", "ADDRESS", 0.8, [19, step, 8]),
      every("c", "LOCATION", 0.8, [25, step, 8]),
      every("d", "EMAIL_ADDRESS", 1, [21, step, 3]),
      every("e", "DATE", 0.6, [15, step, 20]),
    ]);
    expect(found.length).toBeGreaterThan(2 * (MB / step) - 10);
    expect(found.some(({ recognizer }) => recognizer === "repetition")).toBe(true);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  it("with one name around a hundred thousand checked values", () => {
    const { ms, found } = timed(text, [
      fake("tagger", "ADDRESS", 0.9, [[0, text.length]]),
      every("d", "EMAIL_ADDRESS", 1, [3, 10, 2]),
    ]);
    expect(found.length).toBeGreaterThan(MB / 10);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  it("with thousands of names that begin alike", () => {
    let many = "";
    for (let i = 0; many.length < MB; i++) many += `Anna N${i % 9000}x Berg, `;
    const at = [...many.slice(0, MB / 2).matchAll(/Anna \w+ Berg/g)].map((m): [number, number] => [
      m.index,
      m.index + m[0].length,
    ]);
    const { ms } = timed(many, [fake("tagger", "PERSON", 0.9, at)]);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  it("with allowed and denied values everywhere", () => {
    const finder = (first: number) => ({
      find: (within: string) => every("x", "URL", 1, [first, step, 6]).scan(within),
    });
    const { ms, found } = timed(
      text,
      [every("a", "PERSON", 0.9, [0, step, 9]), fake("b", "SECRET", 0.9, [[0, text.length]])],
      { allow: finder(0), deny: every("deny", "URL", 1, [0, 7, 5]) },
    );
    expect(found.length).toBe(1);
    expect(ms).toBeLessThan(BOUND_MS);
  });

  it("of one word, or of one name over and over", () => {
    for (const unit of ["A", "Ab ", "A-", "Anna, ", "anna. ", "\n"]) {
      const long = unit.repeat(MB / unit.length);
      const { ms } = timed(long, [fake("tagger", "PERSON", 0.9, [[0, Math.min(60, long.length)]])]);
      expect(ms, unit).toBeLessThan(BOUND_MS);
    }
  });
});
