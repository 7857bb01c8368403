// Austria. Social insurance number: section 30c ASVG; the fourth digit is the sum of the others modulo 11.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY } from "../country.ts";

function passesInsured(digits: string): boolean {
  return weightedSum(digits, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === Number(digits.charAt(3));
}

/** Numbers of Austria. Months above 12 are those of days that are used up. */
export const austria: Country = {
  national: {
    labels: "svnr|versicherungsnummer svnr|sv nr",
    forms: [
      form(
        "check digit of an Austrian insurance number",
        new RegExp(`[1-9]\\d{3}[ /-]?${DAY}(?:0[1-9]|1[0-5])\\d{2}`, "y"),
        passesInsured,
      ),
    ],
  },
};
