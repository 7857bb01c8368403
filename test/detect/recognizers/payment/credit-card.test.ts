import { describe, expect, it } from "vitest";
import { creditCard } from "../../../../src/detect/recognizers/payment/credit-card.ts";
import { compare } from "../../../support/detect/marked.ts";

describe("payment cards", () => {
  it.each([
    ["Visa", "«4111111111111111»"],
    ["Visa of 13 digits", "«4222222222222»."],
    ["Mastercard", "«5555 5555 5555 4444»"],
    ["Mastercard 2-series", "«2223-0031-2200-3222»"],
    ["American Express", "card=«3753-566593-63306» trace"],
    ["Discover", "«6011 8285 0807 6567»"],
    ["Diners Club", "«3056 930902 5904»"],
    ["JCB", "«3566002020360505»"],
    ["UnionPay", "«6200000000000005»"],
    ["Maestro", "«6759649826438453»"],
    ["Maestro at large, after a card word", "debit card «5610591081018250»"],
    ["a card with its expiry and code", "«4111 1111 1111 1111» 1226 123"],
    ["a card after another number", "row 7 «4111 1111 1111 1111»"],
    ["a failed check digit behind a card word", "Card on file: «4000-0000-0057-0836»."],
    ["a mistyped Visa", "Visa «4111 1111 1111 1112» declined"],
    ["a solid number of no brand", "credit card number «9999888877776666»"],
    ["a made-up number in fours", "card «1234 5678 9012 3456», Card number: «9111-2345-6789-0123»"],
    ["a mistyped American Express", "amex «3782 822463 10006»"],
    ["two cards", "«4111111111111111» «5555555555554444»"],
    ["three cards", "«4111-1111-1111-1111» «4222-2222-2222-2220» «4333-3333-3333-3339»"],
    ["cards in fours", "«4111 1111 1111 1111» «5500 0000 0000 0004» «3782 822463 10005»"],
    ["cards joined by a dash", "«4111111111111111»-«5500000000000004»"],
    ["a card after a date", "11/05/2024 «4111-1111-1111-1111» charged 20.00"],
    ["a card after a time", "at 1430 «4111 1111 1111 1111» declined"],
    ["a card after a phone number", "+44 20 7946 0018 «4111 1111 1111 1111»"],
    ["a card after a Social Security number", "756 45 6689 «4111 1111 1111 1111» 2027"],
    ["a card after a part number", "gate A12 «4111 1111 1111 1111»"],
    ["a card after a group that could begin one", "card 4530 «4111 1111 1111 1111»"],
    ["a card at the end of a sentence", "«4111 1111 1111 1111».Thanks"],
    ["a card behind a short word", "no.«4111 1111 1111 1111»"],
    ["a card in emphasis", "_«4111111111111111»_ and __«4111 1111 1111 1111»__"],
    ["a card in the name of a file", "scan_«4111-1111-1111-1111».pdf"],
    ["a card with dots", "card «4111.1111.1111.1111», «3782.822463.10005»."],
    ["a mistyped card with dots", "card «4111.1111.1111.1112»"],
    ["no-break blanks", "«4111\u00a01111\u00a01111\u00a01111»"],
  ])("finds %s", (_name, marked) => {
    const { found, expected } = compare(creditCard, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    ["a failed check digit", "4111111111111112"],
    ["a failed check digit of a test number", "the test number 4996758178450937 fails"],
    ["a card behind another number's label", "card 12, order 4111111111111112"],
    [
      "a number in fours behind another label",
      "order 1234 5678 9012 3456, library card 1234 5678 9012 3456",
    ],
    ["a SIM card", "SIM card 4111111111111112"],
    ["a library card", "library card no. 4111111111111112"],
    ["one digit only", "0000000000000000"],
    ["an issuer nobody has", "9111111111111111"],
    ["a part of a longer number", "41111111111111110000"],
    ["a part of a longer row", "1234 1234 1234 4111 1111 1111 1111"],
    ["a part of an account number", "ZZ89 1234 4111 1111 1111 1111"],
    ["a part of a row of dashes", "1234-4111-1111-1111-1111"],
    ["a guess in a name", "card_4111111111111112"],
    ["a decimal", "0.4111111111111111"],
    ["a decimal of eight and eight digits", "card 41111111.11111111"],
    ["a part of a row of dots", "1.4111.1111.1111.1111, 4111.1111.1111.1111.1"],
    ["a part of a word", "x4111111111111111"],
    ["mixed separators", "4111-1111 1111-1111, 4111.1111-1111.1111"],
    ["odd grouping", "41 111 111 1111 1111"],
    ["milliseconds", "1632184764434"],
    ["a tracking number", "1Z187W556837214123"],
  ])("leaves %s alone", (_name, text) => {
    expect(creditCard.scan(text)).toEqual([]);
  });

  it("says by the score whether the check digit passed", () => {
    const scores = creditCard
      .scan("Visa 4111111111111111, Visa 4111111111111112")
      .map((span) => span.score);
    expect(scores).toEqual([1, 0.72]);
  });
});
