// Singapore. NRIC and FIN: the check letter, whose algorithm the Immigration and Checkpoints Authority gives to those who
// have to check it (National Registration Regulations; FIN of series M since 2022).

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

const NRIC = /[STFGM]\d{7}[A-Z]/iy;
const ALONE = /[STFGM]\d{7}[A-Z](?!-)/y;
const SHOWN = "check letter of an NRIC or FIN";
/** By first letter: an offset added to the weighted sum, and the check letters by the sum's remainder modulo 11. */
const SERIES: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, "JZIHGFEDCBA"],
  T: [4, "JZIHGFEDCBA"],
  F: [0, "XWUTRQPNMLK"],
  G: [4, "XWUTRQPNMLK"],
  M: [3, "XWUTRQPNJLK"],
};

function passesNric(compact: string): boolean {
  const [offset, letters] = SERIES[compact.charAt(0)] ?? [0, ""];
  const sum = weightedSum(compact.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset;
  return letters.charAt(sum % 11) === compact.charAt(8);
}

/** Numbers of Singapore. */
export const singapore: Country = {
  national: {
    labels: "nric|fin!|fin number!",
    forms: [
      afterLabel(SHOWN, NRIC, passesNric),
      afterLabel("form of an NRIC", NRIC),
      withoutLabel(SHOWN, ALONE, { run: [9, 9], score: 0.85 }, passesNric),
    ],
  },
};
