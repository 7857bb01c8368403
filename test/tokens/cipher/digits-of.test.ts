import { describe, expect, it } from "vitest";
import { tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { digitsOf, ID_DIGITS, usableTexts } from "../../../src/tokens/cipher/permutation.ts";
import { cases, IS_LONG } from "../../support/properties.ts";

const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));
/** Numbers at either end of a space. */
const FIRST = cases(20_000);

describe("texts of digits in an order of their own", () => {
  it.each([1, 2, 3, 4, ...(IS_LONG ? [5] : [])])(
    "are all there, once each (%d digits)",
    (digits) => {
      const texts = new Set<string>();
      for (let number = 0; number < 10 ** digits; number++) {
        texts.add(digitsOf(cipher, number, digits));
      }
      expect(texts.size).toBe(10 ** digits);
      for (const text of texts) expect(text).toMatch(new RegExp(`^\\d{${digits}}$`));
    },
  );

  it.each([6, 7, 12, ID_DIGITS])("never repeat, and keep their length (%d digits)", (digits) => {
    const texts = new Set<string>();
    const last = 10 ** digits - 1;
    for (let number = 0; number < FIRST; number++) {
      texts.add(digitsOf(cipher, number, digits));
      texts.add(digitsOf(cipher, last - number, digits));
    }
    expect(texts.size).toBe(2 * FIRST);
    expect([...texts].every((text) => text.length === digits && /^\d+$/.test(text))).toBe(true);
  });

  it("look drawn: every digit as often at every place, though the numbers are the first ones", () => {
    const draws = 20_000;
    const digits = 8;
    const counts = Array.from({ length: digits }, () => new Array<number>(10).fill(0));
    for (let number = 0; number < draws; number++) {
      const text = digitsOf(cipher, number, digits);
      for (let place = 0; place < digits; place++) {
        const ofPlace = counts[place] ?? [];
        ofPlace[Number(text[place])] = (ofPlace[Number(text[place])] ?? 0) + 1;
      }
    }
    for (const ofPlace of counts) {
      const chi2 = ofPlace.reduce((sum, n) => sum + (n - draws / 10) ** 2 / (draws / 10), 0);
      // 9 degrees of freedom; the key is fixed.
      expect(chi2).toBeLessThan(40);
    }
  });

  it("differ with key and length", () => {
    const other = tokenCipher(new Uint8Array(16).fill(7));
    expect(digitsOf(other, 1, 8)).not.toBe(digitsOf(cipher, 1, 8));
    expect(digitsOf(cipher, 1, 8).slice(0, 7)).not.toBe(digitsOf(cipher, 1, 7));
  });

  it("cannot be overrun", () => {
    expect(() => digitsOf(cipher, 1_000_000, 6)).toThrow("overrun");
    expect(usableTexts(6)).toBe(500_000);
  });

  it.each([
    [0, 6, "111783"],
    [1, 6, "560816"],
    [499_999, 6, "369634"],
    [123_456_789, 12, "248222290410"],
    [2 ** 40 - 1, 13, "8840954145021"],
  ])("number %d of %d digits is as before: %s", (number, digits, text) => {
    expect(digitsOf(cipher, number, digits)).toBe(text);
  });
});
