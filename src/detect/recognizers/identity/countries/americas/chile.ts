// Chile. RUT and RUN: modulus 11 (Servicio de Registro Civil).

import { passesRut } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const RUT = /\d{1,2}\.\d{3}\.\d{3}-[\dKk]/y;

/** Numbers of Chile. */
export const chile: Country = {
  tax: {
    labels: "rut!|run!",
    forms: [form("check digit of a RUT", RUT, passesRut)],
    alone: (row) => [row(RUT, [1, 2], 0.95, "form and check digit of a RUT", passesRut)],
  },
};
