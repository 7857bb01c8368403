import { describe, expect, it } from "vitest";
import { ENTITIES } from "../../src/core/entities.ts";
import { detect, EVERYTHING } from "../../src/detect/detector.ts";
import { RECOGNIZERS } from "../../src/detect/recognizer-list.ts";
import type { Recognizer } from "../../src/detect/span.ts";
import { by, fake, finding } from "../support/detect/fake-recognizers.ts";
import { offsetsOf, unmark } from "../support/detect/marked.ts";

describe("overlapping spans", () => {
  const text = "abcdefghijklmnopqrst";

  it("keeps the longest", () => {
    const found = detect(
      text,
      by([fake("a", "URL", 1, [[2, 5]]), fake("b", "LITERAL", 0.1, [[1, 9]])]),
    );
    expect(found.map((s) => s.recognizer)).toEqual(["b"]);
  });

  it("keeps the higher score among equally long ones", () => {
    const found = detect(
      text,
      by([fake("a", "URL", 0.5, [[1, 5]]), fake("b", "LITERAL", 0.6, [[1, 5]])]),
    );
    expect(found.map((s) => s.recognizer)).toEqual(["b"]);
  });

  it("keeps the first recognizer when length and score are equal", () => {
    const found = detect(
      text,
      by([fake("a", "URL", 0.5, [[1, 5]]), fake("b", "LITERAL", 0.5, [[1, 5]])]),
    );
    expect(found.map((s) => s.recognizer)).toEqual(["a"]);
  });

  it("keeps the part of a loser that sticks out, so that nothing found stays in the clear", () => {
    const found = detect(
      text,
      by([fake("a", "URL", 1, [[0, 8]]), fake("b", "PHONE_NUMBER", 1, [[6, 12]])]),
    );
    expect(found.map((s) => [s.start, s.end, s.entityType])).toEqual([
      [0, 8, "URL"],
      [8, 12, "PHONE_NUMBER"],
    ]);
  });

  it("drops a remainder of punctuation and blanks", () => {
    const found = detect(
      "abcdefgh --",
      by([fake("a", "URL", 1, [[0, 8]]), fake("b", "PHONE_NUMBER", 1, [[6, 11]])]),
    );
    expect(offsetsOf(found)).toEqual([[0, 8]]);
  });

  it("returns touching spans both, sorted by start", () => {
    const found = detect(
      text,
      by([fake("a", "URL", 1, [[4, 8]]), fake("b", "LITERAL", 1, [[0, 4]])]),
    );
    expect(offsetsOf(found)).toEqual([
      [0, 4],
      [4, 8],
    ]);
  });
});

describe("detect", () => {
  it("throws when a recognizer throws", () => {
    const broken: Recognizer = {
      name: "broken",
      entityTypes: ["URL"],
      scan: () => {
        throw new Error("defect");
      },
    };
    expect(() => detect("text", by([...RECOGNIZERS, broken]))).toThrow("defect");
  });

  it("gives whole characters where a recognizer cuts a surrogate pair", () => {
    const text = "Anna \u{20bb7}田 \u{20bb7}";
    const cut = fake("tagger", "PERSON", 0.9, [
      [0, 6],
      [6, 8],
      [10, 11],
    ]);
    const found = detect(text, { ...EVERYTHING, recognizers: [cut] });
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
      "Anna \u{20bb7}",
      "田",
      "\u{20bb7}",
    ]);
  });

  it("finds nothing in an empty text", () => {
    expect(detect("")).toEqual([]);
  });

  it.each([
    ["US_SSN,EMAIL_ADDRESS", "SSN «078-33-5884», mail «a@example.com»"],
    ["MAC_NUMBER,IP_ADDRESS", "«cc:e3:88:4a:3b:2b» at «2001:db8::1»"],
    ["URL", "see «https://user@example.com/a»"],
    ["IP_ADDRESS", "«::ffff:10.0.0.1»"],
    ["IBAN", "«PL52 1511 2012 4316 0564 0004 3089»"],
    ["CREDIT_CARD", "call card «4111 1111 1111 1111»"],
    ["US_SSN", "phone? «078-33-5884»"],
    ["PHONE_NUMBER,EMAIL_ADDRESS", "«(555) 123-4567» or «jane@example.com»"],
  ])("tells types apart: %s", (types, marked) => {
    const { text, offsets } = unmark(marked);
    const found = detect(text, EVERYTHING);
    expect(found.map((s) => s.entityType).join()).toBe(types);
    expect(offsetsOf(found)).toEqual(offsets);
  });

  it("reports only types it announces, with a score and a reason without the value", () => {
    const text = "a@example.com 10.0.0.1 https://x.com 4111111111111111 GB82WEST12345698765432";
    for (const recognizer of RECOGNIZERS) {
      for (const type of recognizer.entityTypes) expect(ENTITIES).toHaveProperty(type);
      for (const span of recognizer.scan(text)) {
        expect(recognizer.entityTypes).toContain(span.entityType);
        expect(span.recognizer).toBe(recognizer.name);
        expect(span.score).toBeGreaterThan(0);
        expect(span.score).toBeLessThanOrEqual(1);
        expect(span.reason).not.toContain(text.slice(span.start, span.end));
      }
    }
  });

  it("never overlaps, splits a surrogate pair or takes in an angle bracket, on seeded random texts", () => {
    const pieces =
      "a@b.com|<|>|1.2.3.4|::1|https://x.com/|😀|𝒶|+1 212 555 0100|555-0123|078-33-5884|(|)|.|-| |:|x|9|é|字|www.a.org|4111111111111111|ext 5|aa:bb:cc:dd:ee:ff|GB82WEST12345698765432".split(
        "|",
      );
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    for (let round = 0; round < 2000; round++) {
      let text = "";
      for (let i = 0; i < 12; i++) text += pieces[next(pieces.length)];
      let last = 0;
      for (const span of detect(text)) {
        const value = text.slice(span.start, span.end);
        expect(span.start, text).toBeGreaterThanOrEqual(last);
        expect(span.end, text).toBeGreaterThan(span.start);
        expect(value, text).not.toMatch(/[<>]/);
        expect(value.isWellFormed(), text).toBe(true);
        expect(value.trim(), text).toBe(value);
        last = span.end;
      }
    }
  });

  it("prefers a policy's own types to a longer name", () => {
    const text = "The Falcon and the Heron 90 of Heron Falcon Ltd";
    const own = finding("custom:BIRD", "BIRD", 0.9, "Falcon", "Heron");
    const names = finding("tagger", "ORGANIZATION", 0.9, "Heron 90", "Heron Falcon Ltd");
    const found = detect(text, {
      ...EVERYTHING,
      recognizers: [names, own],
      wanted: new Set([...EVERYTHING.wanted, "BIRD"]),
    });
    expect(found.filter(({ entityType }) => entityType === "BIRD")).toHaveLength(4);
  });
});
