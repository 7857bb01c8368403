// Australia. TFN: modulus 11 (Australian Taxation Office). ABN: modulus 89 (Australian Business Register). Medicare card in
// groups, the person's place on it behind: Services Australia. IHI: Luhn behind 800360 (HI Service, Services Australia).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesMedicare, weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const MEDICARE = /[2-6]\d{3} \d{5} \d(?: ?\/? ?\d)?/y;

function passesTfn(digits: string): boolean {
  return weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}

function passesAbn(digits: string): boolean {
  return (weightedSum(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}

/** Numbers of Australia. */
export const australia: Country = {
  tax: {
    labels: "abn|acn|tfn|tax file|tax file number",
    forms: [
      form("check digit of a TFN", /\d{3} ?\d{3} ?\d{3}/y, passesTfn),
      form("check digits of an ABN", /[1-9]\d ?\d{3} ?\d{3} ?\d{3}/y, passesAbn),
    ],
  },
  patient: {
    labels: "ihi!|individual healthcare identifier",
    forms: [form("check digit of an IHI", /8003 ?60\d{2} ?\d{4} ?\d{4}/y, passesLuhn)],
    alone: (row) => [
      row(
        /8003 ?60\d{2} ?\d{4} ?\d{4}/y,
        [4, 16],
        0.95,
        "form and check digit of an IHI",
        passesLuhn,
      ),
    ],
  },
  insurance: {
    forms: [form("check digit of a Medicare card", MEDICARE, passesMedicare)],
    alone: (row) => [
      row(MEDICARE, [4, 4], 0.85, "groups and check digit of a Medicare card", passesMedicare),
    ],
  },
};
