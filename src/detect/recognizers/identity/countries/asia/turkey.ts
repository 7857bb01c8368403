// Turkey. T.C. kimlik no: two check digits (Directorate of Population). Vergi kimlik no: Revenue Administration.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { AFTER_WORD_SCORE, afterLabel, type Country, withoutLabel } from "../country.ts";

const SHOWN = "check digits of a kimlik no";
const WORDS = "kişi kişinin kişiler kimlik vatandaş vatandaşlık vatandaşın turkish nüfus tckn";

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
    labels: "tc kimlik|tckn|t c kimlik",
    forms: [
      afterLabel(SHOWN, /[1-9]\d{10}/y, passesIdentity),
      withoutLabel(
        `${SHOWN} behind a word for it`,
        /[1-9]\d{10}(?![-.]\d)/y,
        { run: [11, 11], score: AFTER_WORD_SCORE, words: WORDS },
        passesIdentity,
      ),
    ],
  },
  tax: {
    labels: "vkn",
    forms: [afterLabel("check digit of a vergi kimlik no", /\d{10}/y, passesTaxpayer)],
  },
};
