// Allow list and deny list.

import { describe, expect, it } from "vitest";
import { detect, type ValueFinder } from "../../src/detect/detector.ts";
import { withDenied } from "../../src/detect/merge/listed-values.ts";
import {
  by,
  fake,
  finding,
  findingFirst,
  foundIn,
  listing,
} from "../support/detect/fake-recognizers.ts";
import { fc } from "../support/properties.ts";

/** Whole words are the finder's business; here every occurrence counts. */
function allow(...values: string[]): ValueFinder {
  return listing((text) => finding("allow", "LITERAL", 1, ...values).scan(text));
}

describe("allow list", () => {
  const mail = finding("mail", "EMAIL_ADDRESS", 0.95, "help@example.com", "ann@example.com");

  it("leaves an allowed value in clear, and others not", () => {
    const text = "help@example.com ann@example.com";
    expect(foundIn(text, by([mail], { allow: allow("help@example.com") }))).toEqual([
      "EMAIL_ADDRESS ann@example.com",
    ]);
  });

  it("leaves in clear what lies inside an allowed value, not what reaches out of it", () => {
    const text = "write to help@example.com now";
    const wide = allow("to help@example.com", "example.com now");
    expect(foundIn(text, by([mail], { allow: wide }))).toEqual([]);
    const inner = allow("help", "example.com", "write");
    expect(foundIn(text, by([mail], { allow: inner }))).toHaveLength(1);
  });

  it("takes the range that reaches furthest", () => {
    const spans = fake("x", "PERSON", 1, [[4, 9]]);
    const wide = listing(() => [
      { start: 5, end: 7 },
      { start: 0, end: 20 },
      { start: 2, end: 6 },
    ]);
    expect(detect("abcdefghijklmnopqrst", by([spans], { allow: wide }))).toEqual([]);
  });

  it("does not let an allowed name be repeated", () => {
    const person = findingFirst("tagger", "PERSON", 0.9, "Ana Kovač");
    const text = "Ana Kovač met Kovač";
    expect(foundIn(text, by([person], { allow: allow("Ana Kovač") }))).toEqual([]);
  });
});

describe("deny list", () => {
  const project = finding("deny", "SECRET", 1, "Blue Heron");

  it("finds a value nobody else finds, whatever is allowed", () => {
    const text = "Project Blue Heron starts";
    expect(foundIn(text, by([], { deny: project }))).toEqual(["SECRET Blue Heron"]);
    expect(foundIn(text, by([], { deny: project, allow: allow("Blue Heron") }))).toEqual([
      "SECRET Blue Heron",
    ]);
  });

  it("wins ties, yields to a longer finding, and cuts what overlaps", () => {
    const text = "Project Blue Heron starts";
    const same = finding("tagger", "PERSON", 1, "Blue Heron");
    expect(foundIn(text, by([same], { deny: project }))).toEqual(["SECRET Blue Heron"]);
    const longer = finding("tagger", "ORGANIZATION", 0.9, "Project Blue Heron");
    expect(foundIn(text, by([longer], { deny: project }))).toEqual([
      "ORGANIZATION Project Blue Heron",
    ]);
    const across = finding("tagger", "ORGANIZATION", 0.9, "Project Blue");
    expect(foundIn(text, by([across], { deny: project }))).toEqual([
      "ORGANIZATION Project",
      "SECRET Blue Heron",
    ]);
  });

  it("stands inside a longer finding that nobody will see", () => {
    const longer = finding("tagger", "ORGANIZATION", 0.9, "Project Blue Heron");
    const wanted = new Set(["SECRET", "PERSON"]);
    expect(foundIn("Project Blue Heron", by([longer], { deny: project, wanted }))).toEqual([
      "SECRET Blue Heron",
    ]);
  });

  it("cuts nothing where its own type is not wanted", () => {
    const across = finding("tagger", "ORGANIZATION", 0.9, "Project Blue");
    const wanted = new Set(["ORGANIZATION"]);
    expect(foundIn("Project Blue Heron", by([across], { deny: project, wanted }))).toEqual([
      "ORGANIZATION Project Blue",
    ]);
  });

  it("covers every denied character and uncovers none", () => {
    const offsets = fc
      .tuple(fc.nat(20), fc.integer({ min: 1, max: 8 }))
      .map(([start, length]) => [start, start + length] as const);
    fc.assert(
      fc.property(
        fc.array(offsets, { maxLength: 5 }),
        fc.array(offsets, { maxLength: 5 }),
        (a, b) => {
          const text = "abcdefghijklmnopqrstuvwxyz0123";
          const spans = detect(text, by([fake("a", "SECRET", 0.9, a)]));
          const denied = fake("b", "PERSON", 1, b).scan(text);
          const all = withDenied(text, spans, denied, () => true);
          const covered = (at: number, list: readonly { start: number; end: number }[]) =>
            list.some(({ start, end }) => start <= at && at < end);
          let end = 0;
          for (const span of all) {
            expect(span.start).toBeGreaterThanOrEqual(end);
            end = span.end;
          }
          for (let at = 0; at < text.length; at++) {
            if (covered(at, spans)) expect(covered(at, all)).toBe(true);
          }
          for (const value of denied) {
            const isFirst = !denied.some(
              (other) => other !== value && other.start < value.end && value.start < other.end,
            );
            if (isFirst) {
              for (let at = value.start; at < value.end; at++) expect(covered(at, all)).toBe(true);
            }
          }
        },
      ),
    );
  });
});
