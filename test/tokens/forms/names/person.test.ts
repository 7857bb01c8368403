import { describe, expect, it } from "vitest";
import { personForm } from "../../../../src/tokens/forms/names/person.ts";
import { cityNames, familyNames, givenNames } from "../../../../src/tokens/lists/name-lists.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { ID_STAGE_SIZE } from "../../../../src/tokens/stages.ts";
import { cases, fc } from "../../../support/properties.ts";
import { testCipher as cipher, stagesOf } from "../../../support/tokens/forms.ts";
import { nameMint, textAt } from "../../../support/tokens/name-mint.ts";

const anyText = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^[ -~]{0,40}$/),
    fc
      .array(fc.constantFrom("Ada", "LANE,", "j.", "de", "Ó Briain", "王", " ", ",", "\n"), {
        maxLength: 8,
      })
      .map((words) => words.join(" ")),
  )
  .filter((text) => text.isWellFormed());
const at = (value: string, stage: number, place: number): string =>
  textAt(personForm, value, stage, place);
const isName = (text: string): boolean => {
  const words = text.toLowerCase().replaceAll(",", "").split(" ");
  const familyAt = words.length === 1 ? -1 : /^\S+, /.test(text) ? 0 : words.length - 1;
  return words.every((word, i) => (i === familyAt ? familyNames : givenNames).has(word));
};

describe("person tokens", () => {
  it("of one word are all 2,048 given names, once each", () => {
    const names = new Set(Array.from({ length: 2048 }, (_, place) => at("Ada", 0, place)));
    expect(names.size).toBe(2048);
    for (const name of names) {
      expect(givenNames.has(name.toLowerCase())).toBe(true);
      expect(personForm.mayBe(name)).toBe(true);
    }
    expect(() => at("Ada", 0, 2048)).toThrow("overrun");
  });

  it.each([
    ["Ada", [1, 2, 3, 4]],
    ["Ada Lane", [2, 3, 4]],
    ["Ada Mary Lane", [3, 4]],
    ["Ada Mary Ann Lane", [4]],
    ["Ada Mary Ann van der Lane", [6]],
    ["a b c d e f g h i j k l", [12]],
    ["a b c d e f g h i j k l m n", [12]],
    ["", [1, 2, 3, 4]],
  ])("of %j grow word by word to four, and have more at once", (value, words) => {
    const stages = stagesOf(personForm, value);
    expect(stages.map((_, i) => at(value, i, 77).split(" ").length)).toEqual(words);
    expect(stages.map((stage) => stage.space)).toEqual(
      words.map((count) => (count >= 4 ? null : SPACES.person + count)),
    );
    expect(stages.map((stage) => stage.usable)).toEqual(
      words.map((count) => (count >= 4 ? Number.POSITIVE_INFINITY : 2048 ** count)),
    );
    const last = at(value, stages.length - 1, ID_STAGE_SIZE - 1);
    expect(last.split(" ")).toHaveLength(words.at(-1) ?? 0);
    expect(personForm.mayBe(last)).toBe(true);
  });

  it.each([
    [0, 2 ** 22],
    [1, 2 ** 33],
    [2, ID_STAGE_SIZE],
  ])("never repeat: stage %i of two words, at both ends", (stage, size) => {
    const names = new Set<string>();
    for (let place = 0; place < 10_000; place++) {
      names.add(at("Ada Lane", stage, place));
      names.add(at("Ada Lane", stage, size - 1 - place));
    }
    expect(names.size).toBe(20_000);
  });

  it("are the same names for every value with the same number of words", () => {
    const plain = (value: string): string[] =>
      at(value, 0, 5).toLowerCase().replace(",", "").split(" ").sort();
    expect(plain("ADA LANE")).toEqual(plain("Ada Lane"));
    expect(plain("lane, ada")).toEqual(plain("Ada Lane"));
    expect(plain("Ó Briain")).toEqual(plain("Ada Lane"));
  });

  it("are names in the value's letter case, with its commas, and found again by mayBe", () => {
    const stage = fc.nat(3);
    const place = fc.nat(2047);
    fc.assert(
      fc.property(anyText, stage, place, (value, anyStage, anyPlace) => {
        const stages = stagesOf(personForm, value);
        const text = at(value, anyStage % stages.length, anyPlace);
        expect(isName(text)).toBe(true);
        expect(personForm.mayBe(text)).toBe(true);
        expect(text).toMatch(/^[A-Za-z]{3,11},?( [A-Za-z]{3,11},?){0,11}$/);
      }),
      { numRuns: cases(20_000) },
    );
  });

  it.each([
    ["Ada Lane", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["ADA LANE", /^[A-Z]+ [A-Z]+$/],
    ["ada lane", /^[a-z]+ [a-z]+$/],
    ["ada LANE", /^[a-z]+ [A-Z]+$/],
    ["ADA Q LANE", /^[A-Z]+ [A-Z]{3,} [A-Z]+$/],
    ["J. Lane", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["Lane, Ada", /^[A-Z][a-z]+, [A-Z][a-z]+$/],
    ["  Ada \n\t Lane ", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["Jean-Luc O'Hara", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["Ада Лейн", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ["АДА ЛЕЙН", /^[A-Z]+ [A-Z]+$/],
    ["王小明", /^[A-Z][a-z]+$/],
    ["محمد علي", /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ])("of %j are written like it", (value, pattern) => {
    for (let place = 0; place < 50; place++) expect(at(value, 0, place)).toMatch(pattern);
  });

  it("put the family name first where the value has a comma behind its first word", () => {
    const [family = "", given = ""] = at("Lane, Ada", 0, 3).split(", ");
    expect(familyNames.has(family.toLowerCase()) && givenNames.has(given.toLowerCase())).toBe(true);
    expect(at("Lane, Ada", 1, 3)).toMatch(/^[A-Z][a-z]+, [A-Z][a-z]+ [A-Z][a-z]+$/);
    expect(at("Lane,", 0, 3)).toMatch(/^[A-Z][a-z]+,$/);
    expect(at("Lane,", 1, 3)).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+,$/);
  });

  it("are not suspected in what is no list of names", () => {
    const texts = ["", " ", "hello", "will", "Erin Hello", "Nash Erin", "Nash", "Erin-Nash"];
    texts.push("Please call me tomorrow", `${"Erin ".repeat(12)}Nash`, " Erin", "Erin Nash ", ",");
    texts.push(`Erin ${" ".repeat(200)}Nash`, "a".repeat(1_000_000), cityNames.at(0));
    for (const text of texts) expect(personForm.mayBe(text), text.slice(0, 40)).toBe(false);
    expect(personForm.mayBe("ERIN nash")).toBe(true);
    expect(personForm.mayBe(`${"Erin ".repeat(11)}Nash`)).toBe(true);
    expect(personForm.mayBe(`Nash, ${"Erin ".repeat(10)}Erin`)).toBe(true);
  });

  const NAMES = cases(200_000);
  it(`are distinct for ${NAMES} distinct names of one word, and more of two`, () => {
    const mint = nameMint(personForm);
    const lengths = [0, 0, 0];
    for (let i = 0; i < NAMES; i++) {
      const words = mint.token(`Value${i}`).split(" ").length;
      lengths[words] = (lengths[words] ?? 0) + 1;
    }
    for (let i = 0; i < NAMES / 10; i++) mint.token(`VALUE ${i}A`);
    expect(new Set([...mint.taken].map((text) => text.toLowerCase())).size).toBe(
      NAMES + NAMES / 10,
    );
    expect(lengths).toEqual([0, 2048, NAMES - 2048]);
  });

  it("of more than four words tell ids apart by the first three and the last", () => {
    const numbered = (value: string, place: number): string => {
      const words = at(value, 0, place).split(" ");
      return [...words.slice(0, 3), words.at(-1)].join(" ");
    };
    const names = new Set<string>();
    for (let place = 0; place < 20_000; place++) {
      const value = "Ada Mary Ann Sue Lane";
      names.add(numbered(value, place));
      // The same as those of four words, so that one number never makes two names.
      if (place < 100) expect(numbered(value, place)).toBe(at("Ada Mary Ann Lane", 0, place));
    }
    expect(names.size).toBe(20_000);
  });

  it("of more than four words have the others drawn, in order, from all given names alike", () => {
    const stage = stagesOf(personForm, "Ada Mary Ann Sue Eve Joy Lane")[0];
    const drawnBy = (bytes: readonly number[]): string[] | undefined =>
      stage
        ?.spell(cipher, 9, (length) => {
          expect(length).toBe(6);
          return Uint8Array.from(bytes);
        })
        .split(" ")
        .slice(3, 6);
    const names = (...numbers: number[]): string[] =>
      numbers.map((number) => givenNames.at(number));
    expect(drawnBy([0, 0, 0, 1, 7, 255])).toEqual(names(0, 1, 2047));
    expect(drawnBy([8, 0, 255, 255, 4, 0])).toEqual(names(0, 2047, 1024));
  });

  it("are never the value itself", () => {
    const mint = nameMint(personForm);
    for (let i = 0; i < 2048; i++) {
      const value = givenNames.at(i);
      expect(mint.token(value)).not.toBe(value);
    }
  });
});
