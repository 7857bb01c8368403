import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { numericForm } from "../../../../src/tokens/forms/numbers/numeric.ts";
import { shapeOf } from "../../../../src/tokens/forms/plain/shape.ts";
import { cases, fc, IS_LONG } from "../../../support/properties.ts";

const cipher = tokenCipher(systemRandom(16));
/** A token of a value at one of its stages, the last when it has fewer. */
function draw(value: string, at = 0, place = 7, random = systemRandom): string {
  const stages = numericForm.stages(value) ?? [];
  const stage = stages[at] ?? stages.at(-1);
  return stage?.spell(cipher, place, random) ?? "";
}
const digitsOf = (text: string): number => text.replace(/\D/g, "").length;

describe("numeric tokens", () => {
  it.each([
    ["4111 1111 1111 1111", /^\d{4} \d{4} \d{4} \d{4}$/],
    ["(555) 010-9999", /^\(\d{3}\) \d{3}-\d{4}$/],
    ["123-45-6789", /^\d{3}-\d{2}-\d{4}$/],
    ["1234567", /^\d{7}$/],
    ["ABC-12345", /^\d{3}-\d{5}$/],
    ["+1 555 010 9999", /^\+\d \d{3} \d{3} \d{4}$/],
    ["  123456  ", /^ {2}\d{6} {2}$/],
    ["日本語123", /^\d{6}$/],
  ])("keep the shape of %j: a digit for every letter and digit", (value, form) => {
    expect(draw(value)).toMatch(form);
  });

  it.each([
    ["1", /^\d{6}$/],
    ["1-2", /^\d-\d{5}$/],
    ["12.5", /^\d{2}\.\d{4}$/],
    ["😀", /^\d{6}$/],
    ["---", /^\d{12}$/],
    [" ", /^\d{12}$/],
    ["\0", /^\d{6}$/],
  ])("lengthen %j, whose space would be small", (value, form) => {
    expect(draw(value)).toMatch(form);
  });

  it("hold digits and the value's separators only, never fewer than six digits", () => {
    const values = fc.oneof(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.stringMatching(/^[0-9 .,()+-]{1,30}$/),
    );
    fc.assert(
      fc.property(values, fc.nat(8), (value, attempt) => {
        const token = draw(value, attempt);
        expect(numericForm.mayBe(token)).toBe(true);
        expect(digitsOf(token)).toBeGreaterThanOrEqual(6);
        const shape = shapeOf(value);
        expect(shapeOf(token).separators).toEqual(shape.separators);
      }),
      { numRuns: cases(1000) },
    );
  });

  it("grow by one digit from stage to stage, up to texts that carry the id", () => {
    const stages = numericForm.stages("12345678") ?? [];
    expect(stages.map(({ space }) => space)).toEqual([8, 9, 10, 11, 12, null]);
    const lengths = stages.map((_, at) => digitsOf(draw("12345678", at)));
    expect(lengths).toEqual([8, 9, 10, 11, 12, 13]);
    expect(numericForm.stages("1234 5678 9012 3456 7")?.map(({ space }) => space)).toEqual([null]);
  });

  it("are all different within a stage", () => {
    // The permutation under them is tested over whole spaces (cipher/permutation.test.ts).
    const COUNT = IS_LONG ? 500_000 : 100_000;
    const [stage] = numericForm.stages("123456") ?? [];
    const seen = new Set<string>();
    for (let place = 0; place < COUNT; place++) {
      seen.add(stage?.spell(cipher, place, systemRandom) ?? "");
    }
    expect(seen.size).toBe(COUNT);
    expect(stage?.usable).toBe(500_000);
  });

  it("come to an end with a source that mostly gives bytes to be skipped", () => {
    let calls = 0;
    const stingy = (n: number): Uint8Array<ArrayBuffer> => {
      calls++;
      return new Uint8Array(n).fill(calls % 10 === 0 ? 7 : 255);
    };
    expect(draw("12345678901234567890", 0, 1, stingy)).toMatch(/^\d{13}7{7}$/);
  });

  it("have every digit equally often at every position (chi-square)", () => {
    const random = seeded(20261121);
    const places = 8;
    const draws = 20_000;
    for (let place = 0; place < places; place++) {
      const counts = new Array<number>(10).fill(0);
      for (let i = 0; i < draws; i++) {
        // The digits behind those of the id.
        const digit = Number(draw("123456789012345678901", 0, 1, random)[13 + place]);
        counts[digit] = (counts[digit] ?? 0) + 1;
      }
      const expected = draws / 10;
      const chi2 = counts.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
      // 9 degrees of freedom: 40 is exceeded once in 130,000 times; the seed is fixed anyway.
      expect(chi2).toBeLessThan(40);
    }
  });
});

describe("mayBe of numericForm", () => {
  it.each([
    ["123456", true],
    ["1", true],
    ["(1) 2-3", true],
    [" 12 ", true],
    ["", false],
    ["---", false],
    ["12a", false],
    ["١٢٣", false],
    ["１２３", false],
    ["12\u00a03", false],
    ["12\0", false],
  ])("of %j is %j", (text, is) => {
    expect(numericForm.mayBe(text)).toBe(is);
  });
});

/** Bytes of xorshift32 from a seed: a fair test must not fail by chance. */
function seeded(seed: number): (length: number) => Uint8Array<ArrayBuffer> {
  let state = seed;
  return (length) =>
    Uint8Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    });
}
