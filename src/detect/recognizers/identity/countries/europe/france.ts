// France. NIR, which the carte Vitale has: key modulo 97 (INSEE). SIREN and SIRET: Luhn (INSEE). Numero fiscal (SPI): the
// first ten digits modulo 511 (DGFiP).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesNir } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const NIR = /[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/y;

function passesSpi(digits: string): boolean {
  return Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10));
}

/** Numbers of France. */
export const france: Country = {
  national: {
    labels:
      "carte d identite|carte nationale d identite|cni!|numero de securite sociale|securite sociale|insee|nir|" +
      "numero insee|carte vitale|numero de carte vitale",
    forms: [form("key of a NIR", NIR, passesNir)],
    alone: (row) => [row(NIR, [1, 1], 0.95, "form and key of a NIR", passesNir)],
  },
  tax: {
    labels:
      "tva|numero tva|numero de tva|tva intracommunautaire|numero fiscal|numero fiscale|siren|siret|spi",
    forms: [
      form("check digit of a SIREN or SIRET", /\d{3} ?\d{3} ?\d{3}(?: ?\d{5})?/y, passesLuhn),
      form("key of a numero fiscal", /[0-3]\d ?\d{2} ?\d{3} ?\d{3} ?\d{3}/y, passesSpi),
    ],
  },
};
