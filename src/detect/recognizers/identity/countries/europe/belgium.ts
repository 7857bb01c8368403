// Belgium. National number and the bis number of those who are not in the register: Royal decree of 3 April 1984.

import { passesBelgian } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

/** Numbers of Belgium. */
export const belgium: Country = {
  national: {
    labels:
      "rijksregisternummer|rijksregister|numero national|nrn!|numero de registre national|registre national!|niss|insz",
    forms: [
      form(
        "check digits of a Belgian number",
        /\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}/y,
        passesBelgian,
      ),
    ],
    alone: (row) => [
      row(
        /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/y,
        [2, 2],
        1,
        "form and check digits of a Belgian number",
        passesBelgian,
      ),
    ],
  },
};
