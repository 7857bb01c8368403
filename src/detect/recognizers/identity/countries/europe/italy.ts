// Italy. Codice fiscale, which the tessera sanitaria has, too: Decreto ministeriale of 23 December 1976. Partita IVA: Luhn
// (Agenzia delle Entrate).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesFiscalCode } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const CODICE = /[A-Z]{6}\d{2}[ABCDEHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/iy;
/** Day of birth, of women 40 more. A wrong last character is a slip or an example; nothing else looks like the rest. */
const WRITTEN = /[A-Z]{6}\d{2}[ABCDEHLMPRST](?:[04][1-9]|[1256]\d|[37][01])[A-Z]\d{3}[A-Z](?!-)/y;
const SHOWN = "check character of a codice fiscale";

/** Numbers of Italy. */
export const italy: Country = {
  national: { labels: "carta d identita|carta di identita|documento d identita" },
  tax: {
    labels: "partita iva|p iva|piva|iva|codice fiscale|cod fisc|c f!",
    forms: [
      form(SHOWN, CODICE, passesFiscalCode),
      form("check digit of a partita IVA", /\d{11}/y, passesLuhn),
    ],
    alone: (row) => [
      row(CODICE, [16, 16], 1, `form and ${SHOWN}`, passesFiscalCode),
      row(WRITTEN, [16, 16], 0.8, "form of a codice fiscale"),
    ],
  },
  insurance: { labels: "tessera sanitaria|numero tessera sanitaria|codice sanitario" },
};
