// What is sent to an external recognizer, and which of its answers are used.
import { describe, expect, it } from "vitest";
import type { ExternalRecognizer } from "../../src/core/policy.ts";
import { externalFindings, externalQuestion } from "../../src/detect/external.ts";
import { fc } from "../support/properties.ts";

const EXTERNAL: ExternalRecognizer = {
  name: "presidio",
  language: "de",
  entities: { PERSON: "PERSON", NRP: "NATIONALITY" },
  optional: false,
};
const finding = (start: number, end: number, more: object = {}) => ({
  ...{ entity_type: "PERSON", start, end, score: 0.85, analysis_explanation: null },
  ...more,
});
const found = (text: string, answer: unknown) => externalFindings(EXTERNAL, text, answer);

describe("a question", () => {
  it("has the text, the language and the types that count", () => {
    expect(JSON.parse(externalQuestion(EXTERNAL, "Ada 😀"))).toEqual({
      ...{ text: "Ada 😀", language: "de", entities: ["PERSON", "NRP"] },
    });
  });

  it("has a text of as many code points, also where half a pair is in it", () => {
    const text = "a\ud83db\ude00c";
    const asked = JSON.parse(externalQuestion(EXTERNAL, text)).text;
    expect([asked.isWellFormed(), [...asked].length]).toEqual([true, [...text].length]);
  });
});

describe("an answer", () => {
  it("counts code points, whatever the text has", () => {
    const unit = fc.oneof(fc.constantFrom("😀", "é", "日", "a"), fc.string());
    const text = fc.array(unit, { minLength: 1 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (all, one, other) => {
        const points = [...all];
        if (points.length === 0) return true;
        const start = one % points.length;
        const end = start + 1 + (other % (points.length - start));
        const [span] = found(all, [finding(start, end)]) ?? [];
        return all.slice(span?.start, span?.end) === points.slice(start, end).join("");
      }),
    );
  });

  it("counts half a pair as one, as Python does", () => {
    const [span] = found("a\ud83db", [finding(1, 2)]) ?? [];
    expect([span?.start, span?.end]).toEqual([1, 2]);
  });

  it("is passed over where its type counts as nothing", () => {
    for (const entity_type of ["URL", "toString", "__proto__", ""]) {
      expect(found("Ada", [finding(0, 3, { entity_type })])).toEqual([]);
    }
    expect(found("Ada", [])).toEqual([]);
    expect(found("Ada", [finding(0, 3, { entity_type: "NRP" })])).toMatchObject([
      { entityType: "NATIONALITY", score: 0.85, recognizer: "external:presidio" },
    ]);
  });

  it.each([
    ["no list", {}],
    ["a list of lists", [[]]],
    ["null", null],
    ["a text", "[]"],
    ["something that is no finding", [null]],
    ["a place that is none", [finding(-1, 2)]],
    ["a part of a character", [finding(0.5, 2)]],
    ["an end behind the text", [finding(0, 4)]],
    ["an end in front of its start", [finding(2, 1)]],
    ["nothing between start and end", [finding(2, 2)]],
    ["a score that is none", [finding(0, 2, { score: 1.1 })]],
    ["a score that is a text", [finding(0, 2, { score: "1" })]],
    ["no type", [finding(0, 2, { entity_type: undefined })]],
    [
      "a place that is none, of a type that counts as nothing",
      [finding(0, 9, { entity_type: "X" })],
    ],
    ["more findings than characters", Array.from({ length: 4 }, () => finding(0, 1))],
    ["one that can be read and one that cannot", [finding(0, 2), finding(0, 9)]],
  ])("with %s is none", (_, answer) => {
    expect(found("Ada", answer)).toBeNull();
  });

  it("whose findings lie one inside the other a hundred deep is none: resolving them would take seconds", () => {
    const text = "x".repeat(2_000);
    const nested = (depth: number) =>
      Array.from({ length: depth }, (_, i) => finding(i, text.length - i));
    expect(found(text, nested(100))).toBeNull();
    expect(found(text, nested(5))).toHaveLength(5);
  });
});
