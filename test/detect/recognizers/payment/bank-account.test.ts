import { composeIBAN, getCountrySpecifications } from "ibantools";
import { describe, expect, it } from "vitest";
import { bankAccount } from "../../../../src/detect/recognizers/payment/bank-account.ts";
import { compare } from "../../../support/detect/marked.ts";
import { fc } from "../../../support/properties.ts";

describe("bank accounts (IBAN)", () => {
  it.each([
    "to «GB82 WEST 1234 5698 7654 32», account",
    "«GB82WEST12345698765432»",
    "my iban is «gb82west12345698765432»",
    "«DE89 3704 0044 0532 0130 00»",
    "IBAN «DE89-3704-0044-0532-0130-00», and without its label «GB82-WEST-1234-5698-7654-32»-",
    "IBAN «DE89-3704-0044-0532-0130-01» with dashes and a wrong check digit",
    "«FR14 2004 1010 0505 0001 3M02 606» and",
    "«NO93 8601 1117 947»",
    "«MT84 MALT 0110 0001 2345 MTLC AST0 01S»",
    "IBAN:«BE68539007547034».",
    "IBAN «DE89 3704 0044 0532 0130 01» with a wrong check digit",
    "IBAN destination: «GB48ABCD60169708». Card",
  ])("finds the account: %s", (marked) => {
    const { found, expected } = compare(bankAccount, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "GB82 WEST 1234 5698 7654 33",
    "GB82WEST123456987654321",
    "GB82WEST1234569876543",
    "XX82WEST12345698765432",
    "xGB82WEST12345698765432",
    "GB8 2WEST 1234 5698 7654 32",
    "GB82  WEST 1234 5698 7654 32",
    "GB82- WEST-1234-5698-7654-32",
    "GB8-2WEST-1234-5698-7654-32",
    "PL17091686072457547978042675",
    "iban 1: PL17091686072457547978042675",
    "IBAN: ABCDEFGHIJKLMNOP",
    "GB82",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(bankAccount.scan(text)).toEqual([]);
  });

  it("agrees with ibantools on numbers with and without right check digits", () => {
    const country = fc.constantFrom("DE", "ES", "PL", "SE", "PT", "CH", "AT", "BE", "DK", "FI");
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 24, maxLength: 24 });
    fc.assert(
      fc.property(country, digits, fc.boolean(), (countryCode, figures, isRight) => {
        const length = (getCountrySpecifications()[countryCode]?.chars ?? 4) - 4;
        const bban = figures.join("").slice(0, length);
        const right = composeIBAN({ countryCode, bban }) ?? "";
        // Without the national check digits, which ibantools also knows.
        fc.pre(right !== "");
        const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`;
        const found = bankAccount.scan(`to ${isRight ? right : wrong}.`);
        expect(found.map((span) => span.score)).toEqual(isRight ? [1] : []);
      }),
    );
  });
});
