// Which spellings count as the same value.

import { describe, expect, it } from "vitest";
import { digitsForm, digitsOf, normalForm } from "../../src/erasure/normal-form.ts";
import { cases, fc } from "../support/properties.ts";

describe("the normal form", () => {
  it.each([
    ["letter case", "Ann MILLER", "ann miller"],
    ["white space of every sort", "  Ann\t\u00a0\u2003Miller\r\n", "ann miller"],
    ["full-width letters", "Ａｎｎ", "ann"],
    ["ligatures", "ﬁnn", "finn"],
    ["composed and decomposed marks", "Ren\u00e9", "rene\u0301".normalize("NFC")],
    ["the sharp s", "Straße", "strasse"],
    ["capital sharp s", "STRAẞE", "strasse"],
    ["Cyrillic", "ИВАН", "иван"],
    ["half-width katakana", "ｶﾀｶﾅ", "カタカナ"],
    ["mathematical letters", "𝐀𝐧𝐧", "ann"],
    ["Deseret, beyond the basic plane", "𐐀", "𐐨"],
  ])("takes %s away", (_, text, normal) => {
    expect(normalForm(text)).toBe(normal);
  });

  it.each(["ΟΔΟΣ", "οδος", "οδοσ", "Οδός".normalize("NFD").replace("\u0301", "")])(
    "has one sigma, wherever it stands (%s)",
    (text) => {
      expect(normalForm(text)).toBe(normalForm("ΟΔΟΣ"));
      expect(normalForm(`${text}'Α`)).toBe(`${normalForm(text)}'α`);
    },
  );

  it.each([
    ["a letter and its base", "Müller", "Muller"],
    ["hyphen and space", "Ann-Marie", "Ann Marie"],
    ["no space and space", "AnnMarie", "Ann Marie"],
    ["look-alikes of other scripts", "Аnn", "Ann"],
  ])("keeps %s apart", (_, a, b) => {
    expect(normalForm(a)).not.toBe(normalForm(b));
  });

  it("is its own normal form, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const normal = normalForm(text);
        expect(normalForm(normal)).toBe(normal);
        expect(normalForm(text.toUpperCase().toLowerCase())).toBe(normal);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it.each([
    ["marks out of order", "\u0301\u0316"],
    ["marks of the wrong class first", "\u0301".repeat(500) + "\u0316".repeat(500)],
    ["ligatures that grow eighteenfold", "\ufdfa"],
    ["white space", " \u2003"],
    ["surrogate pairs", "𐐀"],
  ])("takes time in proportion for 256 Ki units of %s", (_, piece) => {
    const text = `a${piece.repeat(Math.ceil(2 ** 18 / piece.length))}`;
    // Without a bound on marks it takes 80 seconds, which the runner does not wait for.
    expect(normalForm(text)).not.toBe("");
  });
});

describe("digits", () => {
  it.each([
    ["+44 (20) 7946-0018", "442079460018"],
    ["４２ ０１７０ １２３", "420170123"],
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
    ["०१२३४५६७८९", "0123456789"],
    ["০১২৩৪৫৬৭৮৯", "0123456789"],
    ["๐๑๒๓๔๕๖๗๘๙", "0123456789"],
    ["᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙", "0123456789"],
    ["𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙", "0123456789"],
  ])("of %s are %s", (text, digits) => {
    expect(digitsForm(normalForm(text))).toBe(digits);
  });

  it("of every script give their own value, none is dropped", () => {
    for (let code = 0x80; code < 0x20000; code++) {
      const char = String.fromCodePoint(code);
      if (!/\p{Nd}/u.test(char)) continue;
      expect(digitsOf(normalForm(char)), code.toString(16)).toMatch(/^\d$/);
    }
  });

  it.each(["12345", "1-2-3-4-5", "", "---", "123456a", "ä 1234567", "Ⅷ", "½½½½½½x"])(
    "do not stand for %j: too few, or letters with them",
    (text) => {
      expect(digitsForm(normalForm(text))).toBeNull();
    },
  );
});
