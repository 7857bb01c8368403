import { getCountries, getExampleNumber } from "libphonenumber-js";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { phoneNumber } from "../../../../src/detect/recognizers/phone/phone-number.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("phone numbers", () => {
  it.each([
    "from «+49 30 8375689» to «+44 7485 813728».",
    "«+1 (258) 440-2740»",
    "«+12125550100»",
    "«+44 (0)20 7946 0123»",
    "«+33 6 25 22 79 81»",
    "«(555) 123-4567»",
    "«555-123-4567»",
    "call me: «482.1234»",
    "«482.1234» (mobile)",
    "«555-0123»",
    "call «745.843.7473».",
    "«1-800-555-0100»",
    "«001-253-366-9781»",
    "«(602)272-9781»",
    "«345-899-3560x4587»",
    "«212-555-0100 ext. 5»",
    "«+1 212 555 0100 x123»",
    "«212 555 0100»",
    "a,b,«+1 (218) 326-2434»,c",
    "from «+91 96321 06127» to «020 7946 0128»",
    "«020 7946 0128»",
    "Büro «030 8375689», mobil «0171/1234567»",
    "«(030) 1234567» und «08-123 456 78»",
    "«070-123 45 67» or «06-12345678»",
    "«090-1234-5678», «03-1234-5678» and «(11) 98765-4321»",
    "«612 34 56 78» and «412 34 567»",
    "«(020) 7946 0128»",
    "«(123) 456-7890» and «123-456-7890»",
    "«06 20 81 59 35»",
    "tel. «030 1234567»",
    "Phone: «451 5986»",
    "Fax: «9498777106»",
    "mobile number is «9498777106»",
    "«(37) 788-063»-Office",
    "telefon «0431 35 06 90»",
    "tel:«212-555-0100»",
    "«0049 30 8375689»",
    "call «33 93 31» or «92 34 70»-Office",
    "M: «0171 2345678», contact: «555 1234»",
    "call «212-555-0100» or «415-555-0101»",
    "görüşmek için «0 (212) 909 72 73» ya da «0 532 123 45 67»",
    "Rückfragen beantwortet K. unter «06171299024»",
    "appelez E. au «0449146127»",
    "bel op «029-7995689»",
    "ring på «08-40 20 33»",
    "Pacjentka prosi o kontakt, kom «600 712 831» wieczorem.",
    "kom.: «600 712 831», cep: «532 123 45 67», faks «22 631 02 17»",
    "手机«138 1234 5678»或«138-1234-5678»",
    "«212-555-0100»/«415-555-0101» and «(212) 555-0100»/«(415) 555-0101»",
  ])("finds the number: %s", (marked) => {
    const { found, expected } = compare(phoneNumber, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "call me on 2024-01-15",
    "De gemeente kom met 600 712 831 inwoners en dat is te veel.",
    "phone bill of 12.09.1997",
    "call 2024-01-15 10:30",
    "phones 1990 - 2000",
    "978-8-8679-3025-4",
    "4111 1111 1111 1111",
    "106.52.175.35",
    "call 3.1415926535",
    "636,553,247 rows",
    "9498777106",

    "order 123-4567",
    "times 0800 1200 1600",
    "data: 012 345 678",
    "version 482.1234",
    "part 475-66-023",
    "SSN 078-33-5884",
    "call about invoice no. 12345678",
    "recall 12345678",
    "$212-555-0100",
    "ABC212-555-0100",
    "12-212-555-0100",
    "212-555-0100-7",
    "+1 +1 +1",
    "+123",
    "expires 1632184764434",
    "tel 1 2 3 4 5 6 7 8",
    "Order 0123-456789, part no. 0800 1234567",
    "NDC-0591-3740-01",
    "lat 52.520008, 12 345 678,90 EUR",
    "12 34 56",
    "Band 0 212 909 72, 138 1234 567, 1381-2345-678",
    "Artikel-Nr. 06171299024, unter 12345678901",
    "case 08-1234-5678, item 0123 4567 8901",
  ])("leaves a look-alike alone: %s", (text) => {
    expect(phoneNumber.scan(text)).toEqual([]);
  });

  it.each([
    ["FAX_NUMBER", "Fax: 212-555-0100"],
    ["FAX_NUMBER", "Telefax 030/9018-299"],
    ["FAX_NUMBER", "F: +1 212 555 0100"],
    ["FAX_NUMBER", "212-555-0100 (fax)"],
    ["PHONE_NUMBER", "Tel: 212-555-0100"],
    ["PHONE_NUMBER", "Fax 1, tel 212-555-0100"],
    ["PHONE_NUMBER", "fax 212555, 212-555-0100"],
  ])("tells a %s: %s", (type, text) => {
    expect(phoneNumber.scan(text).map((span) => span.entityType)).toContain(type);
    expect(phoneNumber.scan(text)).toHaveLength(1);
  });

  it("finds the sample mobile number of every country in its international form", () => {
    for (const country of getCountries()) {
      const written = getExampleNumber(country, examples)?.formatInternational() ?? "+12125550100";
      const { found, expected } = compare(phoneNumber, `call «${written}».`);
      expect(found, `${country} ${written}`).toEqual(expected);
    }
  });
});
