// India. Aadhaar: Verhoeff (UIDAI). EPIC of voters: Luhn over its digits (Election Commission). PAN: form (Income Tax
// Department; the fourth letter is the kind of holder, the check letter is not published). GSTIN, which has a PAN in it: Luhn
// modulo 36 (GSTN). ABHA number: form (National Health Authority).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesVerhoeff } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

function passesGstin(compact: string): boolean {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const value = Number.parseInt(compact.charAt(i), 36) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 36) + (value % 36);
  }
  return sum % 36 === 0;
}

/** Numbers of India. */
export const india: Country = {
  national: {
    labels: "aadhaar|aadhar|adhaar|uidai|voter epic!|epic no|voter id|voter id card|epic number",
    forms: [
      form("check digit of an Aadhaar number", /\d{4}[ -]?\d{4}[ -]?\d{4}/y, passesVerhoeff),
      form("check digit of an EPIC", /[A-Z]{3}\d{7}/y, (compact) => passesLuhn(compact.slice(3))),
    ],
    behindWords: [
      {
        words: "vote votes voter voters voting electoral epic मतदाता वोटर मतदान",
        pattern: /[A-Z]{3}\d{7}(?!-)/y,
        run: [10, 10],
        shown: "form of an EPIC",
      },
    ],
  },
  tax: {
    labels:
      "gst|gst number|gst registration|gst registration number|gst reg no|gstin|pan!|pan card|pan number",
    forms: [
      form("check character of a GSTIN", /\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]/iy, passesGstin),
      form("the form of a PAN", /[A-Z]{5}\d{4}[A-Z]/iy),
      form("the form of a GSTIN", /\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]/iy),
    ],
    alone: (row) => [
      row(/[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!-)/y, [10, 10], 0.8, "form of a PAN"),
      row(
        /[0-3]\d[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z][A-Z\d]Z[A-Z\d](?!-)/y,
        [15, 15],
        0.9,
        "form of a GSTIN",
      ),
    ],
  },
  patient: {
    labels: "abha|abha number|abha no|abha id",
    forms: [form("the form of an ABHA number", /\d{2}-\d{4}-\d{4}-\d{4}/y)],
  },
};
