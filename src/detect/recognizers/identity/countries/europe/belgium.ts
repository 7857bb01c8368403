// Belgium. National number, and the bis number for persons not in the register: Royal decree of 3 April 1984.

import { passesBelgian } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

const SHOWN = "check digits of a Belgian number";
const NUMBER = /\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}/y;
const ALONE = /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/y;

/** Numbers of Belgium. */
export const belgium: Country = {
  national: {
    labels: "nrn!|insz|niss",
    forms: [
      afterLabel(SHOWN, NUMBER, passesBelgian),
      withoutLabel(SHOWN, ALONE, { run: [2, 2], score: 1 }, passesBelgian),
    ],
  },
};
