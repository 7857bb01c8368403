import { describe, expect, it } from "vitest";
import { cityForm } from "../../../../src/tokens/forms/names/city.ts";
import { cityNames, givenNames } from "../../../../src/tokens/lists/name-lists.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { ID_STAGE_SIZE } from "../../../../src/tokens/stages.ts";
import { cases, fc } from "../../../support/properties.ts";
import { stagesOf } from "../../../support/tokens/forms.ts";
import { nameMint, textAt } from "../../../support/tokens/name-mint.ts";

const SIZES = [2048, 64 * 2048, 2 ** 22, ID_STAGE_SIZE];
const anyText = fc
  .oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.lorem())
  .filter((text) => text.isWellFormed());
const at = (value: string, stage: number, place: number): string =>
  textAt(cityForm, value, stage, place);

describe("city tokens", () => {
  it("are first all 2,048 names, whatever number of words the value has", () => {
    for (const value of ["Paris", "New York", "Rio de Janeiro"]) {
      const names = new Set(Array.from({ length: 2048 }, (_, place) => at(value, 0, place)));
      expect(names.size).toBe(2048);
      for (const name of names) expect(cityNames.has(name.toLowerCase())).toBe(true);
    }
    expect(() => at("Paris", 0, 2048)).toThrow("overrun");
  });

  it("then have one of 64 words before or behind, and are all different", () => {
    const texts = new Set<string>();
    const extras = new Set<string>();
    for (let place = 0; place < 64 * 2048; place++) {
      const text = at("Paris", 1, place);
      texts.add(text.toLowerCase());
      const [first = "", second = ""] = text.split(" ");
      extras.add(cityNames.has(first.toLowerCase()) ? `- ${second}` : `${first} -`);
      if (!cityForm.mayBe(text)) throw new Error(text);
    }
    expect(texts.size).toBe(64 * 2048);
    expect(extras.size).toBe(64);
  });

  it("grow stage by stage", () => {
    const stages = stagesOf(cityForm, "New York");
    expect(stages.map((stage) => stage.space)).toEqual([
      SPACES.city,
      SPACES.city + 1,
      SPACES.city + 2,
      null,
    ]);
    expect(stages.map((stage) => stage.usable)).toEqual([
      ...SIZES.slice(0, 3),
      Number.POSITIVE_INFINITY,
    ]);
    expect(at("x", 2, 9)).toMatch(/^[a-z]+-[a-z]+$/);
    expect(at("X-ville", 3, 9)).toMatch(/^[A-Z][a-z]+(-[A-Z][a-z]+){3}$/);
  });

  it.each([2, 3])("never repeat at both ends of stage %i", (stage) => {
    const texts = new Set<string>();
    for (let place = 0; place < 10_000; place++) {
      texts.add(at("Paris", stage, place));
      texts.add(at("Paris", stage, (SIZES[stage] ?? 0) - 1 - place));
    }
    expect(texts.size).toBe(20_000);
  });

  it("are found again by mayBe, in the value's letter case, for any value", () => {
    fc.assert(
      fc.property(anyText, fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true }), (value, i, d) => {
        const size = SIZES[i] ?? 0;
        const text = at(value, i, Math.min(size - 1, Math.floor(d * size)));
        expect(cityForm.mayBe(text)).toBe(true);
        expect(text).toMatch(
          /^(?:[A-Z][a-z]+|[A-Z]+|[a-z]+)([ -]([A-Z][a-z]+|[A-Z]+|[a-z]+)){0,3}$/,
        );
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each([
    ["Paris", /^[A-Z][a-z]+$/],
    ["PARIS", /^[A-Z]+$/],
    ["são paulo", /^[a-z]+$/],
    ["NY", /^[A-Z]+$/],
    ["東京", /^[A-Z][a-z]+$/],
    ["МОСКВА", /^[A-Z]+$/],
  ])("of %j are written like it", (value, pattern) => {
    expect(at(value, 0, 1)).toMatch(pattern);
  });

  it("are not suspected in what is no place of the list", () => {
    const name = cityNames.at(5);
    const texts = [
      "",
      " ",
      "-",
      "Paris",
      "North",
      "North North",
      `${name} North`,
      givenNames.at(3),
    ];
    texts.push(`${name} ${name}`, `Springs ${name}`, `${name}-`, `${name}-${name}-${name}`);
    texts.push(`${name},`, ` ${name}`, `North ${name} Springs`, "x".repeat(1_000_000));
    for (const text of texts) expect(cityForm.mayBe(text), text.slice(0, 40)).toBe(false);
    expect(cityForm.mayBe(name.toUpperCase())).toBe(true);
  });

  const CITIES = cases(200_000);
  it(`are distinct for ${CITIES} distinct cities, and never the value`, () => {
    const mint = nameMint(cityForm);
    for (let i = 0; i < 2048; i++) {
      const value = cityNames.at(i);
      expect(mint.token(value)).not.toBe(value);
    }
    for (let i = 0; i < CITIES - 2048; i++) mint.token(`City ${i}`);
    expect(mint.taken.size).toBe(CITIES);
  });
});
