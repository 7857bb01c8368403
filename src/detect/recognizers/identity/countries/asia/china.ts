// China. Resident identity number: GB 11643-1999, with the check character of ISO 7064 MOD 11-2. Unified social credit code
// of taxpayers: GB 32100-2015.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, DAY, MONTH, withOrWithoutLabel } from "../country.ts";

const RESIDENT = new RegExp(`[1-8]\\d{5}(?:19|20)\\d{2}${MONTH}${DAY}\\d{3}[\\dXx]`, "y");
const CREDIT = /[\dA-HJ-NP-RTUWXY]{2}\d{6}[\dA-HJ-NP-RTUWXY]{10}/y;
const CREDIT_LETTERS = "0123456789ABCDEFGHJKLMNPQRTUWXY";

function passesResident(compact: string): boolean {
  const sum = weightedSum(compact, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return "10X98765432".charAt(sum % 11) === compact.charAt(17);
}

/** Weights are powers of 3, modulo 31. */
function passesCredit(compact: string): boolean {
  let sum = 0;
  for (let i = 0, weight = 1; i < 17; i++, weight = (weight * 3) % 31) {
    sum += weight * CREDIT_LETTERS.indexOf(compact.charAt(i));
  }
  return CREDIT_LETTERS.charAt((31 - (sum % 31)) % 31) === compact.charAt(17);
}

/** Numbers of China. */
export const china: Country = {
  national: {
    labels: "resident identity number|resident identity card|resident id number|shenfenzheng|sfz!",
    forms: [
      withOrWithoutLabel(
        "check character of a Chinese identity number",
        RESIDENT,
        { run: [18, 18], score: 0.95 },
        passesResident,
      ),
    ],
  },
  tax: {
    labels: "unified social credit|uscc",
    forms: [afterLabel("check character of a social credit code", CREDIT, passesCredit)],
  },
};
