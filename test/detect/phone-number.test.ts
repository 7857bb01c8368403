import { describe, expect, it } from "vitest";
import { phoneNumber } from "../../src/detect/recognizers/phone-number.ts";
import { compare } from "./marked.ts";

describe("phone numbers", () => {
  it.each([
    "from «+49 30 8375689» to «+44 7485 813728».",
    "«+1 (258) 440-2740»",
    "«+12125550100»",
    "«+44 (0)20 7946 0123»",
    "«+33 6 25 22 79 81»",
    "«(555) 123-4567»",
    "«555-123-4567»",
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
    "call «212-555-0100» or «415-555-0101»",
  ])("finds the number: %s", (marked) => {
    const { found, expected } = compare(phoneNumber, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    "call me on 2024-01-15",
    "phone bill of 12.09.1997",
    "call 2024-01-15 10:30",
    "phones 1990 - 2000",
    "978-8-8679-3025-4",
    "4111 1111 1111 1111",
    "106.52.175.35",
    "call 3.1415926535",
    "636,553,247 rows",
    "9498777106",
    "030 1234567",
    "order 123-4567",
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
  ])("leaves a look-alike alone: %s", (text) => {
    expect(phoneNumber.scan(text)).toEqual([]);
  });
});
