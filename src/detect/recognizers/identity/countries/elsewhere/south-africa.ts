// South Africa. Identity number: date of birth, sex, citizenship and Luhn (Identification Act, Department of Home Affairs).
// Income tax number: Luhn (SARS).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { afterLabel, type Country, DAY, MONTH, withoutLabel } from "../country.ts";

const BORN = `\\d{2}${MONTH}${DAY}`;
const SOLID = new RegExp(`${BORN} ?\\d{4} ?[012]\\d ?\\d`, "y");
const GROUPED = new RegExp(`${BORN} \\d{4} [01][89]\\d(?! ?\\d)`, "y");
const SHOWN = "check digit of a South African number";

/** Numbers of South Africa. */
export const southAfrica: Country = {
  national: {
    labels: "south african id|sa id|rsa id",
    forms: [
      afterLabel(SHOWN, SOLID, passesLuhn),
      withoutLabel(SHOWN, GROUPED, { run: [6, 6], score: 0.85 }, passesLuhn),
    ],
  },
  tax: {
    labels: "income tax reference|sars number|sars tax number",
    forms: [afterLabel("check digit of a South African taxpayer", /[01239]\d{9}/y, passesLuhn)],
  },
};
