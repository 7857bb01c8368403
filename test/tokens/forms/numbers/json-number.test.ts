import { describe, expect, it } from "vitest";
import { jsonNumberForm } from "../../../../src/tokens/forms/numbers/json-number.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { cases, fc } from "../../../support/properties.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spacesOf,
  spelled,
  stagesOf,
} from "../../../support/tokens/forms.ts";

const NUMBERS = ["0", "42", "-0.5", "1e+21", "5e-324", "123456789", "-123456789012345"];

describe("tokens for JSON numbers", () => {
  it.each(NUMBERS)("of %s are whole numbers that JSON keeps, and all different", (value) => {
    const kept = (text: string): boolean => {
      const number: unknown = JSON.parse(text);
      return (
        Number.isSafeInteger(number) && JSON.stringify(number) === text && Number(text) > 99_999
      );
    };
    const texts = expectSoundStages(jsonNumberForm, value);
    expect(texts.filter((text) => !kept(text))).toEqual([]);
  });

  it.each([
    ["7", 6],
    ["-999999", 6],
    ["1234567", 7],
    ["-1234567.25", 7],
    ["0.00012345678901234567", 6],
    ["1e-7", 6],
    ["12345678901234", 14],
    ["123456789012345680", 15],
    ["1e+300", 15],
  ])("of %s begin with %i digits", (value, digits) => {
    expect(spelled(stagesOf(jsonNumberForm, value)[0], 1)).toHaveLength(digits);
  });

  const FIRST = cases(200_000);
  it(`never repeat: the first ${FIRST} of six digits`, () => {
    const stage = stagesOf(jsonNumberForm, "1")[0];
    const seen = new Uint8Array(1_000_000);
    for (let place = 0; place < FIRST; place++) seen[Number(spelled(stage, place))] = 1;
    expect(seen.reduce((sum, one) => sum + one, 0)).toBe(FIRST);
    expect(seen.indexOf(1)).toBeGreaterThanOrEqual(100_000);
  });

  it("grow digit by digit after half of a length, to 14 digits with an id", () => {
    const lengths = stagesOf(jsonNumberForm, "1").map((stage) => spelled(stage, 0).length);
    expect(lengths).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect(spacesOf(jsonNumberForm, "1").slice(0, 2)).toEqual([
      [SPACES.jsonNumber + 6, 450_000],
      [SPACES.jsonNumber + 7, 4_500_000],
    ]);
  });

  it("are made for every finite number as String writes it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(jsonNumberForm.stages(String(number))).not.toBeNull();
      }),
      { numRuns: cases(5_000) },
    );
  });

  it.each(["", " ", "1.0", "01", "+1", "-0", "1e3", "0x10", "NaN", "Infinity", "1,000"])(
    "are not made for %j",
    (value) => expect(jsonNumberForm.stages(value)).toBeNull(),
  );

  it("are not made for a number that JSON readers would round", () => {
    expect(jsonNumberForm.stages("9007199254740993")).toBeNull();
  });

  it("are told from shorter numbers and other texts", () => {
    const others = ["", "12345", "012345", "-123456", "123456.5", "1234567890123456", "word"];
    expect(others.filter((text) => jsonNumberForm.mayBe(text))).toEqual([]);
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(jsonNumberForm);
    expectLinear(jsonNumberForm, ["1", "0", " "]);
  });
});
