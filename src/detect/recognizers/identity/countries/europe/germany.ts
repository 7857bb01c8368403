// Germany. Identity card: ICAO Doc 9303, part 3, 4.9 (weights 7, 3, 1). Pension insurance number: VKVV, section 4. Tax
// identification number: BZSt, section 139b AO. Health insurance number: section 290 SGB V, GKV-Spitzenverband.

import { crossSum, letterSum, passesMod1110 } from "../../../../checks/weighted-checks.ts";
import {
  AFTER_WORD_SCORE,
  afterLabel,
  type Country,
  DAY,
  MONTH,
  withoutLabel,
} from "../country.ts";

const PENSION = new RegExp(`\\d{2} ?${DAY} ?${MONTH} ?\\d{2} ?[A-Z] ?\\d{2} ?\\d`, "iy");
const PENSION_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1];
const CARD = /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d/iy;
const HEALTH = /[A-Z]\d{9}/y;
const HEALTH_WEIGHTS = [1, 2, 1, 2, 1, 2, 1, 2, 1, 2];
const TAX_WORDS = "steuer steuerid steueridentifikationsnummer identifikationsnummer idnr";

/** Check of a number with one letter, which counts as two digits: its position in the alphabet. */
const passesCross = (weights: readonly number[]) => (compact: string) => {
  const digits = compact.replace(/[A-Z]/, (c) => String(c.charCodeAt(0) - 64).padStart(2, "0"));
  return crossSum(digits, weights) % 10 === Number(digits.slice(-1));
};

function passesCard(compact: string): boolean {
  return letterSum(compact, [7, 3, 1, 7, 3, 1, 7, 3, 1, -1]) % 10 === 0;
}

/** Numbers of Germany. */
export const germany: Country = {
  national: {
    labels: "rvnr",
    forms: [
      afterLabel(
        "check digit of a pension insurance number",
        PENSION,
        passesCross(PENSION_WEIGHTS),
      ),
      afterLabel("check digit of an identity card", CARD, passesCard),
    ],
  },
  tax: {
    labels: "idnr|mwst",
    forms: [
      afterLabel("check digit of a tax number", /\d{2} ?\d{3} ?\d{3} ?\d{3}/y, passesMod1110),
      afterLabel("form of a Steuernummer", /\d{2,3} ?\/ ?\d{3} ?\/ ?\d{4,5}/y),
      withoutLabel(
        "check digit of a tax number behind a word for it",
        /\d{2}(?:\d{9}| \d{3} \d{3} \d{3})(?![ -]\d)/y,
        { run: [2, 11], score: AFTER_WORD_SCORE, words: TAX_WORDS },
        passesMod1110,
      ),
    ],
  },
  insurance: {
    labels: "kvnr",
    forms: [
      afterLabel("check digit of a health insurance number", HEALTH, passesCross(HEALTH_WEIGHTS)),
      afterLabel("form of a health insurance number", HEALTH),
    ],
  },
};
