// Spain. DNI and NIE: Real Decreto 1553/2005. NIF of companies: Orden EHA/451/2008, Luhn or its letter. Social security
// number: the first ten digits modulo 97 (Tesoreria General de la Seguridad Social).

import { luhnDigit } from "../../../../../reference/check-digits.ts";
import { passesDni } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const NASS = /\d{2}[ /-]?\d{8}[ /-]?\d{2}/y;

function passesCompany(compact: string): boolean {
  const digit = luhnDigit(compact.slice(1, 8));
  return compact.slice(-1) === String(digit) || compact.slice(-1) === "JABCDEFGHI".charAt(digit);
}

/** Numbers below ten million stand behind the province without their first zero. */
function passesNass(digits: string): boolean {
  const number = digits.slice(digits.charAt(2) === "0" ? 3 : 2, 10);
  return Number(digits.slice(0, 2) + number) % 97 === Number(digits.slice(10));
}

/** Numbers of Spain. */
export const spain: Country = {
  national: {
    labels:
      "dni|nie|documento nacional|documento de identidad|documento de identidade|" +
      "numero de seguridad social|seguridad social|numero de identidad|numero de la seguridad social|nass|naf!",
    forms: [
      form("check letter of a DNI or NIE", /[XYZ\d][ -]?\d{7}[ -]?[A-Z]/iy, passesDni),
      form("check digits of a social security number", NASS, passesNass),
      form("the form of a social security number", /\d{2}[ /-]?\d{8}[ /-]?\d{2}/y),
    ],
    alone: (row) => [
      row(/\d{8}-?[A-Z](?!-)/y, [8, 9], 0.6, "form and check letter of a DNI", passesDni),
      row(/[XYZ]\d{7}-?[A-Z](?!-)/y, [8, 9], 0.85, "form and check letter of an NIE", passesDni),
    ],
  },
  tax: {
    labels: "nif|cif|numero de identificacion fiscal|identificacion fiscal",
    forms: [
      form("the check letter of a NIF", /[XYZ\d]\d{7}-?[A-Z]/iy, passesDni),
      form("the check character of a NIF", /[ABCDEFGHJNPQRSUVW]-?\d{7}-?[A-J\d]/iy, passesCompany),
    ],
  },
};
