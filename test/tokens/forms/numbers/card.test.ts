import isLuhnNumber from "validator/es/lib/isLuhnNumber.js";
import { describe, expect, it } from "vitest";
import { cardForm } from "../../../../src/tokens/forms/numbers/card.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { fc } from "../../../support/properties.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spacesOf,
  spelled,
  stagesOf,
  textOf,
} from "../../../support/tokens/forms.ts";

const CARDS = [
  "4111-1111-1111-1111",
  "5555 5555 5555 4444",
  "3782 822463 10005",
  "30569309025904",
  "6759649826438453",
  "676770001234",
  "4000 0000 0000 0000 006",
];

const digits = (text: string): string => text.replace(/\D/g, "");
/** Region codes of UN M49, which ISO 3166-1 can give to no country. */
const NO_COUNTRY = /^9(?:142|143|145|150|151|154|155|419)/;

describe("card tokens", () => {
  it.each(CARDS)(
    "of %s pass the Luhn check, belong to no country's cards, and are all different",
    (card) => {
      const numbers = expectSoundStages(cardForm, card).map(digits);
      expect(numbers.filter((n) => !isLuhnNumber(n) || !NO_COUNTRY.test(n))).toEqual([]);
    },
  );

  it.each(CARDS)("of %s are punctuated alike, with as many digits at first", (card) => {
    const text = spelled(stagesOf(cardForm, card)[0], 1);
    expect(text.replace(/\d/g, "0")).toBe(card.replace(/\d/g, "0"));
  });

  it("grow digit by digit behind the last, half of each length, and end with 18 digits and an id", () => {
    const stages = stagesOf(cardForm, "6767 7000 1234");
    const shapes = stages.map((stage) => spelled(stage, 7).replace(/\d/g, "0"));
    expect(shapes.slice(0, 2)).toEqual(["0000 0000 0000", "0000 0000 00000"]);
    expect(shapes.map((shape) => digits(shape).length)).toEqual([12, 13, 14, 15, 16, 17, 18]);
    expect(spacesOf(cardForm, "6767 7000 1234").slice(0, 2)).toEqual([
      [SPACES.card + 12, 4e7],
      [SPACES.card + 13, 4e8],
    ]);
    expect(stagesOf(cardForm, "4000000000000000006")).toHaveLength(1);
  });

  it("reach every issuer, from all zeros to all nines", () => {
    const stage = stagesOf(cardForm, "676770001234")[0];
    expect(textOf(stage, 0)).toMatch(/^91420000000\d$/);
    expect(textOf(stage, 1e7 - 1)).toMatch(/^91429999999\d$/);
    expect(textOf(stage, 8e7 - 1)).toMatch(/^94199999999\d$/);
    const issuers = Array.from({ length: 8 }, (_, i) => textOf(stage, i * 1e7).slice(0, 4));
    expect(new Set(issuers).size).toBe(8);
  });

  it("share their digits between punctuations: equal place, equal number", () => {
    fc.assert(
      fc.property(fc.nat({ max: 3.9e11 }), (place) => {
        const [plain, dashed] = ["4111111111111111", "4111-1111-1111-1111"].map((card) =>
          spelled(stagesOf(cardForm, card)[0], place),
        );
        expect(digits(dashed ?? "")).toBe(plain);
      }),
    );
  });

  it.each([
    "",
    "4111",
    "41111111111",
    "4111 1111 1111 1111 1111",
    "4111.1111.1111.1111",
    "x111111111111111",
    "４１１１１１１１１１１１１１１１",
    "-4111111111111111",
  ])("are not made for %j", (value) => expect(cardForm.stages(value)).toBeNull());

  it("are told from other numbers", () => {
    const token = spelled(stagesOf(cardForm, "4111111111111111")[0], 3);
    const wrong = token.slice(0, -1) + ((Number(token.at(-1)) + 1) % 10);
    for (const text of [...CARDS, wrong, "9000000000000001", "word", ""]) {
      expect(cardForm.mayBe(text), text).toBe(false);
    }
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(cardForm);
    expectLinear(cardForm, ["9", "9 ", "9   ", "9---"]);
  });
});
