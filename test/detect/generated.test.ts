// Values that other libraries generate or accept: each is found as a whole in a sentence.

import validator from "validator";
import { describe, expect, it } from "vitest";
import { emailAddress } from "../../src/detect/recognizers/network/email-address.ts";
import { ipAddress } from "../../src/detect/recognizers/network/ip-address.ts";
import { macNumber } from "../../src/detect/recognizers/network/mac-number.ts";
import { url } from "../../src/detect/recognizers/network/url.ts";
import { creditCard } from "../../src/detect/recognizers/payment/credit-card.ts";
import type { Recognizer } from "../../src/detect/span.ts";
import { offsetsOf } from "../support/detect/marked.ts";
import { fc } from "../support/properties.ts";

/** Longest spans of `value` inside a sentence, by start and end within `value`. */
function foundIn(recognizer: Recognizer, value: string): [number, number][] {
  const before = "it was ";
  const found = offsetsOf(recognizer.scan(`${before}${value} again`));
  const outer = found.filter(
    ([start, end]) => !found.some(([s, e]) => s <= start && end <= e && e - s > end - start),
  );
  return outer.map(([start, end]) => [start - before.length, end - before.length]);
}

function expectWhole(recognizer: Recognizer, value: string) {
  expect(foundIn(recognizer, value), value).toEqual([[0, value.length]]);
}

const hexPair = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, "0"));

describe("generated values", () => {
  it("are found: IPv4", () => {
    fc.assert(fc.property(fc.ipV4(), (address) => expectWhole(ipAddress, address)));
  });

  it("are found: IPv6", () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        // "::", "::12" and rows of letters read as code.
        fc.pre(/\d/.test(address) && address.split(":").filter(Boolean).length > 1);
        fc.pre(validator.isIP(address, 6));
        expectWhole(ipAddress, address);
      }),
    );
  });

  it("are found: MAC addresses with one separator", () => {
    const pairs = fc.array(hexPair, { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(pairs, fc.constantFrom(":", "-"), (groups, separator) => {
        const address = groups.join(separator);
        expect(validator.isMACAddress(address)).toBe(true);
        expectWhole(macNumber, address);
      }),
    );
  });

  it("are found: e-mail addresses of letters, digits and the usual signs", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        fc.pre(/^[a-z0-9][\w.+-]*[a-z0-9]@/i.test(address) && validator.isEmail(address));
        expectWhole(emailAddress, address);
      }),
    );
  });

  it("are found: URLs with a scheme", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        // Punctuation at the end is the sentence's, and brackets in it are paired by eye.
        fc.pre(/[\w/]$/.test(address) && !/[()[\]{}*'"]/.test(address));
        expectWhole(url, address);
      }),
    );
  });

  it("are found, or not, as validator says: card numbers", () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(digits, fc.constantFrom("4", "51", "55", "2221"), (figures, prefix) => {
        const number = (prefix + figures.join("")).slice(0, 16);
        const isFound = foundIn(creditCard, number).length === 1;
        expect(isFound, number).toBe(validator.isLuhnNumber(number));
      }),
    );
  });
});
