// Sweden. Personnummer, and samordningsnummer (60 added to the day): Luhn (Skatteverket, SKV 704 and SKV 707).
// Organisationsnummer: Luhn (Bolagsverket).

import { passesLuhn } from "../../../../../reference/check-digits.ts";
import { afterLabel, type Country } from "../country.ts";

const NUMBER = /(?:\d{2})?\d{6}[-+ ]?\d{4}/y;
/** Over the last ten digits: the century is not checked. */
const passesPersonnummer = (digits: string) => passesLuhn(digits.slice(-10));

/** Numbers of Sweden. */
export const sweden: Country = {
  national: {
    labels: "personnummer|samordningsnummer",
    forms: [afterLabel("check digit of a personnummer", NUMBER, passesPersonnummer)],
  },
  tax: {
    labels: "organisationsnummer",
    forms: [afterLabel("check digit of an organisationsnummer", /\d{6}-\d{4}/y, passesLuhn)],
  },
};
