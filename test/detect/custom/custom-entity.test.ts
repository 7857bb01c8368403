// Recognizers of a policy's own entity types: context words, validators, scores.

import { describe, expect, it } from "vitest";
import type { CustomEntity } from "../../../src/core/policy.ts";
import { customRecognizer, passesValidator } from "../../../src/detect/custom/custom-entity.ts";
import { cases, fc } from "../../support/properties.ts";

const ENTITY: CustomEntity = {
  name: "BADGE",
  description: "",
  tokenName: "Text Token",
  format: null,
  pattern: null,
  words: [],
  matchCase: true,
  contextWords: [],
  validator: null,
};

function scan(text: string, entity: Partial<CustomEntity>) {
  const recognizer = customRecognizer({ ...ENTITY, ...entity });
  if (!recognizer.ok) throw new Error(recognizer.error.reason);
  return recognizer.value.scan(text);
}

function values(text: string, entity: Partial<CustomEntity>): string[] {
  return scan(text, entity).map(({ start, end }) => text.slice(start, end));
}

describe("a custom entity", () => {
  it("is found by pattern, and says who found it and why", () => {
    expect(scan("badge B-123.", { pattern: "B-\\d{3}" })).toEqual([
      {
        start: 6,
        end: 11,
        entityType: "BADGE",
        score: 0.6,
        recognizer: "custom:BADGE",
        reason: "pattern",
      },
    ]);
  });

  it("is found by words", () => {
    const spans = scan("Blue Heron, blue heron", { words: ["Heron", "Blue Heron"] });
    expect(spans).toHaveLength(1);
    expect(spans[0]).toMatchObject({ start: 0, end: 10, score: 0.9, reason: "word of the list" });
    expect(values("BLUE heron", { words: ["Blue Heron"], matchCase: false })).toEqual([
      "BLUE heron",
    ]);
  });

  it("scores what speaks for it", () => {
    const score = (entity: Partial<CustomEntity>) => scan("id 18", entity)[0]?.score;
    expect(score({ pattern: "\\d+", contextWords: ["id"] })).toBe(0.75);
    expect(score({ pattern: "\\d+", validator: { kind: "luhn" } })).toBe(0.9);
    expect(score({ pattern: "\\d+", validator: { kind: "length", min: 1, max: 9 } })).toBe(0.6);
    expect(
      scan("id 18", { pattern: "\\d+", contextWords: ["id"], validator: { kind: "luhn" } }),
    ).toEqual([
      expect.objectContaining({
        score: 0.9,
        reason: "pattern, Luhn check digit, context word near",
      }),
    ]);
  });

  it("needs a context word where it has some: whole, 40 characters before or 20 behind", () => {
    const entity = { pattern: "\\d{3}", contextWords: ["badge", "Staff no."] };
    expect(values("badge 123", entity)).toEqual(["123"]);
    expect(values("BADGE: 123", entity)).toEqual(["123"]);
    expect(values("badges 123, 456", entity)).toEqual([]);
    expect(values("staff no.123", entity)).toEqual(["123"]);
    expect(values("123 (badge)", entity)).toEqual(["123"]);
    expect(values(`badge${" ".repeat(40)}123`, entity)).toEqual(["123"]);
    expect(values(`badge${" ".repeat(41)}123`, entity)).toEqual([]);
    expect(values(`123${" ".repeat(20)}badge`, entity)).toEqual(["123"]);
    expect(values(`123${" ".repeat(21)}badge`, entity)).toEqual([]);
    // An emoji is one character there, too.
    expect(values(`badge ${"😀".repeat(39)}123`, entity)).toEqual(["123"]);
    expect(values(`badge ${"😀".repeat(40)}123`, entity)).toEqual([]);
    expect(values(`123${"😀".repeat(20)}badge`, entity)).toEqual(["123"]);
    expect(values(`123${"😀".repeat(21)}badge`, entity)).toEqual([]);
  });

  it("does not take a word inside the value, or one far behind a long value, for its context", () => {
    const entity = { pattern: "BADGE [a-z ]*9", contextWords: ["badge"] };
    expect(values("BADGE x9", entity)).toEqual([]);
    expect(values("BADGE x9 badge", entity)).toEqual(["BADGE x9"]);
    expect(values(`BADGE ${"badge ".repeat(30)}9`, entity)).toEqual([]);
  });

  it("has context words near as a look at every pair of value and word says", () => {
    const unit = fc.constantFrom("7", "77", " ", " ".repeat(15), " ".repeat(30), "id", "no", ".");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), (text) => {
        const words = [...text.matchAll(/(?<![\da-z])(?:id|no)(?![\da-z])/g)];
        const expected = [...text.matchAll(/7+/g)].filter((value) =>
          words.some((word) => {
            const before = value.index - (word.index + word[0].length);
            const behind = word.index - (value.index + value[0].length);
            return (before >= 0 && before <= 40) || (behind >= 0 && behind <= 20);
          }),
        );
        const spans = scan(text, { pattern: "7+", contextWords: ["id", "no"] });
        expect(spans.map(({ start }) => start)).toEqual(expected.map(({ index }) => index));
      }),
      { numRuns: cases(1_000) },
    );
  });

  it("passes over a match that its validator refuses, and goes on behind it", () => {
    const entity = { pattern: "\\d{4}", validator: { kind: "luhn" } as const };
    expect(values("1234 1230 12301230 1812341230", entity)).toEqual(["1230", "1230", "1230"]);
  });

  it("is refused with the flaw of its pattern, or without anything to find", () => {
    expect(customRecognizer({ ...ENTITY, pattern: "a(" })).toEqual({
      ok: false,
      error: { position: 2, reason: "a group has no closing parenthesis" },
    });
    for (const entity of [ENTITY, { ...ENTITY, pattern: "a", words: ["a"] }]) {
      expect(customRecognizer(entity)).toMatchObject({ ok: false, error: { position: null } });
    }
  });
});

describe("validators", () => {
  it.each([
    // The example of ISO/IEC 7812-1, annex B, and cards that the brands publish for tests.
    ["49927398716", true],
    ["4111-1111 1111.1111", true],
    ["card 5555555555554444", true],
    ["49927398717", false],
    ["4", false],
    ["0", false],
    ["no digits", false],
    ["", false],
  ])("Luhn: %s", (value, passes) => {
    expect(passesValidator(value, { kind: "luhn" })).toBe(passes);
  });

  it.each([
    // The examples of the IBAN registry (SWIFT), in its printed and electronic forms.
    ["GB82 WEST 1234 5698 7654 32", true],
    ["gb82west12345698765432", true],
    ["DE89-3704-0044-0532-0130-00", true],
    ["GB82 WEST 1234 5698 7654 33", false],
    ["82GB WEST 1234 5698 7654 32", false],
    ["WEST", false],
    ["", false],
  ])("mod 97: %s", (value, passes) => {
    expect(passesValidator(value, { kind: "mod97" })).toBe(passes);
  });

  it.each([
    ["AB-12", 4, 4, true],
    ["Ä₂😀- é", 3, 3, true],
    ["e\u0301", 1, 1, true],
    ["ABC", 4, 9, false],
    ["ABCDE", 1, 4, false],
    ["--", 1, 4, false],
  ])("length: %s", (value, min, max, passes) => {
    expect(passesValidator(value, { kind: "length", min, max })).toBe(passes);
  });
});
