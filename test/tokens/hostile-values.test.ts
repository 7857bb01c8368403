// Values and texts that want to take long: 64 KiB of what a form looks at again and again. What is linear
// takes a few milliseconds for each; what is quadratic takes 2^32 steps, which are seconds. The limit lies
// far from both, so that a busy machine fails no test.
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../src/platform/random.ts";
import { tokenCipher } from "../../src/tokens/cipher/cipher.ts";
import { hasFreeLengthForm } from "../../src/tokens/forms/plain/free-length.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../src/tokens/kinds.ts";
import { appliedFormat, makerOf } from "../../src/tokens/makers.ts";
import { findTokens } from "../../src/tokens/reading/find-tokens.ts";
import { carriedId, mayBeFixed } from "../../src/tokens/recognition.ts";

const cipher = tokenCipher(Uint8Array.from({ length: 16 }, (_, i) => i));
/** The longest value there is, in auto-detect (64 KiB of UTF-8 are at most as many characters). */
const LENGTH = 65_536;
const LIMIT_MS = 1_000;
/** What a token can be longer than a value that is long already: " ext. " and an id, a host. */
const MOST_MORE = 40;
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
/** What stands before and behind. */
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

/** The unit as often as it fits, in each frame. */
function textsOf(unit: string): string[] {
  const body = unit.repeat(Math.ceil(LENGTH / unit.length));
  return FRAMES.map(([before, behind]) => {
    return before + body.slice(0, LENGTH - before.length - behind.length) + behind;
  });
}

/** Do something and say that it was slow when it was. */
function quickly<T>(what: string, run: () => T): T {
  const began = performance.now();
  const result = run();
  const took = performance.now() - began;
  if (took > LIMIT_MS) throw new Error(`${what} took ${Math.round(took)} ms`);
  return result;
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

describe("64 KiB of", () => {
  it.each(HOSTILE)("%j are masked quickly, by tokens that are not much longer", (unit) => {
    for (const value of textsOf(unit)) {
      if (!value.isWellFormed()) continue;
      for (const [name, kind] of KINDS) {
        const token = quickly(`making ${name}`, () => longestToken(kind, value));
        expect(token.length, name).toBeLessThanOrEqual(value.length + MOST_MORE);
        expect(token === value, name).toBe(false);
      }
    }
  });

  it.each(HOSTILE)("%j are looked at quickly", (unit) => {
    for (const text of textsOf(unit)) {
      quickly("mayBe", () => mayBeFixed(text));
      quickly("free-length form", () => hasFreeLengthForm(text));
      quickly("reading", () => carriedId(cipher, text));
      quickly("finding", () => findTokens(cipher, text));
      for (const format of Object.values(FORMAT)) {
        quickly(`applied format ${format}`, () => appliedFormat(format, text));
      }
    }
  });
});
