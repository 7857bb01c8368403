import examples from "libphonenumber-js/examples.mobile.json";
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import metadata from "libphonenumber-js/metadata.max.json";
import { describe, expect, test } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { phoneForm } from "../../../../src/tokens/forms/phone/phone.ts";
import { FICTION_PREFIXES } from "../../../../src/tokens/forms/phone/phone-fiction.ts";
import { CODE_RANGES } from "../../../../src/tokens/forms/phone/phone-ranges.ts";
import { SPACES } from "../../../../src/tokens/spaces.ts";
import type { Stage } from "../../../../src/tokens/stages.ts";
import { fc, IS_LONG } from "../../../support/properties.ts";

const cipher = tokenCipher(new Uint8Array(16).fill(9));
const countries = getCountries();
/** Codes that the library does not know, or of which it says that every number is valid. */
const WITHOUT_RANGE = ["888"];

function stagesOf(value: string): readonly Stage[] {
  const stages = phoneForm.stages(value);
  if (stages === null) throw new Error(`no phone number: ${value}`);
  return stages;
}

const spell = (stage: Stage, place: number) => stage.spell(cipher, place, systemRandom);

/** Places all over a stage, its ends included. */
function places(stage: Stage, count: number): number[] {
  const size = Math.min(stage.usable, 2 ** 43);
  return Array.from({ length: count }, (_, i) => Math.floor((i * (size - 1)) / (count - 1)));
}

const digitsOf = (text: string) => text.replace(/\D/g, "");
const isFiction = (stage: Stage) => stage.space !== null && stage.space % 10 === 1;

/** All lengths of national numbers that are possible behind a code. */
function lengthsOf(code: string): number[] {
  const all = metadata as unknown as {
    country_calling_codes: Record<string, string[]>;
    countries: Record<string, unknown[]>;
    nonGeographic: Record<string, unknown[]>;
  };
  const main = all.country_calling_codes[code]?.[0] ?? "";
  return (all.countries[main] ?? all.nonGeographic[code])?.[3] as number[];
}

/** Places of each stage that are looked at. */
const EACH = IS_LONG ? 40 : 6;
/** Of a range for fiction, for each of its prefixes: none is missed, for they are mixed well. */
const EACH_OF_FICTION = IS_LONG ? Number.POSITIVE_INFINITY : 20;

const codes = CODE_RANGES.trim()
  .split("\n")
  .map((line) => line.split(/[/ ]/)[0]!)
  .filter((code) => !WITHOUT_RANGE.includes(code));

describe("international numbers", () => {
  test("the table has every calling code of the library", () => {
    const known = new Set(countries.map((country) => getCountryCallingCode(country) as string));
    for (const code of Object.keys(metadata.nonGeographic)) known.add(code);
    expect(new Set([...codes, ...WITHOUT_RANGE])).toEqual(known);
  });

  test("of every code and length are possible, and not valid outside ranges for fiction", () => {
    let checked = 0;
    for (const code of codes) {
      for (const length of lengthsOf(code)) {
        if (code.length + length > 17) continue;
        const stages = stagesOf(`+${code}${"2".repeat(length)}`);
        for (const stage of stages) {
          for (const place of places(stage, EACH)) {
            const token = spell(stage, place);
            const parsed = parsePhoneNumberFromString(token);
            expect(parsed?.isPossible(), token).toBe(true);
            expect(parsed?.countryCallingCode, token).toBe(code);
            if (!isFiction(stage)) expect(parsed?.isValid(), token).toBe(false);
            checked++;
          }
        }
      }
    }
    expect(checked).toBeGreaterThan(500 * EACH);
  });

  test("of any length are possible", () => {
    for (const code of codes) {
      for (let length = Math.max(1, 5 - code.length); code.length + length <= 17; length++) {
        for (const stage of stagesOf(`+${code} ${"3".repeat(length)}`)) {
          const token = spell(stage, 7);
          expect(parsePhoneNumberFromString(token)?.isPossible(), token).toBe(true);
        }
      }
    }
  });

  test("of real examples keep code and punctuation, and are nobody's", () => {
    expect(countries.length).toBeGreaterThan(240);
    for (const country of countries) {
      const example = getExampleNumber(country, examples)!;
      for (const value of [
        example.formatInternational(),
        example.number,
        `00 ${example.formatInternational().slice(1)}`,
      ]) {
        const first = stagesOf(value)[0]!;
        for (const place of places(first, EACH / 2)) {
          const token = spell(first, place);
          const parsed = parsePhoneNumberFromString(token, "GB")!;
          expect(parsed.isPossible(), `${value} ${token}`).toBe(true);
          expect(parsed.countryCallingCode).toBe(example.countryCallingCode);
          if (!isFiction(first)) expect(parsed.isValid(), `${value} ${token}`).toBe(false);
          if (digitsOf(token).length === digitsOf(value).length) {
            expect(token.replace(/\d/g, "9")).toBe(value.replace(/\d/g, "9"));
          }
        }
      }
    }
  });

  test("of the ranges for fiction begin with them, all of them in use", () => {
    for (const [code, byLength] of Object.entries(FICTION_PREFIXES)) {
      for (const [length, prefixes] of Object.entries(byLength)) {
        const value = `+${code}${"2".repeat(Number(length))}`;
        const stage = stagesOf(value)[0]!;
        const rest = Number(length) - prefixes[0]!.length;
        expect(stage.usable).toBe(prefixes.length * 10 ** rest);
        const seen = new Set<string>();
        const looked = Math.min(stage.usable, EACH_OF_FICTION * prefixes.length);
        for (const place of places(stage, looked)) seen.add(spell(stage, place));
        expect(seen.size).toBe(looked);
        const starts = new Set([...seen].map((text) => text.slice(1 + code.length, -rest)));
        expect(starts).toEqual(new Set(prefixes));
      }
    }
  });

  test("keep a trunk zero, an exit prefix and what is between", () => {
    const shapes = (value: string) => spell(stagesOf(value)[0]!, 3).replace(/\d/g, "9");
    expect(spell(stagesOf("+44 (0)20 7946-0018")[0]!, 3)).toMatch(/^\+44 \(0\)\d\d \d{4}-\d{4}$/);
    expect(spell(stagesOf("0044 20 7946 0018")[0]!, 3)).toMatch(/^0044 \d\d \d{4} \d{4}$/);
    expect(spell(stagesOf("011 44 20 7946 0018")[0]!, 3)).toMatch(/^011 44 \d\d \d{4} \d{4}$/);
    expect(shapes("+33\u00a06.12.34.56.78")).toBe("+99\u00a09.99.99.99.99");
    expect(shapes("1 (212) 555-2368")).toBe("9 (999) 999-9999");
    expect(spell(stagesOf("(212) 555-2368")[0]!, 3)).toMatch(/^\(\d{3}\) 555-01\d\d$/);
    expect(shapes("+44 20 7946 0018 ext. 12")).toBe("+99 99 9999 9999 ext. 99");
    expect(shapes("+44 20 7946 0018x123")).toBe("+99 99 9999 9999x999");
    expect(spell(stagesOf("\uff0b\uff14\uff14 \uff12\uff10 79460018")[0]!, 3)).toMatch(
      /^\uff0b44 \d\d \d{8}$/,
    );
  });

  test("of a code that is not in use begin with 0 behind it", () => {
    for (const value of ["+999 123 4567", "+210 12345", "+888 12345678901"]) {
      const token = spell(stagesOf(value)[0]!, 5);
      expect(token.slice(0, 5)).toBe(value.slice(0, 5));
      expect(digitsOf(token)[3]).toBe("0");
      expect(token).toHaveLength(value.length);
    }
  });
});

describe("national numbers of no known country", () => {
  /** Digits as people in the country would dial them. */
  const written = (token: string, country: CountryCode) => {
    const parsed = parsePhoneNumberFromString(token, country);
    return parsed?.isValid() ? digitsOf(parsed.formatNational()) : null;
  };
  const values = ["12345", "555-0123", "20 79 46 00", "987654321", "98765 43210", "12125552368"];
  const withZero = ["01234", "030 123456", "020 7946 0018", "06 12 34 56 78", "08001234567"];

  test.each([...values, ...withZero])(
    "%s gets one that is possible somewhere, valid nowhere",
    (v) => {
      for (const stage of stagesOf(v)) {
        for (const place of places(stage, IS_LONG ? 5 : 2)) {
          const token = spell(stage, place);
          const number = digitsOf(token.split(" ext")[0]!);
          expect(number[0] === "0").toBe(v[0] === "0");
          let possible = 0;
          for (const country of countries) {
            if (parsePhoneNumberFromString(token, country)?.isPossible()) possible++;
            expect(written(token, country), `${token} in ${country}`).not.toBe(number);
          }
          expect(possible, token).toBeGreaterThan(0);
          expect(parsePhoneNumberFromString(`+${number}`)?.isValid() ?? false, token).toBe(false);
        }
      }
    },
  );

  test("10 digits are only North American when written so", () => {
    for (const value of ["2125552368", "21255 52368", "012-555-2368", "212-155-2368"]) {
      expect(Math.floor((stagesOf(value)[0]!.space! - SPACES.phone) / 1000)).toBe(0);
    }
    for (const value of ["212-555-2368", "(212) 555-2368", "1 212 555 2368", "+1 2125552368"]) {
      expect(Math.floor((stagesOf(value)[0]!.space! - SPACES.phone) / 1000)).toBe(1);
    }
  });
});

describe("stages", () => {
  test("of the same code and length share a counter and numbers, whatever the punctuation", () => {
    const [one, two] = ["+49 30 1234 5678", "0049-(0)30-12345678"].map(stagesOf);
    expect(one!.map((stage) => stage.space)).toEqual(two!.map((stage) => stage.space));
    for (let i = 0; i < one!.length; i++) {
      const [a, b] = [one, two].map((stages) => digitsOf(spell(stages![i]!, 11)));
      expect(b!.replace(/^00490/, "49")).toBe(a);
    }
  });

  test("never spell a number twice", () => {
    const stages = stagesOf("+420 212345678");
    for (const stage of stages) {
      const seen = new Set<string>();
      for (let place = 0; place < 20_000; place++) seen.add(spell(stage, place));
      expect(seen.size).toBe(20_000);
    }
  });

  test("grow: fiction, unassigned, one digit more, an extension that carries the id", () => {
    const tokens = stagesOf("+61 2 1234 5678").map((stage) => spell(stage, 0));
    expect(tokens.map((token) => token.replace(/\d/g, "9"))).toEqual([
      "+99 9 9999 9999",
      "+99 9 9999 9999",
      "+99 9 9999 99999",
      "+99 9 9999 9999 ext. 99999999999999",
    ]);
    const last = stagesOf("+61 2 1234 5678").at(-1)!;
    expect(last.space).toBeNull();
    const parsed = parsePhoneNumberFromString(spell(last, 2 ** 40))!;
    expect(parsed.ext).toHaveLength(14);
    expect(parsed.isValid()).toBe(false);
  });

  test("have space numbers of their own inside the form's range", () => {
    const owners = new Map<number, string>();
    for (const code of codes) {
      for (const length of lengthsOf(code)) {
        if (code.length + length > 17) continue;
        for (const stage of stagesOf(`+${code}${"2".repeat(length)}`)) {
          if (stage.space === null) continue;
          const key = `${stage.usable} ${digitsOf(spell(stage, 0)).length} ${code}`;
          expect(owners.get(stage.space) ?? key).toBe(key);
          owners.set(stage.space, key);
          expect(stage.space).toBeGreaterThanOrEqual(SPACES.phone);
          expect(stage.space).toBeLessThan(2 * SPACES.phone);
        }
      }
    }
  });
});

describe("any text", () => {
  test("is refused or gets tokens that mayBe knows; nothing throws", () => {
    const part = fc.constantFrom(..."0123456789+ -./()x#,\u00a0\uff11\u0664", "ext. ", "00", "+44");
    const texts = fc.oneof(
      fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
      fc.array(part, { maxLength: 24 }).map((parts) => parts.join("")),
      fc.stringMatching(/^\+?\d{4,18}(?: ?(?:x|#|ext\.? ?)\d{1,6})?$/),
    );
    fc.assert(
      fc.property(texts, fc.nat({ max: 9 }), (text, place) => {
        for (const stage of phoneForm.stages(text) ?? []) {
          const token = spell(stage, place);
          expect(phoneForm.mayBe(token), token).toBe(true);
        }
      }),
      { numRuns: IS_LONG ? 20_000 : 500 },
    );
  });

  test.each([
    "",
    "1234",
    "123456789012345678",
    "call 020 7946 0018",
    "555-CALL-NOW",
    "020 7946 0018 ext",
    "12+34567",
    "++4412345678",
    "020 7946 0018 or 0019",
    "2024:01:02",
    "a@b.example",
  ])("%j is no phone number", (text) => {
    expect(phoneForm.stages(text)).toBeNull();
  });

  test.each(["1234", "Anna", "call 12345", "10:30:00", "12,345,678"])("%j is no token", (text) => {
    expect(phoneForm.mayBe(text)).toBe(false);
  });
});
