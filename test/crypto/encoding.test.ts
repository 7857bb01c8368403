import { describe, expect, it } from "vitest";
import { byteSlicesOf } from "../../src/core/byte-slices.ts";
import {
  fromBase64,
  fromHex,
  fromUtf8,
  fromUtf8Slices,
  utf8,
  utf8All,
  utf8Slices,
} from "../../src/crypto/encoding.ts";
import { fc } from "../support/properties.ts";

describe("UTF-8", () => {
  it("comes back from any well-formed text, whatever its script", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        fc.pre(text.isWellFormed());
        expect(fromUtf8(utf8(text))).toBe(text);
      }),
    );
  });

  it.each(["\u{feff}hello", "\0", "a\u0301", "e\u0301\u0323", "\u202eabc", "👩‍👩‍👧‍👦"])(
    "keeps %j byte for byte: no normalisation, no dropped byte order mark",
    (text) => {
      expect(fromUtf8(utf8(text))).toBe(text);
    },
  );

  it.each([
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a code point above U+10FFFF", [0xf4, 0x90, 0x80, 0x80]],
    ["a cut sequence", [0xe2, 0x82]],
  ])("refuses %s", (_, bytes) => {
    expect(() => fromUtf8(Uint8Array.from(bytes))).toThrow(TypeError);
  });
});

it("UTF-8 of many texts is that of each, ASCII or not", () => {
  const texts = fc.array(
    fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
    ),
  );
  fc.assert(
    fc.property(texts, (many) => {
      expect(utf8All(many).map((bytes) => [...bytes])).toEqual(many.map((text) => [...utf8(text)]));
      expect(fromUtf8Slices(utf8Slices(many))).toEqual(many);
    }),
  );
});

it("many pieces of UTF-8 are refused when one is malformed, even where the next would complete it", () => {
  const euro = utf8("€");
  const pieces = [euro.slice(0, 2), euro.slice(2)];
  expect(() => fromUtf8Slices(byteSlicesOf(pieces))).toThrow(TypeError);
});

describe("base64", () => {
  it.each([
    ["", ""],
    ["f", "Zg=="],
    ["fo", "Zm8="],
    ["foo", "Zm9v"],
    ["foob", "Zm9vYg=="],
    ["fooba", "Zm9vYmE="],
    ["foobar", "Zm9vYmFy"],
  ])("reads the vector of %j (RFC 4648 section 10)", (text, encoded) => {
    expect(fromBase64(encoded)).toEqual(utf8(text));
  });

  it.each([
    "Zg",
    "Zg=",
    "Z",
    "Zm9v=",
    "Zg==\n",
    "Z g=",
    "Zm-_",
    "====",
    "=Zg=",
    "Zm9vYg===",
    "Zg==Zg==",
  ])("refuses %j", (encoded) => {
    expect(fromBase64(encoded)).toBeNull();
  });

  it("reads what btoa writes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromBase64(btoa(String.fromCharCode(...bytes)))).toEqual(Uint8Array.from(bytes));
      }),
    );
  });
});

it("reads hexadecimal of either case", () => {
  expect(fromHex("00ff10Ab")).toEqual(new Uint8Array([0, 255, 16, 171]));
  expect(fromHex("")).toEqual(new Uint8Array(0));
});
