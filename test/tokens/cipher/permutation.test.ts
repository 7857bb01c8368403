import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../src/platform/random.ts";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { MAX_SPACE, MAX_SPACE_SIZE, permuted } from "../../../src/tokens/cipher/permutation.ts";
import { countedStage, ID_STAGE_SIZE, idStage } from "../../../src/tokens/stages.ts";
import { cases, fc } from "../../support/properties.ts";

const cipher = tokenCipher(systemRandom(16));
const fixedCipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));

const FIRST = cases(100_000);

describe("a permutation", () => {
  it.each([1, 2, 3, 7, 62, 1000, 73_049])("of %i numbers has each of them once", (size) => {
    const seen = new Set<number>();
    for (let place = 0; place < size; place++) {
      const number = permuted(cipher, 1000, size, place);
      expect(number >= 0 && number < size && Number.isInteger(number)).toBe(true);
      seen.add(number);
    }
    expect(seen.size).toBe(size);
  });

  it(`of a large space has no number twice among its first ${FIRST}, and stays inside`, () => {
    for (const size of [ID_STAGE_SIZE, MAX_SPACE_SIZE, 10 ** 12 + 39]) {
      const seen = new Set<number>();
      for (let place = 0; place < FIRST; place++) seen.add(permuted(cipher, 5, size, place));
      expect(seen.size).toBe(FIRST);
      for (const number of seen) expect(number).toBeLessThan(size);
    }
  });

  it("is another one for every space and key", () => {
    const first = (space: number, by = cipher) =>
      Array.from({ length: 8 }, (_, place) => permuted(by, space, 10 ** 9, place));
    expect(first(1000)).not.toEqual(first(1001));
    expect(first(1000)).not.toEqual(first(1000, tokenCipher(systemRandom(16))));
    expect(first(1000)).toEqual(first(1000));
  });

  it("refuses places that are not there", () => {
    expect(() => permuted(cipher, 1000, 62, 62)).toThrow("overrun");
    expect(() => permuted(cipher, MAX_SPACE + 1, 62, 0)).toThrow();
    expect(() => permuted(cipher, 0, MAX_SPACE_SIZE + 1, 0)).toThrow();
  });

  it("looks drawn at random: no number near its neighbour, all parts equally often (chi-square)", () => {
    const parts = new Array<number>(64).fill(0);
    const steps = new Array<number>(64).fill(0);
    const draws = 64_000;
    const size = 2 ** 30;
    let before = 0;
    for (let place = 0; place < draws; place++) {
      const number = permuted(fixedCipher, 1000, size, place);
      const part = Math.floor((number / size) * 64);
      const step = Math.floor((((number - before + size) % size) / size) * 64);
      parts[part] = (parts[part] ?? 0) + 1;
      steps[step] = (steps[step] ?? 0) + 1;
      before = number;
    }
    for (const counts of [parts, steps]) {
      const chi2 = counts.reduce((sum, n) => sum + (n - draws / 64) ** 2 / (draws / 64), 0);
      // 63 degrees of freedom: 130 is exceeded once in a million times; the key is fixed anyway.
      expect(chi2).toBeLessThan(130);
    }
  });
});

describe("stages", () => {
  it("give each text once, in the order of their space", () => {
    const stage = countedStage(1000, 62, (number) => `t${number}`);
    const texts = Array.from({ length: 62 }, (_, place) =>
      stage.spell(cipher, place, systemRandom),
    );
    expect(new Set(texts).size).toBe(62);
    expect(stage).toMatchObject({ space: 1000, usable: 62 });
    expect(countedStage(1000, 62, String, 31).usable).toBe(31);
  });

  it("with an id never end and never give two ids one text", () => {
    const stage = idStage(7, ID_STAGE_SIZE, String);
    expect(stage.space).toBeNull();
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 40 - 1 }), { minLength: 2 });
    fc.assert(
      fc.property(ids, (some) => {
        const texts = new Set(some.map((id) => stage.spell(cipher, id, systemRandom)));
        expect(texts.size).toBe(some.length);
      }),
      { numRuns: 500 },
    );
  });
});
