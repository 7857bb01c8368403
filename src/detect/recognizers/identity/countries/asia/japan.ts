// Japan. Individual Number (My Number): modulus 11, Ministry of Internal Affairs ordinance 85 of 2014, article 5.

import { weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country } from "../country.ts";

const NUMBER = /\d{4}[ -]?\d{4}[ -]?\d{4}/y;

function passesIndividual(digits: string): boolean {
  const rest = weightedSum(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits.charAt(11));
}

/** Numbers of Japan. */
export const japan: Country = {
  national: {
    labels: "my number|mynumber|individual number!|kojin bango|kojin bangou",
    forms: [afterLabel("check digit of an Individual Number", NUMBER, passesIndividual)],
  },
};
