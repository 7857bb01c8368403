// Australia. TFN: modulus 11 (Australian Taxation Office). ABN: modulus 89 (Australian Business Register). Medicare card in
// groups, maybe with the person's place on it: Services Australia. IHI: Luhn, after 800360 (HI Service, Services Australia).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesMedicare, summing, weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withOrWithoutLabel } from "../country.ts";

const MEDICARE = /[2-6]\d{3} \d{5} \d(?: ?\/? ?\d)?/y;
const IHI = /8003 ?60\d{2} ?\d{4} ?\d{4}/y;

const passesTfn = summing([1, 4, 3, 7, 5, 8, 6, 9, 10], 11);

function passesAbn(digits: string): boolean {
  return (weightedSum(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}

/** Numbers of Australia. */
export const australia: Country = {
  tax: {
    labels: "abn|acn|tfn|tax file",
    forms: [
      afterLabel("check digit of a TFN", /\d{3} ?\d{3} ?\d{3}/y, passesTfn),
      afterLabel("check digits of an ABN", /[1-9]\d ?\d{3} ?\d{3} ?\d{3}/y, passesAbn),
    ],
  },
  patient: {
    labels: "ihi!|individual healthcare identifier",
    forms: [
      withOrWithoutLabel("check digit of an IHI", IHI, { run: [4, 16], score: 0.95 }, passesLuhn),
    ],
  },
  insurance: {
    forms: [
      withOrWithoutLabel(
        "check digit of a Medicare card",
        MEDICARE,
        { run: [4, 4], score: 0.85 },
        passesMedicare,
      ),
    ],
  },
};
