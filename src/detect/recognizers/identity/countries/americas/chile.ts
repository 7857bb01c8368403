// Chile. RUT and RUN: modulus 11 (Servicio de Registro Civil).

import { passesRut } from "../../../../checks/weighted-checks.ts";
import { type Country, withOrWithoutLabel } from "../country.ts";

const RUT = /\d{1,2}\.\d{3}\.\d{3}-[\dKk]/y;

/** Numbers of Chile. */
export const chile: Country = {
  tax: {
    forms: [
      withOrWithoutLabel("check digit of a RUT", RUT, { run: [1, 2], score: 0.95 }, passesRut),
    ],
  },
};
