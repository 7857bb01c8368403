import validator from "validator";
import { describe, expect, it } from "vitest";
import { addressForm } from "../../../../src/tokens/forms/names/address.ts";
import { cityNames, familyNames } from "../../../../src/tokens/lists/name-lists.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { ID_STAGE_SIZE } from "../../../../src/tokens/stages.ts";
import { cases, fc } from "../../../support/properties.ts";
import { stagesOf } from "../../../support/tokens/forms.ts";
import { nameMint, textAt } from "../../../support/tokens/name-mint.ts";

const SIZES = [9_999 * 2048 * 32, ID_STAGE_SIZE];
const anyText = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc
      .array(fc.constantFrom("12 Elm St", ",", ", ", "\n", "\r\n", "75002", "Ulm", " ", "ß"), {
        maxLength: 14,
      })
      .map((pieces) => pieces.join("")),
  )
  .filter((text) => text.isWellFormed());
const at = (value: string, stage: number, place: number): string =>
  textAt(addressForm, value, stage, place);
const ONE_LINE = "24 Mark Street";
const FOUR_PARTS = "123/899 - Main Street, Flat 2,\nAnytown, USA-12345";

describe("address tokens", () => {
  it("are a number, a street and a type; then a direction and a unit as well", () => {
    for (let place = 0; place < 2000; place++) {
      const [house = "", street = "", type, ...rest] = at(ONE_LINE, 0, place).split(" ");
      expect(Number(house)).toBeGreaterThan(0);
      expect(Number(house)).toBeLessThan(10_000);
      expect(familyNames.has(street.toLowerCase())).toBe(true);
      expect(type).toMatch(/^[A-Z][a-z]+$/);
      expect(rest).toEqual([]);
      expect(at(ONE_LINE, 1, place)).toMatch(
        /^\d{1,4} (North|East|South|West) [A-Z][a-z]+ [A-Z][a-z]+ Unit \d{1,4}$/,
      );
    }
  });

  it("have a counter for the first space, and room for every id in the second", () => {
    const stages = stagesOf(addressForm, ONE_LINE);
    expect(stages.map((stage) => stage.space)).toEqual([SPACES.address, null]);
    expect(stages.map((stage) => stage.usable)).toEqual([SIZES[0], Number.POSITIVE_INFINITY]);
    expect(() => at(ONE_LINE, 0, SIZES[0] ?? 0)).toThrow("overrun");
    expect(at(ONE_LINE, 1, ID_STAGE_SIZE - 1)).toContain("Unit");
  });

  it.each([0, 1])("never repeat at both ends of stage %i", (stage) => {
    const texts = new Set<string>();
    for (let place = 0; place < 20_000; place++) {
      texts.add(at(ONE_LINE, stage, place));
      texts.add(at(ONE_LINE, stage, (SIZES[stage] ?? 0) - 1 - place));
    }
    expect(texts.size).toBe(40_000);
  });

  it("use every type, every direction, and numbers up to the last", () => {
    const types = new Set<string>();
    const directions = new Set<string>();
    let highest = 0;
    for (let place = 0; place < 20_000; place++) {
      const [house, direction = "", , type = "", , unit] = at(ONE_LINE, 1, place).split(" ");
      types.add(type);
      directions.add(direction);
      highest = Math.max(highest, Number(house), Number(unit));
    }
    expect(types.size).toBe(32);
    expect(directions.size).toBe(4);
    expect(highest).toBeGreaterThan(9_980);
  });

  it.each([
    [ONE_LINE, /^\d+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    ["24 mark street", /^\d+ [a-z]+ [a-z]+$/],
    ["24 MARK STREET, ULM", /^\d+ [A-Z]+ [A-Z]+, [A-Z]+$/],
    ["1234 Elm Street,Los Angeles", /^\d+ \w+ \w+,[A-Z][a-z]+$/],
    ["1234 Elm Street, Los Angeles, CA 90001", /^\d+ \w+ \w+, [A-Z][a-z]+, [A-Z]{2} 00[0-4]\d\d$/],
    ["5 Rue de la Paix\r\n75002 Paris", /^\d+ \w+ \w+\r\n[A-Z]{2} 00[0-4]\d\d$/],
    [FOUR_PARTS, /^\d+ \w+ \w+, [A-Z][a-z]+,\n[A-Z][a-z]+, [A-Z]{2} 00[0-4]\d\d$/],
    ["a, b, c, d, e, 6", /^\d+ \w+ \w+, [a-z]+, [a-z]+, [a-z]{2} 00[0-4]\d\d$/],
    ["東京都千代田区1-1", /^\d+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    ["", /^\d+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    [" ,\n, ", /^\d+ [A-Z][a-z]+ [A-Z][a-z]+$/],
    ["A     ,      B", /^\d+ \w+ \w+, [A-Z]+$/],
    ["A \n\n\n\n\n\n B", /^\d+ \w+ \w+\n[A-Z]+$/],
  ])("of %j have its parts, separators and letter case", (value, pattern) => {
    for (let place = 0; place < 50; place++) expect(at(value, 0, place)).toMatch(pattern);
  });

  it("have ZIP Codes of the right form that no post office has", () => {
    const states = new Set<string>();
    for (let place = 0; place < 5000; place++) {
      const last = at(FOUR_PARTS, 0, place).split(", ").at(-1) ?? "";
      const [state = "", zip = ""] = last.split(" ");
      states.add(state);
      expect(validator.isPostalCode(zip, "US")).toBe(true);
      expect(Number(zip)).toBeLessThan(500);
    }
    expect(states.size).toBe(50);
  });

  it("are told apart by the street line, which does not depend on the parts", () => {
    for (let place = 0; place < 1000; place++) {
      expect(at(FOUR_PARTS, 0, place).split(",")[0]).toBe(at(ONE_LINE, 0, place));
    }
  });

  it("are found again by mayBe for any value", () => {
    fc.assert(
      fc.property(anyText, fc.nat(1), fc.double({ min: 0, max: 1, noNaN: true }), (value, i, d) => {
        const size = SIZES[i] ?? 0;
        const text = at(value, i, Math.min(size - 1, Math.floor(d * size)));
        expect(text.length).toBeLessThanOrEqual(120);
        expect(addressForm.mayBe(text)).toBe(true);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("are not suspected in what is no such address", () => {
    const street = familyNames.at(7);
    const texts = ["", "1", "12 Elm Street", `${street} Street`, `0 ${street} Street`];
    texts.push(`12345 ${street} Street`, `12 ${street} Streets`, `12 ${street} Street, Paris`);
    texts.push(`12 ${street} Street, CA 90001`, `12 ${street} Street, XX 00123`, "12 May 2024");
    texts.push(`12 ${street} Street, CA 00123, ${cityNames.at(1)}`, `1${" ".repeat(1_000_000)}`);
    for (const text of texts) expect(addressForm.mayBe(text), text.slice(0, 40)).toBe(false);
    expect(addressForm.mayBe(`12 ${street} STREET, ${cityNames.at(1)}, ca 00123`)).toBe(true);
  });

  it("are distinct for 50,000 distinct addresses", () => {
    const mint = nameMint(addressForm);
    for (let i = 0; i < 50_000; i++) mint.token(i % 2 ? `${i} Elm St` : `${i} Elm St, Ulm, 1`);
    const lines = new Set([...mint.taken].map((text) => text.split(",")[0]));
    expect(lines.size).toBe(50_000);
  });
});
