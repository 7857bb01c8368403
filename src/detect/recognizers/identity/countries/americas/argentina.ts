// Argentina. CUIT and CUIL: modulus 11 after a prefix for the kind of holder (ARCA, formerly AFIP; ANSES).

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

const KIND = "(?:2[03457]|3[034]|5[015])";
const SHOWN = "check digit of a CUIT or CUIL";
const GROUPED = new RegExp(`${KIND}-\\d{8}-\\d(?!-)`, "y");

function passesCuit(digits: string): boolean {
  const check = 11 - (weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 10 ? 9 : check % 11) === Number(digits.charAt(10));
}

/** Numbers of Argentina. */
export const argentina: Country = {
  tax: {
    labels: "cuit|cuil|cdi!",
    forms: [
      afterLabel(SHOWN, new RegExp(`${KIND}[- ]?\\d{8}[- ]?\\d`, "y"), passesCuit),
      withoutLabel(SHOWN, GROUPED, { run: [2, 2], score: 0.95 }, passesCuit),
    ],
  },
};
