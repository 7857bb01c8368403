// The best tags of a text, against all that there are.

import { describe, expect, it } from "vitest";
import { makeLattice, Path } from "../../../src/detect/tagger/decode.ts";
import { mayFollow, TAG_COUNT } from "../../../src/detect/tagger/tags.ts";
import { fc } from "../../support/properties.ts";

/** Whether "outside" is so far ahead that a token can be nothing else. */
function isAlone(sums: readonly number[], token: number): boolean {
  const [outside, ...others] = sums.slice(token * TAG_COUNT, (token + 1) * TAG_COUNT);
  return others.every((sum) => outside! - sum > 1_000);
}

describe("the best tags", () => {
  const tags = Array.from({ length: TAG_COUNT }, (_, tag) => tag);
  const isLegal = (path: readonly number[]) =>
    [0, ...path, 0].every((tag, i, all) => i === 0 || mayFollow(all[i - 1]!, tag));
  const paths = tags
    .flatMap((a) => tags.flatMap((b) => tags.map((c) => [a, b, c])))
    .filter(isLegal);

  it("are the best of all legal ones, tried one by one", () => {
    const weight = fc.integer({ min: -100, max: 100 });
    const sumsOf = fc.array(weight, { minLength: 3 * TAG_COUNT, maxLength: 3 * TAG_COUNT });
    const anyMoves = fc.array(weight, { minLength: TAG_COUNT ** 2, maxLength: TAG_COUNT ** 2 });
    // Where "outside" is far ahead of all others, decoding takes one step.
    const ahead = fc.constantFrom(0, 150, 400, 5_000);
    const check = (drawn: number[], moves: number[], outside: number) => {
      const sums = drawn.map((sum, k) => (k % TAG_COUNT === 0 ? sum + outside : sum));
      const worth = (path: readonly number[]) =>
        path.reduce((sum, tag, i) => {
          const move = i === 0 ? 0 : moves[path[i - 1]! * TAG_COUNT + tag]!;
          return sum + sums[i * TAG_COUNT + tag]! + move;
        }, 0);
      const lattice = makeLattice(3);
      lattice.sums.set(sums);
      const way = new Path(Int16Array.from(moves), lattice);
      for (let token = 0; token < 3; token++) {
        // Going on outside is the same where the sums leave nothing else.
        if (way.isOutside() && isAlone(sums, token)) way.goOutside();
        else way.goOn();
      }
      const found = [...way.tags().subarray(0, 3)];
      expect(isLegal(found)).toBe(true);
      expect(worth(found)).toBe(Math.max(...paths.map(worth)));
    };
    fc.assert(fc.property(sumsOf, anyMoves, ahead, check), { numRuns: 60 });
  });
});
