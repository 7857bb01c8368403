// Check digits against published examples and against validator, a library that is not ours.

import validator from "validator";
import { describe, expect, it } from "vitest";
import { judgeVat } from "../../../src/detect/checks/vat-forms.ts";
import { isBase58Check, isBech32, sha256 } from "../../../src/detect/checks/wallet-checks.ts";
import * as checks from "../../../src/detect/checks/weighted-checks.ts";
import { fc } from "../../support/properties.ts";

/** Check and a valid example from its publisher or the field's documentation. */
const EXAMPLES: readonly [(value: string) => boolean, string][] = [
  [checks.passesAba, "021000021"],
  [checks.passesNpi, "1234567893"],
  [checks.passesDea, "AP5836727"],
  [checks.passesNhs, "9434765919"],
  [checks.passesDni, "12345678Z"],
  [checks.passesDni, "X1234567L"],
  [checks.passesCpf, "52998224725"],
  [checks.passesVerhoeff, "499118665246"],
  [checks.passesMod1110, "86095742719"],
  [checks.passesBsn, "111222333"],
  [checks.passesNir, "255081416802538"],
  [checks.passesBelgian, "85073003328"],
  [checks.passesEan13, "7569217076985"],
  [checks.passesPesel, "44051401359"],
  [checks.passesHetu, "131052308T"],
  [checks.passesFiscalCode, "RSSMRA85T10A562S"],
  [checks.passesMedicare, "212345670"],
  [checks.passesRut, "123456785"],
  [checks.passesRut, "10000013K"],
  [checks.passesVin, "1M8GDM9AXKP042788"],
];

describe("check digits", () => {
  it.each(EXAMPLES)("%o takes %s", (check, value) => {
    expect(check(value)).toBe(true);
  });

  it.each(EXAMPLES)("%o refuses %s with another last digit or letter", (check, value) => {
    const last = value.charCodeAt(value.length - 1);
    const isDigit = last < 58;
    const others = Array.from({ length: isDigit ? 9 : 25 }, (_, i) =>
      isDigit
        ? String((last - 48 + 1 + i) % 10)
        : String.fromCharCode(65 + ((last - 65 + 1 + i) % 26)),
    );
    for (const other of others) expect(check(value.slice(0, -1) + other)).toBe(false);
  });
});

describe("the same answers as validator", () => {
  const digits = (length: number) =>
    fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(""));

  it("for CPF, BSN, PESEL, DNI and German tax numbers", () => {
    fc.assert(
      fc.property(digits(11), (value) => {
        expect(checks.passesCpf(value)).toBe(validator.isTaxID(value, "pt-BR"));
        const bsn = value.slice(0, 9);
        expect(checks.passesBsn(bsn)).toBe(validator.isTaxID(bsn, "nl-NL") && bsn !== "000000000");
        if (validator.isIdentityCard(value, "PL")) expect(checks.passesPesel(value)).toBe(true);
        if (validator.isTaxID(value, "de-DE")) expect(checks.passesMod1110(value)).toBe(true);
        const dni = `${value.slice(0, 8)}${"TRWAGMYFPDXBNJZSQVHLCKE".charAt(Number(value) % 23)}`;
        expect(checks.passesDni(dni)).toBe(validator.isIdentityCard(dni, "ES"));
      }),
    );
  });

  it("for the VAT numbers of Portugal", () => {
    fc.assert(
      fc.property(digits(9), (value) => {
        const vat = `PT${value}`;
        expect(judgeVat(vat) === "checked").toBe(validator.isVAT(vat, "PT"));
      }),
    );
  });
});

describe("VAT numbers", () => {
  it.each([
    ..."ATU13585627 BE0428759497 DE136695976 DK13585628 ESX1234567L FI20774740 FR40303265045 GB980780684".split(
      " ",
    ),
    ..."HR33392005961 HU12892312 IT00743110157 LU15027442 MT11679112 NL123456782B90 PL8567346215".split(
      " ",
    ),
    ..."PT501964843 SE556188840401 SK2022749619 EE100931558 NO974760673MVA".split(" "),
  ])("%s passes", (vat) => {
    expect(judgeVat(vat)).toBe("checked");
  });

  it("knows forms without a check, and refuses what is no form", () => {
    expect(judgeVat("CY10259033P")).toBe("form");
    expect(judgeVat("DE136695975")).toBeNull();
    expect(judgeVat("XX136695976")).toBeNull();
  });
});

describe("wallets", () => {
  it("hashes like the platform", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 55 }), async (bytes) => {
        const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
        expect(sha256(bytes)).toEqual(digest);
      }),
    );
    expect(() => sha256(new Uint8Array(56))).toThrow(RangeError);
  });

  it("takes published addresses and refuses changed ones", () => {
    for (const address of [
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
      "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
    ]) {
      expect(isBase58Check(address)).toBe(true);
      expect(isBase58Check(address.replace(/.$/, "z"))).toBe(false);
    }
    for (const address of [
      "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ]) {
      expect(isBech32(address)).toBe(true);
      expect(isBech32(address.replace(/.$/, address.startsWith("B") ? "Q" : "q"))).toBe(false);
    }
    expect(isBech32("bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")).toBe(false);
  });
});
