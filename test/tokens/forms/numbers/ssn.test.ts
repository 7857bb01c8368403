import { describe, expect, it } from "vitest";
import { ssnForm } from "../../../../src/tokens/forms/numbers/ssn.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spacesOf,
  spelled,
  stagesOf,
  textOf,
} from "../../../support/tokens/forms.ts";

const NUMBERS = ["856-45-6789", "856 45 6789", "856456789", "001-01-0001", "856-456789"];
const digits = (text: string): string => text.replace(/\D/g, "");

/** The ranges as the authorities write them, each on its own. */
const SSN = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;
const ITIN = /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/;
const ATIN = /^9\d\d93\d{4}$/;
const IRSN = /^9\d\d(?:0[1-9]|10|1[789]|2[89]|3[789]|49|66|89)\d{4}$/;

describe("social security number tokens", () => {
  it.each(NUMBERS)("of %s are nobody's, and all different", (value) => {
    const numbers = expectSoundStages(ssnForm, value).map(digits);
    const assigned = [SSN, ITIN, ATIN, IRSN, /^...00/, /^.....0000/];
    expect(numbers.filter((n) => assigned.some((range) => range.test(n)))).toEqual([]);
    expect(numbers.filter((n) => !/^(?:000|666\d{6}$|9\d{8}$)/.test(n))).toEqual([]);
  });

  it.each(NUMBERS)("of %s are punctuated alike", (value) => {
    const text = spelled(stagesOf(ssnForm, value)[0], 99);
    expect(text.replace(/\d/g, "0")).toBe(value.replace(/\d/g, "0"));
  });

  it("reach all areas and groups there are", () => {
    const stage = stagesOf(ssnForm, "856456789")[0];
    const seen = new Set<string>();
    for (let place = 0; place < 200_000; place++) seen.add(spelled(stage, place).slice(0, 5));
    // 100 areas with 30 groups, 2 with 99; each of these 3,198 is drawn 60 times or so.
    expect(seen.size).toBe(3_198);
  });

  it.each([
    [0, "900-11-0001"],
    [9_998, "900-11-9999"],
    [9_999, "900-12-0001"],
    [29_996_999, "999-48-9999"],
    [29_997_000, "000-01-0001"],
    [30_986_900, "000-99-9999"],
    [30_986_901, "666-01-0001"],
    [31_976_801, "666-99-9999"],
  ])("have %i at %s", (number, text) => {
    expect(textOf(stagesOf(ssnForm, "856-45-6789")[0], number)).toBe(text);
  });

  it("grow digit by digit after half of the numbers, to 17 digits with an id", () => {
    const shapes = stagesOf(ssnForm, "856-45-6789").map((s) => spelled(s, 5).replace(/\d/g, "0"));
    expect(shapes.slice(0, 3)).toEqual(["000-00-0000", "000-00-00000", "000-00-000000"]);
    expect(shapes.at(-1)).toBe("000-00-000000000000");
    expect(spacesOf(ssnForm, "856-45-6789").slice(0, 2)).toEqual([
      [SPACES.ssn + 9, 15_988_401],
      [SPACES.ssn + 10, 4_949_505],
    ]);
  });

  it.each([
    "",
    "856-45-678",
    "856-45-67890",
    "85-645-6789",
    "856.45.6789",
    "856--45-6789",
    "a56-45-6789",
  ])("are not made for %j", (value) => expect(ssnForm.stages(value)).toBeNull());

  it("are told from real numbers", () => {
    const real = [
      ...NUMBERS,
      "900-50-1234",
      "987-93-1234",
      "912-17-1234",
      "000-00-1234",
      "666-12-0000",
    ];
    for (const text of [...real, "900123456789", "word", ""]) {
      expect(ssnForm.mayBe(text), text).toBe(false);
    }
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(ssnForm);
    expectLinear(ssnForm, ["9", "0-", "000 "]);
  });
});
