// String values of a JSON text are exchanged where they stand; nothing else changes.
import { describe, expect, it } from "vitest";
import { stringsIn } from "../../../src/masking/json/json-strings.ts";
import { fc } from "../../support/properties.ts";

/** All texts of a value, in order; names are none. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

const upper = (value: unknown): unknown => {
  if (typeof value === "string") return value.toUpperCase();
  if (Array.isArray(value)) return value.map(upper);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, upper(one)]));
};

describe("the strings of a JSON text", () => {
  it("are exchanged, and numbers, names, blanks and escapes stay as they were written", () => {
    const json =
      '{ "id" : 1234567890123456789,\n"a\\"b":["x\\\\", "\\u0041nn", ""],\t"n":1e3, "x" :\r"y"}';
    const strings = stringsIn(json);
    expect(strings.texts).toEqual(["x\\", "Ann", "y"]);
    expect(strings.withTexts(strings.texts)).toBe(json);
    expect(strings.withTexts(["x\\", 'T "1"', "y"])).toBe(
      json.replace('"\\u0041nn"', '"T \\"1\\""'),
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
        expect([...strings.texts].sort()).toEqual(textsOf(parsed).sort());
        expect(strings.withTexts(strings.texts)).toBe(json);
        const shouted = strings.withTexts(strings.texts.map((text) => text.toUpperCase()));
        expect(JSON.parse(shouted)).toEqual(upper(parsed));
      }),
      { numRuns: 2_000 },
    );
  });
});
