// Addresses in parts: where each part begins and ends, and its type.
import { describe, expect, it } from "vitest";
import { cutAddresses } from "../../../src/detect/merge/address-cut.ts";
import type { Span } from "../../../src/detect/span.ts";

/** The parts of the one address that `text` is. */
function parts(text: string): string[] {
  const span: Span = {
    start: 3,
    end: 3 + text.length,
    entityType: "ADDRESS",
    score: 0.9,
    recognizer: "address",
    reason: "form",
  };
  const whole = `at ${text}.`;
  return cutAddresses(whole, [span]).map(
    ({ start, end, entityType }) => `${entityType} ${whole.slice(start, end)}`,
  );
}

describe("the parts of an address", () => {
  it.each([
    [
      "12 High Street\nBath\nBA1 1AA\nUnited Kingdom",
      ["ADDRESS 12 High Street", "LOCATION Bath", "ZIP BA1 1AA", "LOCATION United Kingdom"],
    ],
    [
      "14 Elm Street\r\nApt 3\r\n Springfield, IL 62704\nUSA",
      [
        "ADDRESS 14 Elm Street\r\nApt 3",
        "LOCATION Springfield",
        "LOCATION IL",
        "ZIP 62704",
        "LOCATION USA",
      ],
    ],
    ["Hauptstr. 5, 10115 Berlin", ["ADDRESS Hauptstr. 5", "ZIP 10115", "LOCATION Berlin"]],
    [
      "Rose Cottage, 3 Mill Lane, Suite B, Leeds LS1 4AP",
      ["ADDRESS Rose Cottage, 3 Mill Lane, Suite B", "LOCATION Leeds", "ZIP LS1 4AP"],
    ],
    [
      "77 Bay St, Toronto, ON M5J 2R8",
      ["ADDRESS 77 Bay St", "LOCATION Toronto", "LOCATION ON", "ZIP M5J 2R8"],
    ],
    [
      "Herengracht 12, 1015 BX Amsterdam",
      ["ADDRESS Herengracht 12", "ZIP 1015 BX", "LOCATION Amsterdam"],
    ],
    [
      "Rua Augusta, 1500 - Bela Vista, 01304-001 São Paulo",
      ["ADDRESS Rua Augusta, 1500 - Bela Vista", "ZIP 01304-001", "LOCATION São Paulo"],
    ],
    [
      "Rua do Ouro 12, 1100-061 Lisboa",
      ["ADDRESS Rua do Ouro 12", "ZIP 1100-061", "LOCATION Lisboa"],
    ],
    [
      "〒100-0001 東京都千代田区千代田1-1",
      ["ZIP 〒100-0001", "LOCATION 東京都千代田区", "ADDRESS 千代田1-1"],
    ],
    [
      "神奈川県横浜市西区みなとみらい2-3 タワー5階",
      ["LOCATION 神奈川県横浜市西区", "ADDRESS みなとみらい2-3 タワー5階"],
    ],
    ["北海道札幌市", ["LOCATION 北海道札幌市"]],
    ["गांधी मार्ग 12, दिल्ली, ११०००१", ["ADDRESS गांधी मार्ग 12", "LOCATION दिल्ली", "LOCATION ११०००१"]],
    ["12 High Street Bath BA1 1AA", ["ADDRESS 12 High Street Bath", "ZIP BA1 1AA"]],
    ["Main Road 12345", ["ADDRESS Main Road 12345"]],
    ["12 High Street,\n, ", ["ADDRESS 12 High Street"]],
    ["High Street", ["ADDRESS High Street"]],
  ])("%j", (text, found) => {
    expect(parts(text)).toEqual(found);
  });

  it("leave other findings as they are", () => {
    const span = {
      start: 0,
      end: 4,
      entityType: "LOCATION",
      score: 0.5,
      recognizer: "tagger",
      reason: "",
    };
    expect(cutAddresses("Bath, 1", [span])).toEqual([span]);
  });

  it.each([", ", "1,", "a\n", "1 ", "12345 ", "A1A "])(
    "are cut in time that grows with them: %j",
    (unit) => {
      const text = unit.repeat((256 * 1024) / unit.length);
      const span = {
        start: 0,
        end: text.length,
        entityType: "ADDRESS",
        score: 0.9,
        recognizer: "address",
        reason: "",
      };
      expect(cutAddresses(text, [span]).length).toBeGreaterThan(0);
    },
    5_000,
  );
});
