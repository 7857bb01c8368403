// South Africa. Identity number: date of birth, sex, citizenship and Luhn (Identification Act, Department of Home Affairs).
// Income tax number: Luhn (SARS).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { form } from "../../../../labels/label-values.ts";
import { type Country, DAY, MONTH } from "../country.ts";

const BORN = `\\d{2}${MONTH}${DAY}`;
const SHOWN = "check digit of a South African number";

/** Numbers of South Africa. */
export const southAfrica: Country = {
  national: {
    labels: "south african id|sa id|rsa id|sa id number|rsa id number|south african id number",
    forms: [form(SHOWN, new RegExp(`${BORN} ?\\d{4} ?[012]\\d ?\\d`, "y"), passesLuhn)],
    alone: (row) => [
      row(
        new RegExp(`${BORN} \\d{4} [01][89]\\d(?! ?\\d)`, "y"),
        [6, 6],
        0.85,
        `form and ${SHOWN}`,
        passesLuhn,
      ),
    ],
  },
  tax: {
    labels: "income tax reference|income tax reference number|sars number|sars tax number",
    forms: [form("check digit of a South African taxpayer", /[01239]\d{9}/y, passesLuhn)],
  },
};
