import { describe, expect, it } from "vitest";
import { encodedValue } from "../../../src/detect/recognizers/encoded-value.ts";
import { usSsn } from "../../../src/detect/recognizers/identity/us-ssn.ts";
import { emailAddress } from "../../../src/detect/recognizers/network/email-address.ts";
import { creditCard } from "../../../src/detect/recognizers/payment/credit-card.ts";
import { phoneNumber } from "../../../src/detect/recognizers/phone/phone-number.ts";
import { undisguise } from "../../../src/detect/text/disguise.ts";
import { compare, unmark } from "../../support/detect/marked.ts";
import { fc } from "../../support/properties.ts";

describe("folding of disguised text", () => {
  it.each([
    [usSsn, "SSN «078\u200b-33\u200b-5884»."],
    [usSsn, "ssn «０７８－３３－５８８４» ok"],
    [usSsn, "SSN «078–33–5884»"],
    [emailAddress, "mail «jаne@exаmple.com» now"],
    [emailAddress, "mail «jane\u2060@exam\u00adple.com»"],
    [emailAddress, "mail «jane&#64;example&#46;com»"],
    [emailAddress, "mail «jane&commat;example&period;com»"],
    [emailAddress, "?to=«jane%40example.com»&x"],
    [emailAddress, "«j a n e @ e x a m p l e . c o m»"],
    [emailAddress, "«ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ»"],
    [emailAddress, "mail «ada@example。com» ok"],
    [emailAddress, "请联系«ada@mail。example｡com»。谢谢"],
    [creditCard, "«4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1» x"],
    [creditCard, "«𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏»"],
    [phoneNumber, "«+٤٩ ٣٠ ٨٣٧٥٦٨٩»"],
  ] as const)("shows the value to %o: %s", (recognizer, marked) => {
    const { text, offsets } = unmark(marked);
    const folded = undisguise(text);
    const spans = recognizer.scan(folded?.text ?? "");
    const found = spans.map((s) => [folded?.toOriginal(s.start), folded?.toOriginal(s.end)]);
    expect(found).toEqual(offsets);
  });

  it.each([
    "plain text, 12:30, a@b.com, 100%",
    "Привет, мир! Как дела?",
    "Καλημέρα κόσμε",
    "1 2 3 and 4 5 6",
    "R&D at AT&T &amp; more, 50%off",
    "𝑓",
    "ranges a–b and words — dashes",
    "全角，句点。",
    "邮箱ada@example。好的",
    "write a@b.com。Thanks",
    "",
  ])("leaves honest text alone: %s", (text) => {
    const folded = undisguise(text);
    expect(folded === null || folded.text === "f").toBe(true);
  });

  it("keeps foreign words, escapes of other characters and line breaks", () => {
    expect(undisguise("Мама мыла раму; раypal, a%20b%0A&lt;\u200b")?.text).toBe(
      "Мама мыла раму; paypal, a%20b%0A&lt;",
    );
  });

  it("leads every offset back, in order, whatever the text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 6 }),
      fc.constantFrom("\u200b", "&#64;", "%40", "１", "а", "a", "𝟒", "1 2 3 4 5 6 7 8 9", "\ud835"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        const folded = undisguise(text);
        if (folded === null) return;
        expect(folded.toOriginal(folded.text.length)).toBe(text.length);
        for (let i = 0; i < folded.text.length; i++) {
          expect(folded.toOriginal(i)).toBeLessThanOrEqual(folded.toOriginal(i + 1));
        }
        // Whatever did not change is where it was.
        const again = undisguise(folded.text);
        expect(again === null || again.text.length <= folded.text.length).toBe(true);
      }),
    );
  });
});

describe("values in base64", () => {
  it.each([
    `blob «${btoa("jane.doe@example.com")}» end`,
    `{"data":"«${btoa("SSN: 078-33-5884")}»"}`,
    `«${btoa("card 4111 1111 1111 1111").replaceAll("+", "-").replaceAll("/", "_")}»`,
    `auth «${btoa("call +49 30 8375689!")}».`,
  ])("finds the whole run: %s", (marked) => {
    const { found, expected } = compare(encodedValue, marked);
    expect(found).toEqual(expected);
  });

  it.each([
    btoa("nothing of the kind here"),
    "internationalization Wohnungsgeber",
    "52865eea043d1922fe67a9f916f79a8a148bb41b",
    "sk_live_c4a9aaf5e7ce211d95613462",
    "708ad3a7-7eb4-46bf-a48c-aae54a623504",
    `${btoa("jane.doe@example.com")}x`.slice(1),
  ])("leaves another run alone: %s", (text) => {
    expect(encodedValue.scan(text)).toEqual([]);
  });
});
