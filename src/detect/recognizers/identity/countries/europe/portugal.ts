// Portugal. NIF: modulus 11 (Autoridade Tributaria). Cartao de cidadao: Luhn with letters as 10 to 35 (AMA, "Validacao de
// Numero de Documento do Cartao de Cidadao"). The check of the SNS number is not published.

import { passesPortuguese } from "../../../../checks/vat-forms.ts";
import { afterLabel, type Country } from "../country.ts";

const CARD = /\d{8}[ -]?\d[ -]?[A-Z\d]{2}\d/iy;

function passesCard(compact: string): boolean {
  let sum = 0;
  for (let i = 0; i < 12; i++) {
    const value = Number.parseInt(compact.charAt(i), 36);
    const doubled = 2 * value > 9 ? 2 * value - 9 : 2 * value;
    sum += i % 2 === 0 ? doubled : value;
  }
  return sum % 10 === 0;
}

/** Numbers of Portugal. */
export const portugal: Country = {
  national: { forms: [afterLabel("check digit of a cartao de cidadao", CARD, passesCard)] },
  tax: {
    labels: "nipc",
    forms: [afterLabel("check digit of a NIF", /\d{3} ?\d{3} ?\d{3}/y, passesPortuguese)],
  },
};
