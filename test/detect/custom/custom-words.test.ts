// Words of a list: compared with a naive search on small alphabets, and at word edges.

import { describe, expect, it } from "vitest";
import { runToEnd } from "../../../src/core/steps.ts";
import { allowFinder, denyRecognizer } from "../../../src/detect/custom/custom-entity.ts";
import { foldText, foldUnit, wordFinder } from "../../../src/detect/custom/word-finder.ts";
import { cases, fc } from "../../support/properties.ts";

const WORD = /[\p{L}\p{M}\p{N}]/u;

/** Whether the characters on either side of `at` are both parts of a word. */
function isInsideWord(text: string, at: number): boolean {
  const before = Array.from(text.slice(0, at)).at(-1) ?? "";
  const behind = Array.from(text.slice(at))[0] ?? "";
  return WORD.test(before) && WORD.test(behind);
}

function naiveFind(text: string, entries: readonly string[]) {
  const found: { start: number; end: number; entry: number }[] = [];
  let at = 0;
  while (at < text.length) {
    const here = entries
      .map((value, entry) => ({ start: at, end: at + value.length, entry, value }))
      .filter(
        ({ value, end }) => value !== "" && text.startsWith(value, at) && !isInsideWord(text, end),
      )
      .filter(() => !isInsideWord(text, at))
      .sort((a, b) => b.end - a.end || a.entry - b.entry)[0];
    if (here) found.push({ start: here.start, end: here.end, entry: here.entry });
    at = here?.end ?? at + 1;
  }
  return found;
}

function find(text: string, entries: readonly string[], matchCase = true): string[] {
  return runToEnd(wordFinder(entries, { matchCase }).steps(text)).map(({ start, end }) =>
    text.slice(start, end),
  );
}

describe("words of a list", () => {
  it("are what a naive search finds", () => {
    const letters = fc.constantFrom("a", "b", "-", " ", "é", "\u0301", "1", "😀", "𐐀");
    const words = fc.string({ unit: letters, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 40 }),
        fc.array(words, { maxLength: 12 }),
        (text, entries) => {
          expect(runToEnd(wordFinder(entries, { matchCase: true }).steps(text))).toEqual(
            naiveFind(text, entries),
          );
        },
      ),
      { numRuns: cases(1_500) },
    );
  });

  it("are found whatever their letter case, in folded text as in folded entries", () => {
    const letters = fc.constantFrom("a", "A", "é", "É", "σ", "ς", "Σ", "ß", "İ", "i", " ", ".");
    fc.assert(
      fc.property(
        fc.string({ unit: letters, maxLength: 30 }),
        fc.array(fc.string({ unit: letters, maxLength: 4 }), { maxLength: 8 }),
        (text, entries) => {
          expect(runToEnd(wordFinder(entries, { matchCase: false }).steps(text))).toEqual(
            naiveFind(foldText(text), entries.map(foldText)),
          );
        },
      ),
      { numRuns: cases(1_500) },
    );
  });

  it("end where letters, marks and numbers of any script do", () => {
    expect(find("Ann, Anna, ann; Ann’s Ann_ Ann1 Ann\u0301 Annж жAnn", ["Ann"])).toEqual([
      "Ann",
      "Ann",
      "Ann",
    ]);
    expect(find("北京市 北京 x𐐀 x", ["北京", "x"])).toEqual(["北京", "x"]);
  });

  it("have any neighbour where their own edge is no letter or digit", () => {
    expect(find("C++11, C++, aC++", ["C++"])).toEqual(["C++", "C++"]);
    expect(find("a#b #b", ["#b"])).toEqual(["#b", "#b"]);
    expect(find("x😀y", ["😀"])).toEqual(["😀"]);
  });

  it("are the longest that stand at a place, even when a longer one only begins there", () => {
    const entries = ["New", "New York", "New York City Hall"];
    expect(find("New York City, New Yorkers", entries)).toEqual(["New York", "New"]);
  });

  it("name the first of equal entries, and pass over empty ones", () => {
    const finder = wordFinder(["", "b", "a", "A", "a"], { matchCase: false });
    expect(runToEnd(finder.steps("A b"))).toEqual([
      { start: 0, end: 1, entry: 2 },
      { start: 2, end: 3, entry: 1 },
    ]);
    expect(runToEnd(wordFinder([""], { matchCase: true }).steps("a b"))).toEqual([]);
    expect(runToEnd(wordFinder([], { matchCase: true }).steps("a b"))).toEqual([]);
  });

  it("keep their offsets in text whose letters change length with their case", () => {
    expect(
      find("İß straSSe STRASSE Σίσυφος ΣΊΣΥΦΟΣ", ["straße", "strasse", "σίσυφος"], false),
    ).toEqual(["straSSe", "STRASSE", "Σίσυφος", "ΣΊΣΥΦΟΣ"]);
    expect(find("İzmir izmir ızmir", ["izmir"], false)).toEqual(["izmir"]);
  });
});

describe("folding", () => {
  it("makes equal what the built-in engine finds equal without letter case, and nothing else", () => {
    const groups = new Map<number, string>();
    for (let unit = 0; unit < 0x10000; unit++) {
      if (unit >= 0xd800 && unit <= 0xdfff) continue;
      const folded = foldUnit(unit);
      if (folded !== unit) {
        groups.set(folded, (groups.get(folded) ?? "") + String.fromCharCode(unit));
      }
    }
    expect(groups.size).toBeGreaterThan(1_000);
    for (const [folded, units] of groups) {
      // The flags i and u together compare by CaseFolding.txt, C and S.
      const same = new RegExp(`^[\\u{${folded.toString(16)}}]+$`, "iu");
      expect(same.test(units), `U+${folded.toString(16)} ${units}`).toBe(true);
    }
  });

  it("leaves out none of the cases that such a letter has", () => {
    for (let unit = 0; unit < 0x10000; unit++) {
      if (unit >= 0xd800 && unit <= 0xdfff) continue;
      const letter = String.fromCharCode(unit);
      for (const other of [letter.toLowerCase(), letter.toUpperCase()]) {
        if (other === letter || other.length !== 1) continue;
        const isSame = new RegExp(`^\\u{${unit.toString(16)}}$`, "iu").test(other);
        expect(foldText(letter) === foldText(other), `${letter} ${other}`).toBe(isSame);
      }
    }
  });
});

describe("the lists of a policy", () => {
  it("deny: values are found as what they are listed as", () => {
    const deny = [
      { value: "Project Falcon", entity: "ORGANIZATION" },
      { value: "K-9", entity: "PET" },
    ];
    const recognizer = denyRecognizer(deny);
    expect(recognizer?.entityTypes).toEqual(["ORGANIZATION", "PET"]);
    const found = recognizer?.scan("K-9 of Project Falcon, project falcon, K-99");
    expect(found?.map((s) => [s.start, s.end, s.entityType, s.score, s.recognizer])).toEqual([
      [0, 3, "PET", 1, "deny-list"],
      [7, 21, "ORGANIZATION", 1, "deny-list"],
    ]);
    expect(denyRecognizer([])).toBeNull();
  });

  it("allow: values are found with their letter case", () => {
    const finder = allowFinder(["Apple"]);
    expect(finder && runToEnd(finder.steps("Apple apple Apples"))).toEqual([
      { start: 0, end: 5, entry: 0 },
    ]);
    expect(allowFinder([])).toBeNull();
  });
});
