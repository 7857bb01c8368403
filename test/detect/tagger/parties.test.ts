// Courts, and the parties of a case. The findings are given: [TYPE name] in the text.

import { describe, expect, it } from "vitest";
import { corrected } from "../../support/detect/given-findings.ts";

describe("a court", () => {
  it.each([
    "United States Court of Appeals for the Ninth Circuit",
    "United States District Court for the Southern District of New York",
    "Superior Court of California, County of Los Angeles",
    "SUPREME COURT OF THE STATE OF NEW YORK, COUNTY OF KINGS",
    "Supreme Court of the United Kingdom",
    "Court of Appeal",
    "High Court",
    "Employment Tribunal",
  ])("is one organization: %s", (name) => {
    expect(corrected(`before the ${name} on Monday`)).toEqual([`ORGANIZATION ${name}`]);
  });

  it("takes in what was found of it", () => {
    expect(
      corrected(
        "[ORGANIZATION the Superior Court of California], [LOCATION County] of [LOCATION Kern].",
      ),
    ).toEqual(["ORGANIZATION the Superior Court of California, County of Kern"]);
    expect(corrected("[PERSON Ann High] Court of Appeals")).toEqual([
      "ORGANIZATION Ann High Court of Appeals",
    ]);
    expect(corrected("[ADDRESS 12 High Court Lane]")).toEqual(["ADDRESS 12 High Court Lane"]);
  });

  it.each([
    "the Court finds",
    "COURT ORDER",
    "THE COURT",
    "a court of law",
    "Order of the Court",
    "Clerk of Court",
    "We ate at the Food Court",
    "on the Tennis Court",
  ])("is not named in: %s", (text) => expect(corrected(text)).toEqual([]));
});

it("that has a given name is a person", () => {
  expect(corrected("[PERSON Ann Court] left")).toEqual(["PERSON Ann Court"]);
  expect(corrected("Ann Court left")).toEqual(["PERSON Ann Court"]);
  expect(corrected("the Ann Courts")).toEqual(["PERSON Ann Courts"]);
  expect(corrected("Dr. [PERSON Tim Court]")).toEqual(["PERSON Tim Court"]);
  expect(corrected("The case went to Ann Court of Appeal")).toEqual([
    "ORGANIZATION Ann Court of Appeal",
  ]);
});

describe("a party", () => {
  it.each([
    [
      "The State of [LOCATION New York] v. [PERSON Ann Lee]",
      ["ORGANIZATION State of New York", "PERSON Ann Lee"],
    ],
    [
      "[PERSON Ann Lee] v. Commonwealth of [LOCATION Virginia], 12",
      ["PERSON Ann Lee", "ORGANIZATION Commonwealth of Virginia"],
    ],
    ["in Miller v. Harlow Freight, the", ["PERSON Miller", "ORGANIZATION Harlow Freight"]],
    [
      "[ORGANIZATION Brown v. Board of Education] of",
      ["ORGANIZATION Brown", "ORGANIZATION Board of Education"],
    ],
    ["People v. Anders", ["PERSON Anders"]],
    ["[PERSON Ann Lee], Plaintiff,\n  v.\nHarlow", ["PERSON Ann Lee"]],
    [
      "[LOCATION Turkey] vs. the [LOCATION United Kingdom]",
      ["LOCATION Turkey", "LOCATION United Kingdom"],
    ],
  ])("%s", (marked, names) => {
    expect(corrected(marked)).toEqual(names);
  });

  it.each([
    "see v. 2 of it",
    "iPhone vs. Android",
    "A v. B",
    "Henry V. Smith",
    "the Borrower v. the Lender",
    "v. ",
    "Ann v.",
    "SELECT v.id FROM Cars v WHERE v.owner = 3",
  ])("is not named in: %s", (text) => expect(corrected(text)).toEqual([]));
});
