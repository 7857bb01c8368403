// Turkey. T.C. kimlik no: two check digits (population services act, Directorate of Population). Vergi kimlik no: Revenue Administration.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

function passesIdentity(digits: string): boolean {
  const tenth = weightedSum(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]) % 10;
  const eleventh = weightedSum(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]) % 10;
  return (tenth + 10) % 10 === Number(digits.charAt(9)) && eleventh === Number(digits.charAt(10));
}

function passesTaxpayer(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < 9; i++) {
    const moved = (Number(digits.charAt(i)) + 9 - i) % 10;
    sum += moved === 0 ? 0 : (moved * 2 ** (9 - i)) % 9 || 9;
  }
  return (sum + Number(digits.charAt(9))) % 10 === 0;
}

/** Numbers of Turkey. */
export const turkey: Country = {
  national: {
    labels:
      "tc kimlik|tckn|kimlik no|t c kimlik|t c kimlik no|tc no!|kimlik numarasi|kimlik numaram",
    forms: [form("check digits of a kimlik no", /[1-9]\d{10}/y, passesIdentity)],
    behindWords: [
      {
        words: "kişi kişinin kişiler kimlik vatandaş vatandaşlık vatandaşın turkish nüfus tckn",
        pattern: /[1-9]\d{10}(?![-.]\d)/y,
        run: [11, 11],
        shown: "check digits of a kimlik no",
        check: passesIdentity,
      },
    ],
  },
  tax: {
    labels: "vergi no|vergi numarasi|vergi kimlik|vergi kimlik no|vergi kimlik numarasi|vkn",
    forms: [form("check digit of a vergi kimlik no", /\d{10}/y, passesTaxpayer)],
  },
};
