// Brazil. CPF and CNPJ: Receita Federal; CNPJ with letters as their code less 48: Instrucao Normativa RFB 2.229 of 2024. CNS of
// the health service: DATASUS, weights 15 to 1, modulus 11.

import { passesCpf, weightedSum } from "../../../../checks/weighted-checks.ts";
import { form } from "../../../../labels/label-values.ts";
import type { Country } from "../country.ts";

const CPF = /\d{3}\.\d{3}\.\d{3}-\d{2}/y;
const CNPJ = /[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}/y;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

function passesCnpj(compact: string): boolean {
  const first = (weightedSum(compact, CNPJ_WEIGHTS.slice(1)) * 10) % 11;
  const second = (weightedSum(compact, CNPJ_WEIGHTS) * 10) % 11;
  return compact.endsWith(`${first % 10}${second % 10}`);
}

function passesCns(digits: string): boolean {
  return weightedSum(digits, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}

/** Numbers of Brazil. */
export const brazil: Country = {
  national: { labels: "rg!" },
  tax: {
    labels: "cpf|cnpj",
    forms: [
      form("the check digits of a CPF", CPF, passesCpf),
      form("the check digits of a CPF", /\d{11}/y, passesCpf),
      form("the check digits of a CNPJ", CNPJ, passesCnpj),
      form("the check digits of a CNPJ", /[A-Z\d]{12}\d{2}/y, passesCnpj),
      form("the form of a CNPJ", /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/y),
    ],
    alone: (row) => [
      row(CPF, [3, 3], 1, "form and check digits of a CPF", passesCpf),
      row(CNPJ, [2, 2], 0.95, "form and check digits of a CNPJ", passesCnpj),
    ],
  },
  patient: {
    labels: "cns!|cartao sus|cartao do sus|numero do sus|cartao nacional de saude",
    forms: [form("check digit of a CNS", /[12789]\d{2} ?\d{4} ?\d{4} ?\d{4}/y, passesCns)],
  },
};
