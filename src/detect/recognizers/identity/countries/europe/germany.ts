// Germany. Identity card: ICAO Doc 9303, part 3, 4.9 (weights 7, 3, 1). Pension insurance number: VKVV, section 4. Tax
// identification number: BZSt, section 139b AO. Health insurance number: section 290 SGB V, GKV-Spitzenverband.

import { crossSum, letterSum, passesMod1110 } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY, MONTH } from "../country.ts";

const PENSION = new RegExp(`\\d{2} ?${DAY} ?${MONTH} ?\\d{2} ?[A-Z] ?\\d{2} ?\\d`, "iy");

/** A number with one letter, the letter as its place in the alphabet in two digits. */
function inDigits(compact: string): string {
  return compact.replace(/[A-Z]/, (c) => String(c.charCodeAt(0) - 64).padStart(2, "0"));
}

function passesPension(compact: string): boolean {
  const digits = inDigits(compact);
  return crossSum(digits, [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1]) % 10 === Number(digits.slice(-1));
}

function passesHealth(compact: string): boolean {
  const digits = inDigits(compact);
  return crossSum(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]) % 10 === Number(digits.slice(-1));
}

function passesCard(compact: string): boolean {
  return letterSum(compact, [7, 3, 1, 7, 3, 1, 7, 3, 1, -1]) % 10 === 0;
}

/** Numbers of Germany. */
export const germany: Country = {
  national: {
    labels:
      "personalausweis|personalausweisnummer|ausweisnummer|ausweis nr|ausweis!|aufenthaltstitel|" +
      "sozialversicherungsnummer|sv nummer|rentenversicherungsnummer|rvnr",
    forms: [
      form("check digit of a pension insurance number", PENSION, passesPension),
      form(
        "check digit of an identity card",
        /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d/iy,
        passesCard,
      ),
    ],
  },
  tax: {
    labels:
      "ust id|ustid|ust idnr|ustidnr|ust id nr|umsatzsteuer id|umsatzsteuer identifikationsnummer|mwst|mwst nr|" +
      "steuernummer|steuer nr|steuernr|steuer id|steueridentifikationsnummer|steuer identifikationsnummer|idnr",
    forms: [
      form("the check digit of a tax number", /\d{2} ?\d{3} ?\d{3} ?\d{3}/y, passesMod1110),
      form("the form of a Steuernummer", /\d{2,3} ?\/ ?\d{3} ?\/ ?\d{4,5}/y),
    ],
    behindWords: [
      {
        words: "steuer steuerid steueridentifikationsnummer identifikationsnummer idnr",
        pattern: /\d{2}(?:\d{9}| \d{3} \d{3} \d{3})(?![ -]\d)/y,
        run: [2, 11],
        shown: "groups and check digit of a tax number",
        check: passesMod1110,
      },
    ],
  },
  insurance: {
    labels:
      "krankenversicherungsnummer|krankenversichertennummer|kvnr|egk nummer|e gk nummer|e gk nr|gesundheitskarte|krankenversicherten nr|versichertennummer egk",
    forms: [
      form("check digit of a health insurance number", /[A-Z]\d{9}/y, passesHealth),
      form("the form of a health insurance number", /[A-Z]\d{9}/y),
    ],
  },
};
