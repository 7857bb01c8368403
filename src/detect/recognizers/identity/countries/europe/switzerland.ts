// Switzerland. AHV number: EAN-13 behind 756 (Federal Social Insurance Office). UID: modulus 11 (UIDV; eCH-0097).

import { passesEan13, weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

function passesUid(compact: string): boolean {
  return weightedSum(compact.slice(3), [5, 4, 3, 2, 7, 6, 5, 4, 1]) % 11 === 0;
}

/** Numbers of Switzerland. */
export const switzerland: Country = {
  national: {
    labels: "ahv|ahv nummer|ahv nr|avs!|numero avs|numero avs ai",
    forms: [
      form("check digit of an AHV number", /756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}/y, passesEan13),
    ],
    alone: (row) => [
      row(
        /756\.\d{4}\.\d{4}\.\d{2}(?!\.\d)/y,
        [3, 3],
        1,
        "form and check digit of an AHV number",
        passesEan13,
      ),
    ],
  },
  tax: {
    labels: "uid!|uid nummer|uid nr|che!",
    forms: [form("check digit of a UID", /CHE[- ]?\d{3}[. ]?\d{3}[. ]?\d{3}/y, passesUid)],
    alone: (row) => [
      {
        ...row(
          /CHE-\d{3}\.\d{3}\.\d{3}(?!\.\d)/y,
          [3, 3],
          0.95,
          "form and check digit of a UID",
          passesUid,
        ),
        starts: "CHE",
      },
    ],
  },
};
