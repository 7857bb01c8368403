// Portugal. NIF: modulus 11 (Autoridade Tributaria). Cartao de cidadao: Luhn with letters as 10 to 35 (AMA, "Validacao de
// Numero de Documento do Cartao de Cidadao"). The check of the number of the SNS is not published.

import { passesPortuguese } from "../../../../checks/vat-forms.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

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
  national: {
    labels: "cartao de cidadao|bilhete de identidade|numero do cartao de cidadao",
    forms: [
      form("check digit of a cartao de cidadao", /\d{8}[ -]?\d[ -]?[A-Z\d]{2}\d/iy, passesCard),
    ],
  },
  tax: {
    labels: "nipc|contribuinte|numero de contribuinte",
    forms: [form("the check digit of a NIF", /\d{3} ?\d{3} ?\d{3}/y, passesPortuguese)],
  },
  patient: { labels: "numero de utente|numero utente|utente!|numero do sns|numero sns" },
};
