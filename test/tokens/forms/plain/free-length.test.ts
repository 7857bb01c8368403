import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { LETTERS_AND_DIGITS } from "../../../../src/tokens/cipher/alphabet.ts";
import { MAX_TOKEN_ID, tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import { ID_LENGTH_62 } from "../../../../src/tokens/cipher/id-letters.ts";
import {
  hasFreeLengthForm,
  opaqueForm,
  shapedForm,
} from "../../../../src/tokens/forms/plain/free-length.ts";
import { shapeOf } from "../../../../src/tokens/forms/plain/shape.ts";
import { cases, fc } from "../../../support/properties.ts";

/** In the value's shape, or in one piece. */
const LAYOUTS = { shaped: shapedForm, opaque: opaqueForm };
type TokenLayout = keyof typeof LAYOUTS;

const cipher = tokenCipher(systemRandom(16));
const anyId = fc.integer({ min: 0, max: MAX_TOKEN_ID });
const anyValue = fc.oneof(
  fc.string({ unit: "binary", minLength: 1 }),
  fc.string({ unit: "grapheme", minLength: 1 }),
  fc.stringMatching(/^[ -~]{1,60}$/),
  fc
    .array(fc.constantFrom("a", "-", " ", "é", "😀", "1"), { minLength: 1, maxLength: 60 })
    .map((s) => s.join("")),
);
const anyLayout = fc.constantFrom<TokenLayout>("shaped", "opaque");
const lettersOf = (text: string): string => text.replace(/[^0-9A-Za-z]/g, "");
const shaped = (id: number, value: string): string => shapedForm.token(cipher, id, value);

describe("free-length tokens", () => {
  it("carry their id whatever the value and the layout", () => {
    fc.assert(
      fc.property(anyId, anyValue, anyLayout, (id, value, layout) => {
        const token = LAYOUTS[layout].token(cipher, id, value);
        expect(shapedForm.read(cipher, token)).toBe(id);
        expect(hasFreeLengthForm(token)).toBe(true);
        expect(LAYOUTS[layout].token(cipher, id, value)).toBe(token);
      }),
      { numRuns: cases(2000) },
    );
  });

  const IDS = cases(100_000);
  it(`differ for ${IDS} ids, in both layouts`, () => {
    const tokens = new Set<string>();
    for (let id = 0; id < IDS; id++) {
      tokens.add(shaped(id, "x"));
      tokens.add(opaqueForm.token(cipher, id, "x"));
    }
    expect(tokens.size).toBe(2 * IDS);
  });

  it.each(["shaped", "opaque"] as const)(
    "are refused after any change of one character (%s): not read, or not the same when made again",
    (layout) => {
      const characters = `${LETTERS_AND_DIGITS}-. \u00e9`;
      for (const [id, value] of [
        [1, "Jane Doe"],
        [777, "x"],
        [2 ** 33, "a.b@c.example"],
      ] as const) {
        const token = LAYOUTS[layout].token(cipher, id, value);
        for (let at = 0; at < token.length; at++) {
          for (const character of characters) {
            if (character === token[at]) continue;
            const changed = token.slice(0, at) + character + token.slice(at + 1);
            expect(names(changed, id, value, layout)).toBe(false);
          }
          expect(names(token.slice(0, at) + token.slice(at + 1), id, value, layout)).toBe(false);
          expect(names(`${token.slice(0, at)}A${token.slice(at)}`, id, value, layout)).toBe(false);
        }
        expect(names(`${token}A`, id, value, layout)).toBe(false);
        expect(names(` ${token}`, id, value, layout)).toBe(false);
        expect(names(token.toUpperCase(), id, value, layout) && /[a-z]/.test(token)).toBe(false);
      }
    },
  );

  it("are not read under another namespace's key", () => {
    const other = tokenCipher(systemRandom(16));
    for (let id = 0; id < 2000; id++)
      expect(shapedForm.read(other, shaped(id, "Jane Doe"))).toBeNull();
  });

  it.each([
    "",
    "x",
    "---",
    "ABCDEFGHIJKLM",
    "zzzzzzzzzzzzzz",
    "é2345678901234",
    "1234567\u00a01234567",
  ])("cannot be read from %j", (text) => {
    expect(shapedForm.read(cipher, text)).toBeNull();
  });

  it("spell a half in one way only: values above 2^40 are no half", () => {
    // 62^7 - 2^40 spellings are above every half.
    expect(shapedForm.read(cipher, "zzzzzzz0000000")).toBeNull();
    expect(shapedForm.read(cipher, "0000000zzzzzzz")).toBeNull();
  });
});

describe("the shaped layout", () => {
  it("keeps ASCII punctuation and blanks where they were, and nothing else", () => {
    fc.assert(
      fc.property(anyId, anyValue, (id, value) => {
        const shape = shapeOf(value);
        const token = shapeOf(shaped(id, value));
        expect(token.separators).toEqual(shape.separators);
        expect(token.pieceLengths.length).toBe(shape.pieceLengths.length);
        const letters = Math.max(ID_LENGTH_62, shape.pieceLengths.length);
        expect(lettersOf(shaped(id, value)).length).toBe(letters);
      }),
      { numRuns: cases(1000) },
    );
  });

  it.each([
    ["Jane Doe", /^[0-9A-Za-z]{7} [0-9A-Za-z]{7}$/],
    ["jane.doe@example.com", /^[0-9A-Za-z]{4}\.[0-9A-Za-z]{4}@[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}$/],
    ["x", /^[0-9A-Za-z]{14}$/],
    ["---", /^[0-9A-Za-z]{14}$/],
    ["   ", /^[0-9A-Za-z]{14}$/],
    ["\t\n", /^[0-9A-Za-z]{14}$/],
    ["😀", /^[0-9A-Za-z]{14}$/],
    ["  x  ", /^ {2}[0-9A-Za-z]{14} {2}$/],
    ["-x", /^-[0-9A-Za-z]{14}$/],
    ["\0", /^[0-9A-Za-z]{14}$/],
    ["a\0b", /^[0-9A-Za-z]{14}$/],
    ["e\u0301", /^[0-9A-Za-z]{14}$/],
    ["שלום עולם", /^[0-9A-Za-z]{7} [0-9A-Za-z]{7}$/],
    ["\u202eabc\u202c", /^[0-9A-Za-z]{14}$/],
    ["a\u00a0b", /^[0-9A-Za-z]{14}$/],
    ["a\u3000b", /^[0-9A-Za-z]{14}$/],
    ["“a”", /^[0-9A-Za-z]{14}$/],
    ["a\u007fb", /^[0-9A-Za-z]{14}$/],
    ["a,b;c|d", /^[0-9A-Za-z]{4},[0-9A-Za-z]{4};[0-9A-Za-z]{3}\|[0-9A-Za-z]{3}$/],
    ["a--b", /^[0-9A-Za-z]{7}--[0-9A-Za-z]{7}$/],
  ])("lays out %j", (value, form) => {
    expect(shaped(12345, value)).toMatch(form);
  });

  it.each([13, 14, 15, 16, 40, 2048])("gives each of %i pieces at least one letter", (pieces) => {
    const value = Array.from({ length: pieces }, () => "a").join("-");
    const token = shaped(7, value);
    const lengths = token.split("-").map((piece) => piece.length);
    expect(lengths.length).toBe(pieces);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
    expect(shapedForm.read(cipher, token)).toBe(7);
  });
});

describe("the opaque layout", () => {
  it("shows nothing of the value, neither separators nor length", () => {
    for (const id of [1, 2, 3, 4, 5]) {
      const tokens = ["x", "Jane Doe", "---", "a".repeat(4096)].map((value) =>
        opaqueForm.token(cipher, id, value),
      );
      expect(new Set(tokens).size).toBe(1);
    }
  });

  it("is 15 to 24 letters and digits, every length about equally often", () => {
    const counts = new Map<number, number>();
    for (let id = 0; id < 10_000; id++) {
      const token = opaqueForm.token(cipher, id, "x");
      expect(token).toMatch(/^[0-9A-Za-z]{15,24}$/);
      counts.set(token.length, (counts.get(token.length) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(300);
  });
});

describe("hasFreeLengthForm", () => {
  it.each(["", "---", "hello", "hello world", "a b c", "naïve", "A sentence of some length."])(
    "says no to %j",
    (text) => {
      expect(hasFreeLengthForm(text)).toBe(false);
    },
  );
});

/** Whether the vault would take a text for the token of this mapping. */
function names(text: string, id: number, value: string, layout: TokenLayout): boolean {
  return shapedForm.read(cipher, text) === id && LAYOUTS[layout].token(cipher, id, value) === text;
}
