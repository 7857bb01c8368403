// Canada. SIN and business number: Luhn (Canada Revenue Agency). Health numbers: Ontario with Luhn (Ministry of Health),
// British Columbia with modulus 11 (Ministry of Health, conformance standards), Quebec by form (RAMQ).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { afterLabel, type Country, DAY } from "../country.ts";

const COLUMBIA = [2, 4, 8, 5, 10, 9, 7, 3];
const QUEBEC = new RegExp(`[A-Z]{4} ?\\d{2}[0156]\\d ?${DAY}\\d{2}`, "y");
const BUSINESS = /\d{5} ?\d{4} ?R[CMPRTZ] ?\d{4}/y;
const ONTARIO = /[1-9]\d{3}[ -]?\d{3}[ -]?\d{3}(?:[ -]?[A-Z]{2})?/y;

function passesColumbia(digits: string): boolean {
  let sum = 0;
  for (const [i, weight] of COLUMBIA.entries()) sum += (weight * Number(digits.charAt(i + 1))) % 11;
  return (11 - (sum % 11)) % 11 === Number(digits.charAt(9));
}

const passesLuhnIn = (chars: number) => (compact: string) => passesLuhn(compact.slice(0, chars));

/** Numbers of Canada. */
export const canada: Country = {
  national: {
    labels: "social insurance|sin!",
    forms: [afterLabel("check digit of a SIN", /\d{3}[ -]?\d{3}[ -]?\d{3}/y, passesLuhn)],
  },
  tax: {
    labels: "business number!|gst hst|hst!",
    forms: [afterLabel("check digit of a business number", BUSINESS, passesLuhnIn(9))],
  },
  patient: {
    labels: "h c number|hcn!|ohip|phn!|personal health number|ramq",
    forms: [
      afterLabel(
        "check digit of a health number of British Columbia",
        /9\d{3}[ -]?\d{3}[ -]?\d{3}/y,
        passesColumbia,
      ),
      afterLabel("check digit of a health number of Ontario", ONTARIO, passesLuhnIn(10)),
      afterLabel("form of a Quebec number", QUEBEC),
    ],
  },
};
