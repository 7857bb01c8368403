// How the rules change the tagger's findings. The findings are given, not found: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { withEdgesAbroad } from "../../../../src/detect/tagger/corrections/edges-abroad.ts";
import {
  raiseNames,
  withKnownNames,
} from "../../../../src/detect/tagger/corrections/known-names.ts";
import { corrected, given, LEXICON, readBy, told } from "../../../support/detect/given-findings.ts";

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
      "[PERSON Freundliche Grüsse], [PERSON Öptüm], [PERSON Bises Bo]. [PERSON Kära Åsa]",
      ["PERSON Öptüm", "PERSON Bo", "PERSON Åsa"],
    ],
    [
      "[PERSON Anja de Groet], Frau [PERSON Moin Khan] [PERSON Bo Tel]. 1",
      ["PERSON Anja de Groet", "PERSON Moin Khan", "PERSON Bo"],
    ],
    ["dott.[PERSON ssa Bo]; [ADDRESS Tel]. 1; [PERSON Bo]: ja", ["PERSON Bo", "PERSON Bo"]],
    ["de [ORGANIZATION PDF], [ORGANIZATION DPA], [PERSON Pdf]", ["ORGANIZATION DPA", "PERSON Pdf"]],
    ["[PERSON Linux] e [LOCATION Bluetooth], [PERSON Linux Ek]", ["PERSON Linux Ek"]],
    ["Fecha de [LOCATION Ingreso]: 1, [PERSON Remitido] por, [PERSON Aufnahme]: 1", []],
    ["[PERSON Matrícula] 1234 BCD, [LOCATION Aufnahme] 12, [PERSON Bo] 12", ["PERSON Bo"]],
    ["[PERSON Fecha de Ingreso]: 1. [ORGANIZATION Correo Postal]: ja", []],
    ["[PERSON Bo de Ingreso]: 1, [PERSON Fecha Bo]: ja", ["PERSON Bo de Ingreso", "PERSON Bo"]],
    ["[PERSON amici di Bo di] ieri, [LOCATION l'Impero]", ["PERSON di Bo", "LOCATION Impero"]],
    [
      "[LOCATION Förenta staterna] [ORGANIZATION Banca di] [ADDRESS via di]",
      ["LOCATION Förenta staterna", "ORGANIZATION Banca", "ADDRESS via di"],
    ],
    [
      "[ORGANIZATION amici di] [LOCATION casa], [ORGANIZATION dtv] [PERSON bo ploeg]",
      ["ORGANIZATION dtv", "PERSON bo ploeg"],
    ],
  ])("ends where its sentence or line does, without greetings and labels: %s", (marked, names) => {
    const one = given(marked);
    expect(told(one, withEdgesAbroad(one.text, one.tokens, one.found, "west", LEXICON))).toEqual(
      names,
    );
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

describe("a name that nothing else can be", () => {
  it.each([
    ["here's Tihomila's address, Fecha's address, Tihomila's novel", "Tihomila"],
    ["Ciset lives here, Fecha lives here, that Zorblax lives", "Ciset"],
  ])("is found in: %s", (text, expected) => {
    const one = given(text);
    const names = told(one, withKnownNames(readBy(one, LEXICON), []));
    expect(names).toEqual(expected.split("|").map((name) => `PERSON ${name}`));
  });

  it.each([
    ["ask tim kovarik now, ask fecha kovarik, tim x", "tim|kovarik|tim"],
    ["saw dr. hurst, mr zorbel, dr fecha", "hurst|zorbel"],
  ])("counts as capitalized in: %s", (text, expected) => {
    const tokens = readBy(given(text), { ...LEXICON, nameShare: () => 0.3 });
    const before = tokens.shape.slice();
    raiseNames(tokens);
    const raised = [...before.keys()].filter((i) => tokens.shape[i] !== before[i]);
    const words = raised.map((i) => text.slice(tokens.start[i], tokens.end[i]));
    expect(words).toEqual(expected.split("|"));
  });
});
