// Names in lists, and the text after a name. The findings are given: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { withWholeEdges } from "../../../src/detect/tagger/corrections/name-edges.ts";
import { withoutVerbs } from "../../../src/detect/tagger/corrections/name-verbs.ts";
import { hashOfWord } from "../../../src/detect/tagger/corrections/role-words.ts";
import { corrected, given, readBy, told } from "../../support/detect/given-findings.ts";

const NAMES = new Set(["prince", "anna", "john", "smith", "lee", "nurse", "sales"].map(hashOfWord));
const KNOWN = new Set(
  ["the", "chair", "front", "end", "people", "discharged", "complies", "with"].map(hashOfWord),
);
/** Takes these words for names, and knows a few others. */
const LEXICON = {
  find: (word: number) => (NAMES.has(word) || KNOWN.has(word) ? 1 : -1),
  isGivenName: (word: number) => NAMES.has(word),
  isName: (word: number) => NAMES.has(word),
  isOtherName: () => false,
  nameShare: () => 1,
};

describe("names one behind the other", () => {
  it("are found apart", () => {
    expect(corrected("[PERSON Ann Lee, Bo Carr and Eva Holm] met")).toEqual([
      "PERSON Ann Lee",
      "PERSON Bo Carr",
      "PERSON Eva Holm",
    ]);
    expect(corrected("[PERSON Lee, Ann], [PERSON Ann Lee, Jr.]")).toEqual([
      "PERSON Lee, Ann",
      "PERSON Ann Lee, Jr.",
    ]);
  });

  it("have the type of most of them", () => {
    expect(corrected("[PERSON Ann Lee], [ORGANIZATION Bo Carr] and [PERSON Eva Holm]")).toEqual([
      "PERSON Ann Lee",
      "PERSON Bo Carr",
      "PERSON Eva Holm",
    ]);
    expect(corrected("[LOCATION Oslo], [LOCATION Bergen], and [PERSON Molde]")[2]).toBe(
      "LOCATION Molde",
    );
    expect(corrected("[ORGANIZATION Apple], [ORGANIZATION Google] and [PERSON Tim Cook]")[2]).toBe(
      "PERSON Tim Cook",
    );
    expect(corrected("[PERSON Ann Lee], [LOCATION Oslo]")).toEqual([
      "PERSON Ann Lee",
      "LOCATION Oslo",
    ]);
    expect(corrected("[PERSON Ann Lee]\n[ORGANIZATION Bo Carr]\n[PERSON Eva Holm]")[1]).toBe(
      "ORGANIZATION Bo Carr",
    );
  });
});

describe("what stands behind a name", () => {
  const whole = (marked: string) => {
    const one = given(marked);
    const read = readBy(one, LEXICON);
    return told(one, withoutVerbs(read, withWholeEdges(read, one.found)));
  };

  it.each([
    ["[PERSON Anna discharged].", ["PERSON Anna"]],
    ["[ORGANIZATION Bank complies with]", ["ORGANIZATION Bank"]],
    ["will you [PERSON grace us], will [PERSON anna] come", ["PERSON anna"]],
    ["thank you [PERSON anna]", ["PERSON anna"]],
    ["[PERSON Anna van front]", ["PERSON Anna van front"]],
    ["[PERSON Anna smith], [PERSON anna holm]", ["PERSON Anna smith", "PERSON anna holm"]],
    [
      "[ORGANIZATION Labour party], [LOCATION Tornio valley]",
      ["ORGANIZATION Labour party", "LOCATION Tornio valley"],
    ],
    ["on [ORGANIZATION Levothyroxine 50]mcg, [PERSON Albuterol] 90 mcg", []],
    [
      "[PERSON Anna kowalska], [ORGANIZATION Goldman smith]",
      ["PERSON Anna kowalska", "ORGANIZATION Goldman smith"],
    ],
    ["gave [PERSON Anna] 5 mg and [PERSON Mrs. Zbik] 10 ml", ["PERSON Anna", "PERSON Mrs. Zbik"]],
    ["[ORGANIZATION Acme 50] shares", ["ORGANIZATION Acme 50"]],
  ])("%s", (marked, names) => {
    expect(whole(marked)).toEqual(names);
  });

  it("is no abbreviation", () => {
    expect(corrected("[PERSON Anna Holm  MRN]: 12")).toEqual(["PERSON Anna Holm"]);
  });
});
