// Italy. Codice fiscale, also on the tessera sanitaria: Decreto ministeriale of 23 December 1976. Partita IVA: Luhn (Agenzia
// delle Entrate).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesFiscalCode } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withOrWithoutLabel, withoutLabel } from "../country.ts";

const CODICE = /[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/iy;
/** In groups, as on forms: names, date of birth, place and check character. */
const GROUPED = /[A-Z]{3} ?[A-Z]{3} \d{2}[ABCDEHLMPRST] ?\d{2} ?[A-Z]\d{3} ?[A-Z]/iy;
/** The day of birth is 40 higher for women. A wrong check character is a typo or an example: nothing else has this form. */
const WRITTEN = /[A-Z]{6}\d{2}[ABCDEHLMPRST](?:[04][1-9]|[1256]\d|[37][01])[A-Z]\d{3}[A-Z](?!-)/y;
const SHOWN = "check character of a codice fiscale";

/** Numbers of Italy. */
export const italy: Country = {
  tax: {
    labels: "partita iva|p iva|piva|codice fiscale|iva",
    forms: [
      withOrWithoutLabel(SHOWN, CODICE, { run: [16, 16], score: 1 }, passesFiscalCode),
      afterLabel(SHOWN, GROUPED, passesFiscalCode),
      afterLabel("check digit of a partita IVA", /\d{11}/y, passesLuhn),
      withoutLabel("form of a codice fiscale", WRITTEN, { run: [16, 16], score: 0.8 }),
    ],
  },
};
