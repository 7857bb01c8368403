import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../src/core/entities.ts";
import { tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { compactFormOf, compactNumber } from "../../src/tokens/forms/plain/compact-form.ts";
import {
  DEFAULT_POLICY,
  formatCode,
  goTogether,
  JSON_NUMBER_KIND,
  kindOf,
  PLAIN_KIND,
  partsOf,
  TOKEN,
  tokenNameCode,
} from "../../src/tokens/kinds.ts";

// Codes are stored in every mapping's kind. This table may grow; a line that changes is a bug.
const TOKEN_NAMES: [string, number][] = [
  ["Default Token", 1],
  ["Text Token", 2],
  ["Numeric Token", 3],
  ["Special Token", 4],
  ["Person Token", 5],
  ["Date Token", 6],
  ["State Token", 7],
  ["City Token", 8],
  ["Address Token", 9],
];
const FORMATS: [string, number][] = [
  ["Person Name", 1],
  ["Email Address", 2],
  ["Phone Number", 3],
  ["Address", 4],
  ["IP Address", 5],
  ["Social Identification Numbers", 6],
  ["Credit Card", 7],
  ["URL", 8],
  ["Default Format", 9],
  ["Date", 10],
  ["IBAN", 11],
  ["MAC Address", 12],
];

// Numbers of entity types in kinds of compact tokens, and what their tokens begin with. This table may grow; a line that
// changes is a bug.
const COMPACT: [string, number, string][] = [
  ["EMAIL_ADDRESS", 1, "email"],
  ["PHONE_NUMBER", 2, "phn"],
  ["URL", 3, "url"],
  ["IP_ADDRESS", 4, "ipa"],
  ["MAC_NUMBER", 5, "deviceid"],
  ["CREDIT_CARD", 6, "crd"],
  ["US_SSN", 7, "ssn"],
  ["ACC_NO", 8, "accno"],
  ["LITERAL", 9, "literal"],
  ["PERSON", 10, "per"],
  ["ADDRESS", 11, "address"],
  ["ORGANIZATION", 12, "org"],
  ["DATE_OF_BIRTH", 13, "dob"],
  ["FAX_NUMBER", 14, "faxno"],
  ["DRIVING_LICENSE_NUMBER", 15, "dlno"],
  ["VEHICLE_REGISTRATION_NUMBER", 16, "vehicleregno"],
  ["VEHICLE_IDENTIFICATION_NUMBER", 17, "vin"],
  ["LICENCE_NO", 18, "licenceno"],
  ["INSURANCE_NUMBER", 19, "insuranceno"],
  ["DISCHARGE_DATE", 20, "dischargedate"],
  ["MEDICAL_RECORD_NUMBER", 21, "medicalrecordno"],
  ["LOCATION", 22, "location"],
  ["DATE", 23, "date"],
  ["AGE", 24, "age"],
  ["NATIONALITY", 25, "nationality"],
  ["USERNAME", 26, "username"],
  ["PASSWORD", 27, "password"],
  ["SECRET", 28, "secret"],
  ["IBAN", 29, "iban"],
  ["PASSPORT", 30, "passportno"],
  ["TAX_ID", 31, "taxid"],
  ["NATIONAL_ID", 32, "nationalid"],
  ["ZIP", 33, "zip"],
  ["CRYPTO", 34, "crypto"],
  ["ID_OTHER", 35, "idno"],
  ["A_POLICYS_OWN", 255, "cus"],
];

describe("compact kinds", () => {
  it.each(COMPACT)(
    "of %s stay number %i, their tokens begin with %s",
    (entity, number, letters) => {
      expect(compactNumber(entity)).toBe(number);
      const token = compactFormOf(number).token(tokenCipher(new Uint8Array(16)), 1, "x");
      expect(token).toBe(`${letters}1dn1vmzm2qbabday`);
    },
  );

  it("are all in this table, apart from each other, and no others are known", () => {
    const rows = new Map(COMPACT.map(([entity, number]) => [entity, number]));
    expect(Object.keys(ENTITIES).filter((entity) => !rows.has(entity))).toEqual([]);
    expect(new Set(rows.values()).size).toBe(COMPACT.length);
    expect(new Set(COMPACT.map(([, , letters]) => letters)).size).toBe(COMPACT.length);
    expect(compactNumber("constructor")).toBe(255);
    for (const number of [0, 36, 254, 256]) expect(() => compactFormOf(number)).toThrow();
    expect(TOKEN.compact).toBe(253);
  });
});

describe("codes", () => {
  it.each(TOKEN_NAMES)("of %s stays %i", (name, code) => {
    expect(tokenNameCode(name)).toBe(code);
  });

  it.each(FORMATS)("of %s stays %i", (name, code) => {
    expect(formatCode(name)).toBe(code);
  });

  it.each(TOKEN_NAMES)("of %s is also found with only its first word capitalised", (name, code) => {
    expect(tokenNameCode(firstOnly(name))).toBe(code);
  });

  it.each(FORMATS)("of %s is also found with only its first word capitalised", (name, code) => {
    expect(formatCode(firstOnly(name))).toBe(code);
  });

  it.each([
    "default token",
    "DEFAULT TOKEN",
    "Default  Token",
    " Default Token",
    "Default",
    "Unknown Token",
    "",
    "constructor",
    "__proto__",
    "toString",
  ])("are not found for %j", (name) => {
    expect(tokenNameCode(name)).toBeNull();
    expect(formatCode(name)).toBeNull();
  });
});

describe("names and formats", () => {
  it.each([
    [1, 12, true],
    [2, 3, true],
    [4, 2, true],
    [3, 3, true],
    [3, 2, false],
    [3, 11, false],
    [5, 1, true],
    [5, 9, true],
    [5, 2, false],
    [6, 10, true],
    [6, 3, false],
    [7, 4, true],
    [8, 8, false],
    [0, 1, false],
    [1, 0, false],
  ])("token name %i with format %i: %j", (name, format, does) => {
    expect(goTogether(name, format)).toBe(does);
  });
});

describe("kinds", () => {
  it("keep their numbers: (policy, token name, format)", () => {
    expect(kindOf(0, 1, 0)).toBe(256);
    expect(kindOf(0, 4, 9)).toBe(1033);
    expect(kindOf(0, 9, 12)).toBe(2316);
    expect(kindOf(1, 2, 3)).toBe(0x10203);
    expect([PLAIN_KIND, JSON_NUMBER_KIND, DEFAULT_POLICY]).toEqual([65_280, 65_024, 0]);
  });

  it("of names and formats never meet", () => {
    const kinds = TOKEN_NAMES.flatMap(([, name]) =>
      [0, ...FORMATS.map(([, code]) => code)].map((format) => kindOf(0, name, format)),
    );
    expect(new Set(kinds).size).toBe(kinds.length);
    for (const kind of kinds) {
      const { tokenName, format } = partsOf(kind);
      expect(kindOf(0, tokenName, format)).toBe(kind);
    }
    expect(partsOf(kindOf(70_000, 3, 7))).toEqual({ tokenName: 3, format: 7 });
  });

  it("exist for what auto-detect does with every entity", () => {
    for (const [entity, rule] of Object.entries(ENTITIES)) {
      expect(tokenNameCode(rule.tokenName), entity).not.toBeNull();
      if (rule.format === null) continue;
      expect(formatCode(rule.format), entity).not.toBeNull();
      const name = tokenNameCode(rule.tokenName) ?? 0;
      expect(goTogether(name, formatCode(rule.format) ?? 0), entity).toBe(true);
    }
  });
});

function firstOnly(name: string): string {
  return (
    name.charAt(0) +
    name.slice(1).replace(/ (.)/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
  );
}
