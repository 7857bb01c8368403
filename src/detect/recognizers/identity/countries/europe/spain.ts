// Spain. DNI and NIE: Real Decreto 1553/2005. NIF of companies: Orden EHA/451/2008, Luhn digit or the letter for it. Social
// security number: the first ten digits modulo 97 (Tesoreria General de la Seguridad Social).

import { luhnDigit } from "../../../../../reference/check-digits.ts";
import { passesDni } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withoutLabel } from "../country.ts";

const NASS = /\d{2}[ /-]?\d{8}[ /-]?\d{2}/y;
const COMPANY = /[ABCDEFGHJNPQRSUVW]-?\d{7}-?[A-J\d]/iy;
/** DNI or NIE, also in groups: "12.345.678-Z". */
const WRITTEN = /(?:[XYZ\d][ -]?\d{7}|\d{1,2}[. ]\d{3}[. ]\d{3})[ -]?[A-Z]/iy;
const DNI = /\d{8}-?[A-Z](?!-)/y;
const NIE = /[XYZ]\d{7}-?[A-Z](?!-)/y;
const DASHED_NIE = /[XYZ]-\d{7}-[A-Z](?!-)/y;

function passesCompany(compact: string): boolean {
  const digit = luhnDigit(compact.slice(1, 8));
  return compact.slice(-1) === String(digit) || compact.slice(-1) === "JABCDEFGHI".charAt(digit);
}

/** Numbers below ten million are appended to the province without their leading zero. */
function passesNass(digits: string): boolean {
  const number = digits.slice(digits.charAt(2) === "0" ? 3 : 2, 10);
  return Number(digits.slice(0, 2) + number) % 97 === Number(digits.slice(10));
}

/** Numbers of Spain. */
export const spain: Country = {
  national: {
    labels: "dni|nie!|nass|naf!",
    forms: [
      afterLabel("check letter of a DNI or NIE", WRITTEN, passesDni),
      afterLabel("check digits of a social security number", NASS, passesNass),
      afterLabel("form of a social security number", NASS),
      withoutLabel("check letter of a DNI", DNI, { run: [8, 9], score: 0.6 }, passesDni),
      withoutLabel("check letter of an NIE", NIE, { run: [8, 9], score: 0.85 }, passesDni),
      withoutLabel(
        "check letter of an NIE",
        DASHED_NIE,
        { run: [7, 7], score: 0.85, back: 2 },
        passesDni,
      ),
    ],
  },
  tax: {
    labels: "nif|cif",
    forms: [
      afterLabel("check letter of a NIF", /[XYZ\d]\d{7}-?[A-Z]/iy, passesDni),
      afterLabel("check character of a NIF", COMPANY, passesCompany),
    ],
  },
};
