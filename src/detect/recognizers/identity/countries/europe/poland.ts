// Poland. PESEL: act on the population register. Identity card: weights 7, 3, 1 with the check digit fourth (Ministry of the
// Interior). NIP: act on the register of taxpayers, weights of its annex. REGON: GUS, weights of the decree of 1999.

import {
  letterSum,
  passesNip,
  passesPesel,
  weightedSum,
} from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country } from "../country.ts";

const NIP = /\d{3}-?\d{2,3}-?\d{2}-?\d{2,3}/y;

function passesRegon(digits: string): boolean {
  return (weightedSum(digits, [8, 9, 2, 3, 4, 5, 6, 7]) % 11) % 10 === Number(digits.charAt(8));
}

function passesCard(compact: string): boolean {
  return letterSum(compact, [7, 3, 1, 9, 7, 3, 1, 7, 3]) % 10 === 0;
}

/** Numbers of Poland. */
export const poland: Country = {
  national: {
    labels: "pesel",
    forms: [
      afterLabel("check digit of a PESEL", /\d{11}/y, passesPesel),
      afterLabel("check digit of an identity card", /[A-Z]{3} ?\d{6}/iy, passesCard),
    ],
  },
  tax: {
    labels: "regon",
    forms: [
      afterLabel(
        "check digit of a NIP",
        NIP,
        (digits) => digits.length === 10 && passesNip(digits),
      ),
      afterLabel("check digit of a REGON", /\d{9}/y, passesRegon),
    ],
  },
};
