// The type that a name's own words indicate. The findings are given: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { withWholeEdges } from "../../../src/detect/tagger/corrections/name-edges.ts";
import { withOwnTypes } from "../../../src/detect/tagger/corrections/name-types.ts";
import { hashOfWord } from "../../../src/detect/tagger/corrections/role-words.ts";
import { corrected, given, readBy, told } from "../../support/detect/given-findings.ts";

const hashes = (words: string) => new Set(words.split(" ").map(hashOfWord));
const GIVEN = hashes("dorothy jennifer betty john lincoln rose jojo");
const FAMILY = hashes("martin young smith murray buchanan center hill hall corp");
const PLACES = hashes("lincoln martin center");
const RARE = hashes("rose center");
const LEXICON = {
  find: () => 1,
  isGivenName: (word: number) => GIVEN.has(word),
  isName: (word: number) => GIVEN.has(word) || FAMILY.has(word),
  isOtherName: (word: number) => PLACES.has(word),
  nameShare: (word: number) => (RARE.has(word) ? 0.1 : 0.9),
};
const typed = (marked: string) => {
  const one = given(marked);
  return told(one, withOwnTypes(readBy(one, LEXICON), one.found));
};

describe("a name of listed names", () => {
  it.each([
    ["[ORGANIZATION Dorothy] discharged", "PERSON Dorothy"],
    ["Signed [LOCATION Jennifer Martin]", "PERSON Jennifer Martin"],
    ["Seen: [LOCATION Betty C.] today", "PERSON Betty C."],
    ["[ORGANIZATION Smith] resigned", "PERSON Smith"],
    ["[ORGANIZATION Lincoln] spoke", "PERSON Lincoln"],
  ])("is a person's: %s", (marked, name) => expect(typed(marked)).toEqual([name]));

  it.each([
    ["in [LOCATION Lincoln]", "LOCATION Lincoln"],
    ["the [ORGANIZATION Rose] company", "ORGANIZATION Rose"],
    ["at [LOCATION Betty Center]", "LOCATION Betty Center"],
    ["[ORGANIZATION John Oak Bank]", "ORGANIZATION John Oak Bank"],
    ["[ORGANIZATION JOHN SMITH]", "ORGANIZATION JOHN SMITH"],
    ["to [ADDRESS Dorothy]", "ADDRESS Dorothy"],
  ])("is not where it may be another: %s", (marked, name) => expect(typed(marked)).toEqual([name]));
});

describe("what is taken for a person", () => {
  it.each([
    ["whether [PERSON TextCorp]'s actions", "ORGANIZATION TextCorp"],
    ["whether [PERSON JohnCorp] has", "ORGANIZATION JohnCorp"],
    ["at the [PERSON John Murray Library]", "LOCATION John Murray Library"],
    ["the [PERSON Hindu Mahasabha]", "ORGANIZATION Hindu Mahasabha"],
  ])("is none: %s", (marked, name) => expect(typed(marked)).toEqual([name]));

  it.each([
    "PERSON McMurray",
    "PERSON DeVito",
    "PERSON JohnSmith",
    "PERSON MurrayBuchanan",
    "PERSON library",
    "PERSON Betty Hall",
    "PERSON Mary Ann Hall",
    "PERSON Zyxo J. Hall",
    "PERSON Mr Hall",
  ])("stays one: %s", (name) => expect(typed(`about [${name}] there`)).toEqual([name]));

  it("stays one with a listed name behind an article", () => {
    expect(typed("the [PERSON John Mahasabha] I met")).toEqual(["PERSON John Mahasabha"]);
  });
});

describe("an organization that words tell", () => {
  it.each([
    "as Medical Director of [PERSON Zyxo Wuvex], he",
    "the VP of Engineering of [PERSON Zyxo Wuvex], he",
    "a Project Manager of [PERSON Zyxo Wuvex] said",
  ])("is one where nobody is called that: %s", (marked) =>
    expect(corrected(marked)).toEqual(["ORGANIZATION Zyxo Wuvex"]),
  );

  it("is one in all of a text", () => {
    expect(
      corrected("[ORGANIZATION Zyxo] fell. [PERSON Zyxo] rose. [ORGANIZATION Zyxo] paid."),
    ).toEqual(["ORGANIZATION Zyxo", "ORGANIZATION Zyxo", "ORGANIZATION Zyxo"]);
  });

  it("is none where a film has a director", () => {
    expect(corrected("the director of [PERSON Zyxo Wuvex] said")).toEqual(["PERSON Zyxo Wuvex"]);
  });
});

describe("a number behind a name", () => {
  it.each([
    ["call [ORGANIZATION Zyxo at +1] (281)", "ORGANIZATION Zyxo"],
    ["at [ORGANIZATION Studio 54]", "ORGANIZATION Studio 54"],
  ])("belongs to it or not: %s", (marked, name) => expect(corrected(marked)).toEqual([name]));
});

describe("a laugh or a sigh", () => {
  const whole = (marked: string) => {
    const one = given(marked);
    return told(one, withWholeEdges(readBy(one, LEXICON), one.found));
  };

  it.each(["Hahaha", "Awww", "ZZZZZ", "hehehehe", "Loooool"])("is nobody: %s", (sound) =>
    expect(whole(`so [PERSON ${sound}] and`)).toEqual([]),
  );

  it.each(["PERSON Hana", "PERSON Jojo", "ORGANIZATION AAAA", "PERSON Ahava", "PERSON Henry III"])(
    "is not: %s",
    (name) => expect(whole(`so [${name}] and`)).toEqual([name]),
  );
});
