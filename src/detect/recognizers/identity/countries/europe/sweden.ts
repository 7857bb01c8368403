// Sweden. Personnummer and samordningsnummer (day and 60): Luhn (Skatteverket, SKV 704 and SKV 707). Organisationsnummer:
// Luhn (Bolagsverket).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesPersonnummer } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

/** Numbers of Sweden. */
export const sweden: Country = {
  national: {
    labels: "personnummer|samordningsnummer",
    forms: [
      form("check digit of a personnummer", /(?:\d{2})?\d{6}[-+ ]?\d{4}/y, passesPersonnummer),
    ],
  },
  tax: {
    labels: "moms!|momsnr|orgnr|organisationsnummer",
    forms: [form("check digit of an organisationsnummer", /\d{6}-\d{4}/y, passesLuhn)],
  },
};
