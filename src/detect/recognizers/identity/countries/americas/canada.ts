// Canada. SIN and business number: Luhn (Canada Revenue Agency). Health numbers: Ontario with Luhn (Ministry of Health),
// British Columbia with modulus 11 (Ministry of Health, conformance standards), Quebec by form (RAMQ).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY } from "../country.ts";

const COLUMBIA = [2, 4, 8, 5, 10, 9, 7, 3];

function passesColumbia(digits: string): boolean {
  let sum = 0;
  for (const [i, weight] of COLUMBIA.entries()) sum += (weight * Number(digits.charAt(i + 1))) % 11;
  return (11 - (sum % 11)) % 11 === Number(digits.charAt(9));
}

/** Numbers of Canada. */
export const canada: Country = {
  national: {
    labels: "social insurance|social insurance number|sin!|sin number|numero d assurance sociale",
    forms: [form("check digit of a SIN", /\d{3}[ -]?\d{3}[ -]?\d{3}/y, passesLuhn)],
  },
  tax: {
    labels: "business number!|gst hst|hst!|numero d entreprise",
    forms: [
      form("check digit of a business number", /\d{5} ?\d{4} ?R[CMPRTZ] ?\d{4}/y, (compact) =>
        passesLuhn(compact.slice(0, 9)),
      ),
    ],
  },
  patient: {
    labels:
      "h c number|hcn!|ohip|ohip number|phn!|personal health number|ramq|numero d assurance maladie|numero ramq",
    forms: [
      form(
        "check digit of a health number of British Columbia",
        /9\d{3}[ -]?\d{3}[ -]?\d{3}/y,
        passesColumbia,
      ),
      form(
        "check digit of a health number of Ontario",
        /[1-9]\d{3}[ -]?\d{3}[ -]?\d{3}(?:[ -]?[A-Z]{2})?/y,
        (compact) => passesLuhn(compact.slice(0, 10)),
      ),
      form(
        "the form of a Quebec number",
        new RegExp(`[A-Z]{4} ?\\d{2}[0156]\\d ?${DAY}\\d{2}`, "y"),
      ),
    ],
  },
};
