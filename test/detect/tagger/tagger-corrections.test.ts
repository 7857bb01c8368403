// How the rules change the tagger's findings. The findings are given, not found: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { correct } from "../../../src/detect/tagger/corrections/corrections.ts";
import { withEdgesAbroad } from "../../../src/detect/tagger/corrections/edges-abroad.ts";
import type { Tagged } from "../../../src/detect/tagger/tags.ts";
import { tokenize } from "../../../src/detect/tagger/tokens.ts";
import { corrected, given, LEXICON, told } from "../../support/detect/given-findings.ts";
import { fc } from "../../support/properties.ts";

const MARGIN = 5;

describe("a name in another language", () => {
  it.each([
    ["[PERSON Bo van der Ploeg. Mijn] broer", ["PERSON Bo van der Ploeg"]],
    ["[PERSON Bo Ploeg. Jan Smit] kwam", ["PERSON Bo Ploeg", "PERSON Jan Smit"]],
    ["de [LOCATION La Plata. Lyon], le 20", ["LOCATION La Plata", "LOCATION Lyon"]],
    [
      "[PERSON Prof. Dr. Bo] und [ORGANIZATION Nederl. Bank]",
      ["PERSON Prof. Dr. Bo", "ORGANIZATION Nederl. Bank"],
    ],
    ["[PERSON बलराम द्विवेदी। पता] मकान", ["PERSON बलराम द्विवेदी।"]],
    ["An: [ORGANIZATION Team\nBetreff]: Urlaub", ["ORGANIZATION Team"]],
    ["[PERSON Bo Ploeg\n\nMoin], ich", ["PERSON Bo Ploeg"]],
    ["[PERSON Hallo Bo], [ORGANIZATION Anschrift]: [PERSON Prénom]: x", ["PERSON Bo"]],
    [
      "[PERSON Anja de Groet], Frau [PERSON Moin Khan] [PERSON Bo Tel]. 1",
      ["PERSON Anja de Groet", "PERSON Moin Khan", "PERSON Bo"],
    ],
    ["dott.[PERSON ssa Bo]; [ADDRESS Tel]. 1; [PERSON Bo]: ja", ["PERSON Bo", "PERSON Bo"]],
  ])("ends where its sentence or line does, without greetings and labels: %s", (marked, names) => {
    const one = given(marked);
    expect(told(one, withEdgesAbroad(one.text, one.tokens, one.found, "west"))).toEqual(names);
  });
});

describe("words that name nobody", () => {
  it.each([
    "[ORGANIZATION Lender] shall notify [PERSON Borrower] of it",
    "between [ORGANIZATION the Company] and [ORGANIZATION Agent and Lenders]",
    "see [PERSON Loan Agreement], [ORGANIZATION Section 3.2], [LOCATION Exhibit B]",
    "[PERSON Plaintiff] and [ORGANIZATION Court on Defendant]",
    "([ORGANIZATION DOB]: 1994-10-28), [ORGANIZATION Vitals]: fine",
    "for [ORGANIZATION Irritable Bowel Syndrome]",
    "a [ORGANIZATION DHCPREQUEST] in [ORGANIZATION Firefox], by [ORGANIZATION PCRE]",
    "[PERSON Dr.] [PERSON Prime Minister]",
    "[PERSON 8.2] [LOCATION ----]",
  ])("%s", (marked) => {
    expect(corrected(marked)).toEqual([]);
  });

  it("leaves names that hold one of them", () => {
    expect(corrected("[ORGANIZATION Silicon Valley Bank] and [PERSON Ann Case]")).toEqual([
      "ORGANIZATION Silicon Valley Bank",
      "PERSON Ann Case",
    ]);
    expect(corrected("at [ADDRESS Court Order 12]")).toEqual(["ADDRESS Court Order 12"]);
    expect(corrected("[PERSON 彦]")).toEqual(["PERSON 彦"]);
  });
});

describe("where a name begins and ends", () => {
  it("cuts the job before an organization", () => {
    expect(corrected("as [ORGANIZATION General Counsel of Umbrella] he")).toEqual([
      "ORGANIZATION General Counsel of Umbrella",
    ]);
    expect(corrected("as [ORGANIZATION Legal Counsel of Umbrella] he")).toEqual([
      "ORGANIZATION Umbrella",
    ]);
    expect(corrected("the [ORGANIZATION Director of the] year")).toEqual([]);
    expect(corrected("the [ORGANIZATION Umbrella of the] year")).toEqual(["ORGANIZATION Umbrella"]);
  });

  it("cuts at an empty line, and at the end of a sentence", () => {
    expect(corrected("[LOCATION New York\n\nSandra Brown]")).toEqual([
      "LOCATION New York",
      "LOCATION Sandra Brown",
    ]);
    expect(corrected("[PERSON Agreement. Ann Lee] signs")).toEqual(["PERSON Ann Lee"]);
    expect(corrected("[ORGANIZATION St. Mary] and [PERSON J. Stone]")).toEqual([
      "ORGANIZATION St. Mary",
      "PERSON J. Stone",
    ]);
  });

  it("drops single letters, and letters with a number, not initials", () => {
    expect(corrected("order [PERSON H-28704], [LOCATION W]-1, [ORGANIZATION A. B. 7]")).toEqual([]);
    expect(corrected("[PERSON J. K. Stone] and [PERSON J. R.]")).toEqual([
      "PERSON J. K. Stone",
      "PERSON J. R.",
    ]);
  });
});

describe("who stands beside a person", () => {
  it("is no part of the name", () => {
    expect(corrected("[PERSON Ann Lee, Plaintiff], v. [ORGANIZATION Plaintiff Bob Ray]")).toEqual([
      "PERSON Ann Lee",
      "PERSON Bob Ray",
    ]);
    expect(
      corrected("Contact [ORGANIZATION Robert at] once. [ORGANIZATION Mr. Rivera] left."),
    ).toEqual(["ORGANIZATION Robert", "PERSON Mr. Rivera"]);
  });
});

describe("words before an organization", () => {
  it("tell it", () => {
    expect(corrected("Risk Analyst at Prestige Worldwide, founder of [LOCATION Hooli]")).toEqual([
      "ORGANIZATION Prestige Worldwide",
      "ORGANIZATION Hooli",
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
        const found: Tagged[] = [];
        let at = 0;
        for (const { skip, length } of pieces) {
          const from = at + skip;
          at = from + length;
          if (at <= tokens.count) found.push({ from, to: at, type: length % 4, margin: 1 });
        }
        let end = 0;
        for (const { from, to } of correct(text.join(" "), tokens, found, MARGIN, LEXICON)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(tokens.count);
      }),
    );
  });
});

describe("names of one text", () => {
  it("finds the short form behind an organization", () => {
    expect(corrected("the [ORGANIZATION Group of Friends] (GF) met")).toEqual([
      "ORGANIZATION Group of Friends",
      "ORGANIZATION GF",
    ]);
    expect(corrected("the [ORGANIZATION Group of Friends] ([PERSON GoF]) met")).toEqual([
      "ORGANIZATION Group of Friends",
      "ORGANIZATION GoF",
    ]);
  });

  it.each([
    "[ORGANIZATION Group of Friends] (NY)",
    "[PERSON Gina Fern] (GF)",
    "[ORGANIZATION Group of Friends] (good)",
    "[ORGANIZATION Group of Friends] (GF and more)",
    "[ORGANIZATION Group of Friends] GF",
  ])("finds none in: %s", (marked) => {
    expect(corrected(marked)).toHaveLength(1);
  });

  it("gives a wording the type with the most behind it", () => {
    expect(
      corrected(
        "[PERSON Budjana] and [ORGANIZATION Budjana] met [PERSON Budjana]; [LOCATION Rome]",
      ),
    ).toEqual(["PERSON Budjana", "PERSON Budjana", "PERSON Budjana", "LOCATION Rome"]);
    expect(
      corrected("[PERSON Ann Lopez] came. [PERSON Lopez] sat. [ORGANIZATION Lopez] spoke."),
    ).toEqual(["PERSON Ann Lopez", "PERSON Lopez", "PERSON Lopez"]);
  });
});

describe("persons whose names are words of contracts and courts", () => {
  it.each([
    "Dear [PERSON Ms. Bond],",
    "From: [PERSON J. Bond] <x@y.com>",
    "Contact: [PERSON A. B. Grant]",
    "Name: [PERSON Will Grant]",
    "My son [PERSON Grant] is 12.",
    "[PERSON Plaintiff Grant] said",
    "[PERSON Ms. A. B.] will come",
    "[PERSON Mr. O'Grant] left",
  ])("stay: %s", (text) => {
    expect(corrected(text)).toHaveLength(1);
    expect(corrected(text)[0]).toMatch(/^PERSON .*(?:Bond|Grant|B\.)$/);
  });

  it("are told by the title before them", () => {
    expect(corrected("Dr. Power saw Mrs Bishop and Prof. A. Law today")).toEqual([
      "PERSON Power",
      "PERSON Bishop",
      "PERSON A. Law",
    ]);
    expect(corrected("[ORGANIZATION Mr Law and Mrs Law] live there")).toEqual([
      "PERSON Law",
      "PERSON Law",
    ]);
    expect(corrected("at 12 Main Dr Springfield, the dr Who, Mr. and Mrs. [PERSON Lee]")).toEqual([
      "PERSON Lee",
    ]);
  });

  it("do not become places that are called like them", () => {
    const text =
      "[PERSON Ann Hilton] in [LOCATION Ann]. [LOCATION Ann Hilton] of [LOCATION Ann Hilton]";
    expect(corrected(text)[0]).toBe("PERSON Ann Hilton");
  });
});

it("an account name is no organization", () => {
  expect(corrected("RT @TriAngleRecords News, @AcmeUnion Trust")).toEqual([]);
});
