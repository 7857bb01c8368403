// Brazil. CPF and CNPJ: Receita Federal; letters in a CNPJ count as their code minus 48: Instrucao Normativa RFB 2.229 of
// 2024. CNS of the health service: DATASUS, weights 15 to 1, modulus 11.

import { passesCpf, summing, weightedSum } from "../../../../checks/weighted-checks.ts";
import { afterLabel, type Country, withOrWithoutLabel } from "../country.ts";

const CNPJ = /[A-Z\d]{2}\.[A-Z\d]{3}\.[A-Z\d]{3}\/[A-Z\d]{4}-\d{2}/y;
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

function passesCnpj(compact: string): boolean {
  const first = (weightedSum(compact, CNPJ_WEIGHTS.slice(1)) * 10) % 11;
  const second = (weightedSum(compact, CNPJ_WEIGHTS) * 10) % 11;
  return compact.endsWith(`${first % 10}${second % 10}`);
}

const passesCns = summing([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 11);

/** Numbers of Brazil. */
export const brazil: Country = {
  national: {
    labels: "rg?",
    forms: [afterLabel("form of an RG", /\d{1,2}\.\d{3}\.\d{3}-[\dX]/iy)],
  },
  tax: {
    labels: "cpf|cnpj",
    forms: [
      withOrWithoutLabel(
        "check digits of a CPF",
        /\d{3}\.\d{3}\.\d{3}-\d{2}/y,
        { run: [3, 3], score: 1 },
        passesCpf,
      ),
      afterLabel("check digits of a CPF", /\d{11}/y, passesCpf),
      withOrWithoutLabel("check digits of a CNPJ", CNPJ, { run: [2, 2], score: 0.95 }, passesCnpj),
      afterLabel("check digits of a CNPJ", /[A-Z\d]{12}\d{2}/y, passesCnpj),
      afterLabel("form of a CNPJ", /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/y),
    ],
  },
  patient: {
    labels: "cns!",
    forms: [afterLabel("check digit of a CNS", /[12789]\d{2} ?\d{4} ?\d{4} ?\d{4}/y, passesCns)],
  },
};
