// Numbers of countries: published examples, errors that their check digits detect, and which need no label.

import { describe, expect, it } from "vitest";
import {
  labelledIdentifiers,
  unlabelledIdentifiers,
} from "../../../../../src/detect/recognizer-list.ts";
import { labelledFormsOf } from "../../../../../src/detect/recognizers/identity/countries/countries.ts";
import type { Kind } from "../../../../../src/detect/recognizers/identity/countries/country.ts";
import { compare } from "../../../../support/detect/marked.ts";
import { valuesIn } from "../../../../support/detect/typed.ts";
import { EXAMPLES } from "./examples.ts";

const KINDS: readonly Kind[] = ["national", "tax", "patient", "insurance"];

/** Whether a form with a check, and this reason, takes the whole of `written`. */
function passes(kind: Kind, shown: string, written: string): boolean {
  return labelledFormsOf(kind).some(({ pattern, check, reason }) => {
    pattern.lastIndex = 0;
    return (
      check !== undefined &&
      reason === `label and ${shown}` &&
      pattern.exec(written)?.[0] === written &&
      check(written.replace(/[^A-Za-z0-9]/g, "").toUpperCase())
    );
  });
}

/** `written` with each digit changed to each other one. */
function changed(written: string): string[] {
  return Array.from(written).flatMap((char, i) =>
    /\d/.test(char)
      ? Array.from({ length: 9 }, (_, n) => {
          const digit = String((Number(char) + n + 1) % 10);
          return written.slice(0, i) + digit + written.slice(i + 1);
        })
      : [],
  );
}

/** `written` with digits next to each other swapped. */
function swapped(written: string): string[] {
  return Array.from(written).flatMap((char, i) => {
    const next = written.charAt(i + 1);
    const isPair = /^\d\d$/.test(char + next) && char !== next;
    return isPair ? [written.slice(0, i) + next + char + written.slice(i + 2)] : [];
  });
}

describe("every check", () => {
  it("has an example", () => {
    const known = EXAMPLES.map(({ kind, shown }) => `${kind}: label and ${shown}`);
    const checks = KINDS.flatMap((kind) =>
      labelledFormsOf(kind).flatMap(({ check, reason }) => (check ? [`${kind}: ${reason}`] : [])),
    );
    expect(checks.filter((check) => !known.includes(check))).toEqual([]);
  });
});

describe.each(EXAMPLES)("$shown: $written", ({ kind, shown, written, ...missed }) => {
  it(`takes ${written}`, () => {
    expect(passes(kind, shown, written)).toBe(true);
  });

  it("finds another digit", () => {
    const found = changed(written).filter((other) => passes(kind, shown, other));
    expect(found).toHaveLength(missed.changed);
  });

  it("finds swapped digits", () => {
    const found = swapped(written).filter((other) => passes(kind, shown, other));
    expect(found).toHaveLength(missed.swapped);
  });
});

describe("behind a label", () => {
  it.each([
    ["NATIONAL_ID", "T.C. Kimlik No: «17291716060», TC kimlik numarası «17291716060»"],
    ["NATIONAL_ID", "Rentenversicherungsnummer: «15 070649 C 103», RVNR «15070649C103»"],
    ["NATIONAL_ID", "numéro de carte Vitale : «2 55 08 14 168 025 38»"],
    ["NATIONAL_ID", "Samordningsnummer: «701063-2391», dowód osobisty nr «ABA300000»"],
    ["NATIONAL_ID", "My Number: «6214 9832 0257», NRIC «S1234567D», RRN: «971013-9019902»"],
    ["NATIONAL_ID", "Resident identity card: «360426199101010071», SA ID: «7503305044089»"],
    ["NATIONAL_ID", "Voter ID: «WKH1186253», cartão de cidadão: «00000000 0 ZZ4»"],
    ["NATIONAL_ID", "NSS: «281234567840», NASS «28/12345678/40»"],
    ["TAX_ID", "TFN: «123 456 782», ABN «83 914 571 673», CUIT: «20-05536168-2»"],
    ["TAX_ID", "CNPJ: «12.ABC.345/01DE-35», RFC: «GODE561231GR8», VKN: «4540536920»"],
    ["TAX_ID", "UID-Nr. «CHE-100.155.212», NIP: «856-734-62-15», REGON «192598184»"],
    ["TAX_ID", "GSTIN: «27AAPFU0939F1ZV», CIF: «J99216582», numéro fiscal : «3023217600053»"],
    [
      "MEDICAL_RECORD_NUMBER",
      "OHIP: «1234 567 897», PHN: «9698 658 215», CNS: «898 0000 0004 3208»",
    ],
    ["INSURANCE_NUMBER", "Krankenversichertennummer: «A123456780», KVNR «A123456780»"],
  ])("%s: %s", (type, marked) => {
    const { found, expected } = compare(labelledIdentifiers, marked);
    expect(found).toEqual(expected);
    const text = marked.replace(/[«»]/g, "");
    expect(labelledIdentifiers.scan(text).map((span) => span.entityType)).toEqual(
      expected.map(() => type),
    );
  });

  it("takes a number that fails its check, for less", () => {
    const scoreOf = (text: string) => labelledIdentifiers.scan(text).map((span) => span.score);
    expect(scoreOf("T.C. Kimlik No: 17291716060")).toEqual([0.95]);
    expect(scoreOf("T.C. Kimlik No: 17291716061")).toEqual([0.7]);
  });
});

describe("without a label", () => {
  it.each([
    ["NATIONAL_ID", "身份证号：«360426199101010071», not 360426199101010072"],
    ["NATIONAL_ID", "그의 번호는 «900101-1234568», 아니 900101-1234569"],
    ["NATIONAL_ID", "«S1234567D» and «M1234567K» are here, S1234567E is not"],
    ["NATIONAL_ID", "«750330 5044 089» but 750330 5044 088"],
    ["TAX_ID", "«16.727.230/0001-97», 16.727.230/0001-98, «20-05536168-2», 20-05536168-3"],
    ["TAX_ID", "«CHE-100.155.212», CHE-100.155.213, «GODE561231GR8»"],
    ["MEDICAL_RECORD_NUMBER", "«8003608166690503», 8003608166690504"],
  ])("%s: %s", (type, marked) => {
    const { found, expected } = compare(unlabelledIdentifiers, marked);
    expect(found).toEqual(expected);
    const text = marked.replace(/[«»]/g, "");
    expect(unlabelledIdentifiers.scan(text).map((span) => span.entityType)).toEqual(
      expected.map(() => type),
    );
  });

  it("is nothing that every tenth number is", () => {
    const text = "621498320257, 17291716060, 123456782, 83 914 571 673, 4540536920, 192598184";
    expect(valuesIn([unlabelledIdentifiers], text)).toEqual([]);
  });
});
