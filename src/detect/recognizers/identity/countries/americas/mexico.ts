// Mexico. CURP: RENAPO, Instructivo normativo: name, date of birth, sex, state, consonants, and two more characters. RFC:
// SAT; one in fifty RFCs in use fails its check, so the form counts too. NSS: Luhn (IMSS).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { afterLabel, type Country, DAY, MONTH, withoutLabel } from "../country.ts";

const CURP = `[A-Z]{4}\\d{2}${MONTH}${DAY}[HM][A-Z]{5}[A-Z0-9]\\d`;
const RFC = `[A-Z]{3,4}\\d{2}${MONTH}${DAY}[A-Z\\d]{2}[\\dA]`;
const NSS = /\d{2}[ -]?\d{2}[ -]?\d{2}[ -]?\d{4}[ -]?\d/y;
const CURP_LETTERS = "0123456789ABCDEFGHIJKLMN\u00d1OPQRSTUVWXYZ";
const RFC_LETTERS = "0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ ";

/** Sum of each character's index in `letters` times a weight; weights decrease to 2 for the last character. */
function fallingSum(letters: string, characters: string): number {
  let sum = 0;
  for (let i = 0; i < characters.length; i++) {
    sum += letters.indexOf(characters.charAt(i)) * (characters.length + 1 - i);
  }
  return sum;
}

function passesCurp(compact: string): boolean {
  return (fallingSum(CURP_LETTERS, compact.slice(0, -1)) + Number(compact.slice(-1))) % 10 === 0;
}

function passesRfc(compact: string): boolean {
  const sum = fallingSum(RFC_LETTERS, compact.slice(0, -1).padStart(12));
  return "0123456789A".charAt((11 - (sum % 11)) % 11) === compact.slice(-1);
}

/** Numbers of Mexico. */
export const mexico: Country = {
  national: {
    labels: "curp|imss!|nss!",
    forms: [
      afterLabel("check digit of a CURP", new RegExp(CURP, "iy"), passesCurp),
      afterLabel("form of a CURP", new RegExp(CURP, "iy")),
      afterLabel("check digit of an NSS", NSS, passesLuhn),
      withoutLabel("form of a CURP", new RegExp(CURP, "y"), { run: [18, 18], score: 0.85 }),
    ],
  },
  tax: {
    forms: [
      afterLabel("check character of an RFC", new RegExp(RFC, "iy"), passesRfc),
      afterLabel("form of an RFC", new RegExp(RFC, "iy")),
      withoutLabel(
        "check character of an RFC",
        new RegExp(RFC, "y"),
        { run: [13, 13], score: 0.85 },
        passesRfc,
      ),
    ],
  },
};
