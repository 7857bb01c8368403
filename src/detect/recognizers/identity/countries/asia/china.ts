// China. Resident identity number: GB 11643-1999, with the check character of ISO 7064 MOD 11-2. Unified social credit code
// of those who pay taxes: GB 32100-2015.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY, MONTH } from "../country.ts";

const RESIDENT = new RegExp(`[1-8]\\d{5}(?:19|20)\\d{2}${MONTH}${DAY}\\d{3}[\\dXx]`, "y");
const SHOWN = "check character of a Chinese identity number";
const CREDIT = "0123456789ABCDEFGHJKLMNPQRTUWXY";

function passesResident(compact: string): boolean {
  const sum = weightedSum(compact, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return "10X98765432".charAt(sum % 11) === compact.charAt(17);
}

/** Weights are powers of 3, modulo 31. */
function passesCredit(compact: string): boolean {
  let sum = 0;
  for (let i = 0, weight = 1; i < 17; i++, weight = (weight * 3) % 31) {
    sum += weight * CREDIT.indexOf(compact.charAt(i));
  }
  return CREDIT.charAt((31 - (sum % 31)) % 31) === compact.charAt(17);
}

/** Numbers of China. */
export const china: Country = {
  national: {
    labels: "resident identity number|resident identity card|resident id number|shenfenzheng|sfz!",
    forms: [form(SHOWN, RESIDENT, passesResident)],
    alone: (row) => [row(RESIDENT, [18, 18], 0.95, `form and ${SHOWN}`, passesResident)],
  },
  tax: {
    labels: "unified social credit code|unified social credit|uscc",
    forms: [
      form(
        "check character of a social credit code",
        /[\dA-HJ-NP-RTUWXY]{2}\d{6}[\dA-HJ-NP-RTUWXY]{10}/y,
        passesCredit,
      ),
    ],
  },
};
