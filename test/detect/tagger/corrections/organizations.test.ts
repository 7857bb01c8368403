// How the rules find organizations: by words before their names and in them, and among known ones. The findings are given,
// not found: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { correct } from "../../../../src/detect/tagger/corrections/corrections.ts";
import type { Tagged } from "../../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../../src/detect/tagger/tokens.ts";
import { corrected, LEXICON } from "../../../support/detect/given-findings.ts";
import { fc } from "../../../support/properties.ts";

const MARGIN = 5;

describe("words before an organization", () => {
  it("tell it", () => {
    expect(corrected("Risk Analyst at Prestige Worldwide, founder of [LOCATION Hooli]")).toEqual([
      "ORGANIZATION Prestige Worldwide",
      "ORGANIZATION Hooli",
    ]);
    expect(corrected("as Project Manager of [PERSON Ann Blunt], he")).toEqual([
      "ORGANIZATION Ann Blunt",
    ]);
    // An employer may be a person: no finding of one gives way.
    expect(corrected("an employee of [PERSON Ann Blunt]")).toEqual(["PERSON Ann Blunt"]);
    expect(corrected("Employer: Hooli\nCompany: Stark Labs")).toEqual([
      "ORGANIZATION Hooli",
      "ORGANIZATION Stark Labs",
    ]);
  });

  it.each([
    "Manager of Engineering",
    "Analyst at the Bank",
    "Minister of Finance",
    "founder of modern art",
    "Company : None",
    "at Rome",
    "Employer: Borrower",
  ])("tell nothing in: %s", (text) => {
    expect(corrected(text)).toEqual([]);
  });
});

describe("words that tell an organization", () => {
  it("makes one of the capitalized words before them", () => {
    expect(corrected("He joined the Italian Republican Party in 1990.")).toEqual([
      "ORGANIZATION Italian Republican Party",
    ]);
    expect(corrected("the Serbian People's Party")).toEqual([
      "ORGANIZATION Serbian People's Party",
    ]);
    expect(
      corrected("the [PERSON Claws Clinic], Paws & Claws Clinic, John M. Olin Foundation"),
    ).toEqual([
      "ORGANIZATION Claws Clinic",
      "ORGANIZATION Paws & Claws Clinic",
      "ORGANIZATION John M. Olin Foundation",
    ]);
    expect(corrected("In London's Labour Party")).toEqual(["ORGANIZATION Labour Party"]);
    expect(corrected("sued Quill & Co, Fable Works, Inc. and others")).toEqual([]);
    expect(corrected("sued Fable Industries, Inc. and others")).toEqual([
      "ORGANIZATION Fable Industries, Inc.",
    ]);
    expect(corrected("sued Fable Industries LLC and others")).toEqual([
      "ORGANIZATION Fable Industries LLC",
    ]);
    expect(corrected("sued Fable Industries and Quill Inc.")).toEqual([
      "ORGANIZATION Fable Industries",
      "ORGANIZATION Quill Inc",
    ]);
  });

  it("takes in the finding of another type", () => {
    expect(corrected("[PERSON Dana Farber] Institute")).toEqual([
      "ORGANIZATION Dana Farber Institute",
    ]);
    expect(corrected("[LOCATION Atlantic] [PERSON Data] Systems")).toEqual([
      "ORGANIZATION Atlantic Data Systems",
    ]);
    expect(corrected("[PERSON Tyrell Corporation] and [PERSON Ann Lee]")).toEqual([
      "ORGANIZATION Tyrell Corporation",
      "PERSON Ann Lee",
    ]);
    expect(corrected("the Labour Party Committee met")).toEqual([
      "ORGANIZATION Labour Party Committee",
    ]);
  });

  it.each([
    ["the [ORGANIZATION Liberal Party] of [LOCATION Canada] won", "Liberal Party of Canada"],
    ["at the University of [LOCATION Leeds], and", "University of Leeds"],
    ["the Council on Foreign Relations met", "Council on Foreign Relations"],
    [
      "[ORGANIZATION Academy of Sciences] of the Republic of Korea.",
      "Academy of Sciences of the Republic of Korea",
    ],
  ])("goes on with what it is of: %s", (marked, name) => {
    expect(corrected(marked)).toEqual([`ORGANIZATION ${name}`]);
  });

  it.each([
    "the Board of Directors of it",
    "a University of the north",
    "the Office of the Borrower",
    "[ORGANIZATION Department of General Surgery], [ORGANIZATION Department of Neurology]",
    "[ORGANIZATION Insurance]: none",
  ])("is nobody's in: %s", (marked) => {
    expect(corrected(marked)).toEqual([]);
  });

  it("leaves findings that reach further", () => {
    expect(corrected("[ORGANIZATION Communist Party of Nepal]")).toEqual([
      "ORGANIZATION Communist Party of Nepal",
    ]);
    expect(corrected("[ADDRESS 12 Trade Union Street]")).toEqual(["ADDRESS 12 Trade Union Street"]);
  });

  it.each([
    "a Third Party may",
    "the Disclosing Party shall",
    "in the Soviet Union then",
    "THE WHOLE OF THE UNITED PARTY",
    "Party of one",
    "went to a party\nLabour\nParty",
  ])("finds none in: %s", (text) => {
    expect(corrected(text)).toEqual([]);
  });

  it("finds known names, the longest at a place", () => {
    expect(corrected("from the New York Times to Reuters, and the FBI.")).toEqual([
      "ORGANIZATION New York Times",
      "ORGANIZATION Reuters",
      "ORGANIZATION FBI",
    ]);
    expect(corrected("[PERSON Bear Stearns] and [LOCATION Tottenham]")).toEqual([
      "ORGANIZATION Bear Stearns",
      "ORGANIZATION Tottenham",
    ]);
    expect(corrected("[PERSON Bob Reuters]")).toEqual(["PERSON Bob Reuters"]);
  });

  it("loses no finding to a name that it cannot add", () => {
    expect(corrected("the Procter and Gamble Party")).toEqual(["ORGANIZATION Procter and Gamble"]);
  });

  it.each([
    "@Reuters #FBI reuters.com/Reuters _Reuters",
    "a nike of cia, Cia and Fbi",
    "New York\nTimes",
  ])("finds no known name in: %s", (text) => {
    expect(corrected(text)).toEqual([]);
  });

  it("leaves the person and the day for whom and when it is", () => {
    expect(corrected("booked Oakwood School for [PERSON Emma Jones] on Monday")).toEqual([
      "ORGANIZATION Oakwood School",
      "PERSON Emma Jones",
    ]);
    expect(corrected("a Trust for [PERSON Emma Jones]")).toEqual(["PERSON Emma Jones"]);
    expect(corrected("at the Oakwood School for Monday")).toEqual(["ORGANIZATION Oakwood School"]);
  });

  it("gives findings by place and without overlap, whatever it is given", () => {
    const words = [
      "Labour",
      "Party",
      ".",
      ",",
      "of",
      "for",
      "v",
      "and",
      "Court",
      "Lender",
      "Ann",
      "\n\n",
      "123",
    ];
    const cuts = fc.array(fc.record({ skip: fc.nat(3), length: fc.integer({ min: 1, max: 4 }) }));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words)), cuts, (text, pieces) => {
        const tokens = tokenize(text.join(" "));
        const read = { ...tokens, text: text.join(" "), lexicon: LEXICON };
        const found: Tagged[] = [];
        let at = 0;
        for (const { skip, length } of pieces) {
          const from = at + skip;
          at = from + length;
          if (at <= tokens.count) found.push({ from, to: at, type: length % 4, margin: 1 });
        }
        let end = 0;
        for (const { from, to } of correct(read, found, MARGIN)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(tokens.count);
      }),
    );
  });
});

it("an account name is no organization", () => {
  expect(corrected("RT @TriAngleRecords News, @AcmeUnion Trust")).toEqual([]);
});
