// Austria. Social insurance number: section 30c ASVG; the fourth digit is the weighted sum of the others modulo 11. Months
// above 12 are for days of birth whose numbers are used up.

import { summing } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, DAY } from "../country.ts";

const NUMBER = new RegExp(`[1-9]\\d{3}[ /-]?${DAY}(?:0[1-9]|1[0-5])\\d{2}`, "y");
const passesInsured = summing([3, 7, 9, -1, 5, 8, 4, 2, 1, 6], 11);

/** Numbers of Austria. */
export const austria: Country = {
  national: {
    labels: "svnr",
    forms: [afterLabel("check digit of an Austrian insurance number", NUMBER, passesInsured)],
  },
};
