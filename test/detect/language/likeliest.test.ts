// The most likely languages of pieces, compared with trying every sequence.

import { expect, it } from "vitest";
import { type Evidence, likeliest } from "../../../src/detect/language/stretches.ts";
import { cases, fc } from "../../support/properties.ts";

const LANGUAGES = 3;

/** What a way through the pieces is worth. */
function worth({ fits, changes, starts }: Evidence, way: readonly number[]): number {
  return way.reduce((sum, language, i) => {
    const before = i === 0 ? (starts[language] as number) : 0;
    const isChange = i > 0 && way[i - 1] !== language;
    return (
      sum +
      before +
      (fits[i * LANGUAGES + language] as number) -
      (isChange ? (changes[i] as number) : 0)
    );
  }, 0);
}

function everyWay(length: number): number[][] {
  if (length === 0) return [[]];
  return everyWay(length - 1).flatMap((way) => [0, 1, 2].map((language) => [...way, language]));
}

const number = fc.integer({ min: -9, max: 9 });
const evidence = fc.integer({ min: 1, max: 6 }).chain((pieces) =>
  fc.record({
    languages: fc.constant(LANGUAGES),
    fits: fc
      .array(number, { minLength: pieces * LANGUAGES, maxLength: pieces * LANGUAGES })
      .map((list) => Int32Array.from(list)),
    changes: fc
      .array(fc.nat(9), { minLength: pieces, maxLength: pieces })
      .map((list) => Int32Array.from(list)),
    starts: fc.array(number, { minLength: LANGUAGES, maxLength: LANGUAGES }),
  }),
);

it("is worth as much as the best of all ways", () => {
  fc.assert(
    fc.property(evidence, (given) => {
      const best = Math.max(...everyWay(given.changes.length).map((way) => worth(given, way)));
      expect(worth(given, [...likeliest(given)])).toBe(best);
    }),
    { numRuns: cases(2_000) },
  );
});

it("is nothing without pieces", () => {
  const nothing = {
    languages: LANGUAGES,
    fits: new Int32Array(),
    changes: new Int32Array(),
    starts: [0, 0, 0],
  };
  expect([...likeliest(nothing)]).toEqual([]);
});
