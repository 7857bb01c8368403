// France. NIR, also on the carte Vitale: key modulo 97 (INSEE). SIREN and SIRET: Luhn (INSEE). Numero fiscal (SPI): the
// first ten digits modulo 511 (DGFiP).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { passesNir } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withOrWithoutLabel } from "../country.ts";

const NIR = /[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/y;
const SIREN = /\d{3} ?\d{3} ?\d{3}(?: ?\d{5})?/y;
const SPI = /[0-3]\d ?\d{2} ?\d{3} ?\d{3} ?\d{3}/y;

function passesSpi(digits: string): boolean {
  return Number(digits.slice(0, 10)) % 511 === Number(digits.slice(10));
}

/** Numbers of France. */
export const france: Country = {
  national: {
    labels: "cni!|insee|nir",
    forms: [withOrWithoutLabel("key of a NIR", NIR, { run: [1, 1], score: 0.95 }, passesNir)],
  },
  tax: {
    labels: "siret|tva|siren|spi",
    forms: [
      afterLabel("check digit of a SIREN or SIRET", SIREN, passesLuhn),
      afterLabel("key of a numero fiscal", SPI, passesSpi),
    ],
  },
};
