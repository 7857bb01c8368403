// Values that need no label, and nationalities.

import { describe, expect, it } from "vitest";
import { labelledIdentifiers, unlabelledIdentifiers } from "../../../src/detect/recognizer-list.ts";
import { bicBesideIban } from "../../../src/detect/recognizers/payment/account-number.ts";
import { compare } from "../../support/detect/marked.ts";
import { valuesIn } from "../../support/detect/typed.ts";

describe("by form and check", () => {
  it.each([
    [
      "CRYPTO",
      "send to «1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa» or «bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq»",
    ],
    ["CRYPTO", "«0x742d35Cc6634C0532925a3b844Bc454e4438f44e»"],
    ["CRYPTO", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx"],
    ["VEHICLE_IDENTIFICATION_NUMBER", "a car, «1HGCM82633A004352», not 1HGCM82633A004353"],
    // The last one has no check digit: behind "Skoda" and filled with Z it needs none, in North America it would.
    ["VEHICLE_IDENTIFICATION_NUMBER", "sold «WVWZZZ3CZ9E011223»; her Skoda is «TMBJJ7NE4L0123456»"],
    ["VEHICLE_IDENTIFICATION_NUMBER", "part TMBJJ7NE4L0123456, WVWZZA3CZ9E011223"],
    ["DRIVING_LICENSE_NUMBER", "mine is «PRYCE912154K99TJ», hers «LEE99 855226 AM9RZ»"],
    ["DRIVING_LICENSE_NUMBER", "PRYCE913154K99TJ, PRYCE972154K99TJ-2, 12PRYCE912154K99TJ"],
    [
      "DRIVING_LICENSE_NUMBER",
      "showed his licence, «H123-4567-8901», and «D08954796» of the driver",
    ],
    ["DRIVING_LICENSE_NUMBER", "part H123-4567-8901, lot D08954796, order AB1234567C"],
    [
      "DRIVING_LICENSE_NUMBER",
      "patente: «TO0123456B»; «U1K711J11M», not TO012345B, U1KAAAJAAM or TO0123456B-1",
    ],
    ["NATIONAL_ID", "Birinci kişi: «10000000146», ikinci kişi: «76543210794»"],
    ["NATIONAL_ID", "sipariş 10000000146, kişi 10000000147; order CPJ4467918"],
    ["NATIONAL_ID", "You can vote with your «CPJ4467918» number"],
    ["VEHICLE_REGISTRATION_NUMBER", "His car, a blue Ford, «LB07 SEO», was stolen."],
    ["VEHICLE_REGISTRATION_NUMBER", "form LB07 SEO of the ministry"],
    ["NATIONAL_ID", "«AB 12 34 56 C» and «756.9217.0769.85», «131052-308T», «X1234567L»"],
    ["NATIONAL_ID", "«85.07.30-033.28», not 85.07.30-033.29 and not 756.9217.0769.86"],
    ["TAX_ID", "«529.982.247-25», «RSSMRA85T10A562S», «DE136695976»"],
    ["TAX_ID", "529.982.247-26, RSSMRA85T35A562T, DE136695975"],
    // Nothing else looks like it: it is personal data even with a wrong check character.
    ["TAX_ID", "«RSSMRA85T10A562T», «RSSMRA85T50A562T»"],
    ["TAX_ID", "Dhruva Ltd (PAN «ABCPV1234D»), «27ABCPV1234D1Z5», RUT «12.345.678-5»"],
    ["TAX_ID", "part ABCXV1234D, ABCPV1234D-2, 12.345.678-6"],
    ["INSURANCE_NUMBER", "card for Gwen: «2123 45670 1», not 2123 45671 1"],
    ["PASSPORT", "passports: Ingmar «C01X00T47», Freya «533401872»"],
    ["PASSPORT", "order 533401872, part K4821907"],
    ["ZIP", "San Francisco, CA «94105-1234», London «SW1A 1AA», Ottawa «K1A 0B1»"],
    ["ZIP", "lot 94105-1234, 1Z187W556837214123, 3f7a9c1e"],
  ])("%s: %s", (type, marked) => {
    const { found, expected } = compare(unlabelledIdentifiers, marked);
    expect(found).toEqual(expected);
    const text = marked.replace(/[«»]/g, "");
    expect(unlabelledIdentifiers.scan(text).map((span) => span.entityType)).toEqual(
      expected.map(() => type),
    );
  });

  it.each([
    "commit 52865eea043d1922fe67a9f916f79a8a148bb41b, sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "trace=708ad3a7-7eb4-46bf-a48c-aae54a623504, driver v9.0.2.1, ISBN 978-8-8679-3025-4",
    "x-12345678Z, 12345678Z-9, é12345678Z",
  ])("leaves %s", (text) => {
    expect(valuesIn([unlabelledIdentifiers], text)).toEqual([]);
  });
});

describe("BIC", () => {
  it("is found beside an IBAN only", () => {
    const iban = "DE89 3704 0044 0532 0130 00";
    expect(valuesIn([bicBesideIban], `${iban}, COBADEFFXXX`)).toEqual(["ACC_NO COBADEFFXXX"]);
    expect(valuesIn([bicBesideIban], "HOSPITAL AIRLINES COBADEFFXXX #MH17")).toEqual([]);
    expect(valuesIn([bicBesideIban], `${iban}, COBAXXFF`)).toEqual([]);
  });
});

describe("nationality", () => {
  it.each([
    "The «Japanese» Border Force and «Americans» like «Sri Lankan» food.",
    "I am «cambodian», he is «Polish»; polish the table. «NEW ZEALANDERS»",
    "In the Czech Republic and Saudi Arabia they study French in the English Channel.",
    "mail german@example.com, #american, italian.com, Germany, Americana",
  ])("%s", (marked) => {
    const { found, expected } = compare(labelledIdentifiers, marked);
    expect(found).toEqual(expected);
  });
});
