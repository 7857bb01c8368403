// Values and texts that want to take long: 64 KiB of what a form looks at again and again, as much as any value has. What
// is linear takes some milliseconds for each; what is quadratic takes half of 2^32 steps, which are 2.1 s and more.
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../src/platform/random.ts";
import { tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { hasFreeLengthForm } from "../../src/tokens/forms/plain/free-length.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../src/tokens/kinds.ts";
import { appliedFormat, makerOf } from "../../src/tokens/makers.ts";
import { findTokens } from "../../src/tokens/reading/find-tokens.ts";
import { carriedId, mayBeFixed } from "../../src/tokens/recognition.ts";
import { expectLinearTime } from "../support/linear-time.ts";
import { everyOther } from "../support/properties.ts";

const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));
const LENGTH = 2 ** 16;
/** Long enough for every branch of a form. */
const SHORT_LENGTH = 2 ** 12;
/** What a token can be longer than a value that is long already: " ext. " and an id, a host. */
const MAX_MORE = 40;
const ID = 7;

const HOSTILE = [
  ...["1", "0", "9", "a", "A", "é", "王", "１", "٣", "😀", "\u0301", "e\u0301"],
  ...[" ", "\n", "\t", "\u00a0", "+", "(", "-", "/", ".", ",", ":", "，", "@", "#", "%", "[", "\\"],
  ...["a ", "1 ", "1-", "1.", "1.1.1.1.", "::::", "fe80::", "00:", "4111 ", "DE89 ", "12, "],
  ...[
    "January ",
    "Jan. 1, 2023 ",
    "1st ",
    "feira-",
    "segunda-feira ",
    "14:22:05 ",
    "+00:00 ",
    "T1",
  ],
  ...["Erin ", "Nash, ", "Salem-", "12 Main Street, ", "TX12", "ext ", "x1", ", x"],
  ...["a@", "@a.", "a.", "www.", "https://", "http://a/", "?a=", ".example.", "a.example.com/"],
  ...["\\u0041", "&lt;", "<b>", '"'],
];
/** What stands before and behind, so that a phone number or a URL begins. */
const FRAMES: readonly [string, string][] = [
  ["", ""],
  ["+1 408 4", " x"],
  ["https://a.example/", "!"],
];

/** One kind for each form, with the name of what it is. */
const KINDS = Object.entries({
  ...Object.fromEntries(
    [
      TOKEN.default,
      TOKEN.numeric,
      TOKEN.special,
      TOKEN.person,
      TOKEN.date,
      TOKEN.state,
      TOKEN.city,
      TOKEN.address,
    ].map((name) => [`token name ${name}`, kindOf(DEFAULT_POLICY, name, FORMAT.none)]),
  ),
  ...Object.fromEntries(
    Object.entries(FORMAT).map(([name, code]) => [name, kindOf(DEFAULT_POLICY, TOKEN.text, code)]),
  ),
});

/** The frames are their beginnings: to all others these say no more than the unit alone. */
const FRAMED_FORMATS = [FORMAT.phoneNumber, FORMAT.url];
const FRAMED_KINDS = FRAMED_FORMATS.map((format): (typeof KINDS)[number] => [
  `format ${format}`,
  kindOf(DEFAULT_POLICY, TOKEN.text, format),
]);

/** The unit as often as it fits, in each frame. */
function textsOf(unit: string, length: number): string[] {
  const body = unit.repeat(Math.ceil(length / unit.length));
  return FRAMES.map(([before, behind]) => {
    return before + body.slice(0, length - before.length - behind.length) + behind;
  });
}

/** The longest of the tokens that the first and the last stage make, or the one there is. */
function longestToken(kind: number, value: string): string {
  const maker = makerOf(kind, value);
  if (maker.family === "free") return maker.form.token(cipher, ID, value);
  if (maker.family === "plain") return value;
  const { stages } = maker;
  const tokens = [stages[0], stages.at(-1)].map(
    (stage) => stage?.spell(cipher, ID, systemRandom) ?? "",
  );
  return tokens.reduce((a, b) => (a.length > b.length ? a : b));
}

/** Mask values with each of the kinds. */
function maskAll(values: readonly string[], kinds: typeof KINDS): void {
  for (const value of values) {
    if (!value.isWellFormed()) continue;
    for (const [name, kind] of kinds) {
      const token = longestToken(kind, value);
      expect(token.length, name).toBeLessThanOrEqual(value.length + MAX_MORE);
      expect(token === value, name).toBe(false);
    }
  }
}

/** Look at a text in all the ways in which one is looked at; in a frame, for the forms that it is the beginning of. */
function lookAt(text: string, isFramed: boolean): void {
  mayBeFixed(text);
  hasFreeLengthForm(text);
  carriedId(cipher, text);
  findTokens(cipher, text);
  const formats = isFramed ? FRAMED_FORMATS : Object.values(FORMAT);
  for (const format of formats) appliedFormat(format, text);
}

describe("64 KiB of", () => {
  it.each(everyOther(HOSTILE))("%j are masked, by tokens that are not much longer", (unit) => {
    maskAll(textsOf(unit, SHORT_LENGTH), KINDS);
    for (const [i, text] of textsOf(unit, LENGTH).entries()) {
      expectLinearTime(text, (text) => maskAll([text], i === 0 ? KINDS : FRAMED_KINDS));
    }
  });

  it.each(everyOther(HOSTILE, 1))("%j are looked at", (unit) => {
    for (const [i, text] of textsOf(unit, LENGTH).entries()) {
      expectLinearTime(text, (text) => lookAt(text, i > 0));
    }
  });
});
