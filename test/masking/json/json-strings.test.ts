// String values of a JSON text are replaced in place; nothing else changes.
import { describe, expect, it } from "vitest";
import { stringsIn } from "../../../src/masking/json/json-strings.ts";
import { cases, fc } from "../../support/properties.ts";

/** All texts of a value, in order, and names of members with a colon. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return Object.entries(value).flatMap(([name, one]) => [
    ...(name === "" ? [] : [`${name}:`]),
    ...textsOf(one),
  ]);
}

const upper = (value: unknown): unknown => {
  if (typeof value === "string") return value.toUpperCase();
  if (Array.isArray(value)) return value.map(upper);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([name, one]) => [name.toUpperCase(), upper(one)]));
};

describe("the strings of a JSON text", () => {
  it("are exchanged, and numbers, blanks and escapes stay as they were written", () => {
    const json =
      '{ "id" : 1234567890123456789,\n"a\\"b":["x\\\\", "\\u0041nn", ""],\t"n":1e3, "x" :\r"y"}';
    const strings = stringsIn(json);
    const texts = strings.strings.map(({ text }) => text);
    expect(texts).toEqual(["id", 'a"b', "x\\", "Ann", "n", "x", "y"]);
    expect(strings.strings.map(({ isName }) => isName)).toEqual([
      ...[true, true, false, false, true, true, false],
    ]);
    expect(strings.withTexts(texts)).toBe(json);
    expect(strings.withTexts(["id", 'a"b', "x\\", 'T "1"', "n", "z", "y"])).toBe(
      json.replace('"\\u0041nn"', '"T \\"1\\""').replace('"x" :', '"z" :'),
    );
  });

  it("are those of the document, whatever it is", () => {
    const documents = fc.oneof(
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(documents, fc.constantFrom(undefined, 1, "\t"), (document, indent) => {
        const json = JSON.stringify(document, null, indent);
        const strings = stringsIn(json);
        const parsed: unknown = JSON.parse(json);
        const told = strings.strings.map(({ text, isName }) => (isName ? `${text}:` : text));
        expect(told.sort()).toEqual(textsOf(parsed).sort());
        const texts = strings.strings.map(({ text }) => text);
        expect(strings.withTexts(texts)).toBe(json);
        const shouted = strings.withTexts(texts.map((text) => text.toUpperCase()));
        expect(JSON.parse(shouted)).toEqual(upper(parsed));
      }),
      { numRuns: cases(2_000) },
    );
  });
});
