// India. Aadhaar: Verhoeff (UIDAI). EPIC of voters: Luhn over its digits (Election Commission). PAN: form (Income Tax
// Department; the fourth letter is the kind of holder, and the algorithm of the check letter is not published). GSTIN, which
// contains a PAN: Luhn modulo 36 (GSTN). ABHA number: form (National Health Authority).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesVerhoeff } from "../../../../checks/weighted-checks.ts";
import { AFTER_WORD_SCORE, afterLabel, type Country, withoutLabel } from "../country.ts";

const VOTERS = "vote votes voter voters voting electoral epic मतदाता वोटर मतदान";
const PAN = "[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]";
const PAN_ALONE = new RegExp(`${PAN}(?!-)`, "y");
const GSTIN = /\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]/iy;
const GSTIN_ALONE = new RegExp(`[0-3]\\d${PAN}[A-Z\\d]Z[A-Z\\d](?!-)`, "y");

function passesGstin(compact: string): boolean {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const value = Number.parseInt(compact.charAt(i), 36) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 36) + (value % 36);
  }
  return sum % 36 === 0;
}

const passesEpic = (compact: string) => passesLuhn(compact.slice(3));

/** Numbers of India. */
export const india: Country = {
  national: {
    labels: "aadhaar|aadhar|adhaar|uidai|voter epic!|epic no|voter id|voter id card|epic number",
    forms: [
      afterLabel("check digit of an Aadhaar number", /\d{4}[ -]?\d{4}[ -]?\d{4}/y, passesVerhoeff),
      afterLabel("check digit of an EPIC", /[A-Z]{3}\d{7}/y, passesEpic),
      withoutLabel("form of an EPIC behind a word for it", /[A-Z]{3}\d{7}(?!-)/y, {
        run: [10, 10],
        score: AFTER_WORD_SCORE,
        words: VOTERS,
      }),
    ],
  },
  tax: {
    labels: "gst|gst registration|gst reg no|gstin|pan!|pan card",
    forms: [
      afterLabel("check character of a GSTIN", GSTIN, passesGstin),
      afterLabel("form of a PAN", /[A-Z]{5}\d{4}[A-Z]/iy),
      afterLabel("form of a GSTIN", GSTIN),
      withoutLabel("form of a PAN", PAN_ALONE, { run: [10, 10], score: 0.8 }),
      // The one that everybody makes up: ABCDE1234F.
      withoutLabel("form of a PAN behind a word for it", /[A-Z]{5}\d{4}[A-Z](?!-)/y, {
        run: [10, 10],
        score: AFTER_WORD_SCORE,
        words: "pan",
      }),
      withoutLabel("form of a GSTIN", GSTIN_ALONE, { run: [15, 15], score: 0.9 }),
    ],
  },
  patient: {
    labels: "abha",
    forms: [afterLabel("form of an ABHA number", /\d{2}-\d{4}-\d{4}-\d{4}/y)],
  },
};
