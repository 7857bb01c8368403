import { getCountrySpecifications, isValidIBAN } from "ibantools";
import isIBAN from "validator/es/lib/isIBAN.js";
import { describe, expect, it } from "vitest";
import { MAX_SPACE_SIZE } from "../../../../src/tokens/cipher/permutation.ts";
import { ibanForm } from "../../../../src/tokens/forms/numbers/iban.ts";
import { IBAN_COUNTRIES } from "../../../../src/tokens/forms/numbers/iban-countries.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import { fc } from "../../../support/properties.ts";
import {
  expectLinear,
  expectNeverThrows,
  expectSoundStages,
  spacesOf,
  spelled,
  stagesOf,
} from "../../../support/tokens/forms.ts";

/** One of each country that is kept, from the examples of the SWIFT registry. */
const KEPT = [
  "CH9300762011623852957",
  "DE89370400440532013000",
  "ES9121000418450200051332",
  "FI2112345600000785",
  "FR1420041010050500013M02606",
  "GB29NWBK60161331926819",
  "IE29AIBK93115212345678",
  "IT60X0542811101000000123456",
  "LI21088100002324013AA",
  "MC5811222000010123456789030",
  "NL91ABNA0417164300",
  "PL61109010140000071219812874",
  "SE4550000000058398257466",
];
/** Others, from the shortest to the longest. */
const OTHERS = [
  "NO9386011117947",
  "BE68539007547034",
  "DK5000400440116243",
  "AT611904300234573201",
  "MT84MALT011000012345MTLCAST001S",
  "ZZ00ABCDEFGHIJKLMNOPQRSTUVWXYZ1234",
];

/** MOD 97-10 on the whole number at once. */
function remainder(iban: string): bigint {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36));
  return BigInt(digits.join("")) % 97n;
}

describe("IBAN tokens", () => {
  it.each(KEPT)(
    "of %s are valid in their country, with its own check digits, and all different",
    (value) => {
      const texts = expectSoundStages(ibanForm, value, 1_000);
      const own = texts.filter((text) => text.startsWith(value.slice(0, 2)));
      expect(own.length).toBeGreaterThanOrEqual(1_000);
      const valid = (text: string): boolean =>
        isValidIBAN(text) && isIBAN(text) && text.length === value.length;
      expect(own.filter((text) => !valid(text))).toEqual([]);
    },
  );

  it.each([...KEPT, ...OTHERS])("of %s have right check digits, in XX if not at home", (value) => {
    const texts = expectSoundStages(ibanForm, value);
    expect(texts.filter((text) => remainder(text) !== 1n)).toEqual([]);
    const abroad = texts.filter((text) => !text.startsWith(value.slice(0, 2)));
    expect(abroad.filter((text) => !/^XX\d{13,32}$/.test(text))).toEqual([]);
  });

  it("keep to bank codes that no bank has", () => {
    const banks: Record<string, RegExp> = {
      CH: /^000/,
      DE: /^9/,
      ES: /^5/,
      FI: /^0/,
      FR: /^0/,
      GB: /^XX[A-Z]{2}00/,
      IE: /^XX[A-Z]{2}00/,
      IT: /^[A-Z]9/,
      LI: /^000/,
      MC: /^0/,
      NL: /^XX[A-Z]{2}/,
      PL: /^0/,
      SE: /^0/,
    };
    expect(Object.keys(banks)).toEqual([...IBAN_COUNTRIES.keys()]);
    for (const value of KEPT) {
      const stage = stagesOf(ibanForm, value)[0];
      const texts = Array.from({ length: 300 }, (_, place) => spelled(stage, place).slice(4));
      const nobodys = banks[value.slice(0, 2)];
      expect(texts.filter((text) => nobodys?.test(text) !== true)).toEqual([]);
    }
  });

  it("have the lengths of the registry, and no registry has XX", () => {
    const registry = getCountrySpecifications();
    for (const [code, { pattern }] of IBAN_COUNTRIES) {
      expect(registry[code]?.chars).toBe(pattern.length + 4);
    }
    expect(registry["XX"]?.IBANRegistry ?? false).toBe(false);
  });

  it.each([
    ["DE89 3704 0044 0532 0130 00", /^DE\d\d( \d{4}){4} \d\d$/],
    ["de89370400440532013000", /^de\d{20}$/],
    ["gb29-nwbk-6016-1331-9268-19", /^gb\d\d-xx[a-z]{2}(-\d{4}){3}-\d\d$/],
    ["Gb29NWBK60161331926819", /^GB\d\dXX[A-Z]{2}\d{14}$/],
    ["BE68 5390 0754 7034", /^XX\d\d( \d{4}){3}$/],
    ["DE89370400440532013", /^XX\d{17}$/],
  ])("of %s are written alike", (value, form) => {
    expect(spelled(stagesOf(ibanForm, value)[0], 4)).toMatch(form);
  });

  it("go over to the longest form, in groups, where a length has too few", () => {
    const texts = stagesOf(ibanForm, "BE68 5390 0754 7034").map((stage) => spelled(stage, 4));
    expect(texts).toHaveLength(2);
    expect(texts[1]).toMatch(/^XX\d\d( \d{4}){7} \d\d$/);
    expect(spacesOf(ibanForm, "BE68539007547034")).toEqual([
      [SPACES.iban + 1_016, 5e11],
      [null, Number.POSITIVE_INFINITY],
    ]);
    expect(spacesOf(ibanForm, "NL91ABNA0417164300")[0]).toEqual([SPACES.iban + 349, 3.38e12]);
    expect(676 * 10 ** 12).toBeLessThan(MAX_SPACE_SIZE);
  });

  it("are all different in a row of neighbours, for every length", () => {
    for (let length = 15; length <= 34; length++) {
      const stage = stagesOf(ibanForm, `ZZ00${"7".repeat(length - 4)}`)[0];
      const texts = Array.from({ length: 500 }, (_, place) => spelled(stage, place));
      expect(new Set(texts).size).toBe(500);
      expect(texts.filter((text) => text.length !== length)).toEqual([]);
    }
  });

  it.each([
    "",
    "DE",
    "DE893704004405",
    "DE8937040044053201300000000000000000",
    "D189370400440532013000",
    "DEX9370400440532013000",
    "DE89  3704 0044 0532 0130 00",
    " DE89370400440532013000",
    "DE89370400440532013000 ",
  ])("are not made for %j", (value) => expect(ibanForm.stages(value)).toBeNull());

  it("are told from real IBANs, and from themselves with a sign changed", () => {
    for (const text of [...KEPT, ...OTHERS, "to 10 million people more", ""]) {
      expect(ibanForm.mayBe(text), text).toBe(false);
    }
    const token = spelled(stagesOf(ibanForm, "IT60X0542811101000000123456")[0], 9);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 26 }), fc.nat(9), (at, digit) => {
        const changed = `${token.slice(0, at)}${digit}${token.slice(at + 1)}`;
        expect(ibanForm.mayBe(changed)).toBe(changed === token);
      }),
    );
  });

  it("are looked for in any text, in time that grows with its length", () => {
    expectNeverThrows(ibanForm);
    expectLinear(ibanForm, ["A", "DE00", "D E 0 "]);
  });
});
