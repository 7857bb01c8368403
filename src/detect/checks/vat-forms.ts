// VAT identification numbers: forms per country as the European Commission's VIES page gives them, check
// digits where the country has published them (also in BZSt, Agenzia delle Entrate, HMRC, SIREN of INSEE).

import { mod97, passesLuhn } from "../../reference/check-digits.ts";
import {
  crossSum,
  passesDni,
  passesDutchSum,
  passesMod1110,
  passesNip,
  summing,
  weightedSum,
} from "./weighted-checks.ts";

interface VatForm {
  readonly body: RegExp;
  readonly check?: (body: string) => boolean;
}

/** Since 2020 (sole traders): MOD 97-10 over "NL" and the number. */
function passesDutch(body: string): boolean {
  return passesDutchSum(body) || mod97(`NL${body}`) === 1;
}

function passesFrench(body: string): boolean {
  const siren = Number(body.slice(2));
  return /^\d{11}$/.test(body) ? Number(body.slice(0, 2)) === (12 + 3 * (siren % 97)) % 97 : true;
}

function passesBritish(body: string): boolean {
  const total = weightedSum(body, [8, 7, 6, 5, 4, 3, 2]) + Number(body.slice(7, 9));
  return total % 97 === 0 || (total + 55) % 97 === 0;
}

function passesAustrian(body: string): boolean {
  const total = crossSum(body.slice(1), [1, 2, 1, 2, 1, 2, 1]);
  return (106 - total) % 10 === Number(body.charAt(8));
}

const FORMS: Readonly<Record<string, VatForm>> = {
  AT: { body: /^U\d{8}$/, check: passesAustrian },
  BE: {
    body: /^[01]\d{9}$/,
    check: (b) => 97 - (Number(b.slice(0, 8)) % 97) === Number(b.slice(8)),
  },
  BG: { body: /^\d{9,10}$/ },
  CY: { body: /^\d{8}[A-Z]$/ },
  CZ: { body: /^\d{8,10}$/ },
  DE: { body: /^\d{9}$/, check: passesMod1110 },
  DK: { body: /^\d{8}$/, check: summing([2, 7, 6, 5, 4, 3, 2, 1], 11) },
  EE: { body: /^\d{9}$/, check: summing([3, 7, 1, 3, 7, 1, 3, 7, 1], 10) },
  EL: { body: /^\d{9}$/ },
  ES: {
    body: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
    check: (b) => !/^[\dXYZ]\d{7}[A-Z]$/.test(b) || passesDni(b),
  },
  FI: { body: /^\d{8}$/, check: summing([7, 9, 10, 5, 8, 4, 2, 1], 11) },
  FR: { body: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, check: passesFrench },
  GB: { body: /^\d{9}(?:\d{3})?$/, check: passesBritish },
  HR: { body: /^\d{11}$/, check: passesMod1110 },
  HU: { body: /^\d{8}$/, check: summing([9, 7, 3, 1, 9, 7, 3, 1], 10) },
  IE: { body: /^\d[A-Z0-9+*]\d{5}[A-W][A-I]?$/ },
  IT: { body: /^\d{11}$/, check: passesLuhn },
  LT: { body: /^\d{9}(?:\d{3})?$/ },
  LU: { body: /^\d{8}$/, check: (b) => Number(b.slice(0, 6)) % 89 === Number(b.slice(6)) },
  LV: { body: /^\d{11}$/ },
  MT: {
    body: /^\d{8}$/,
    check: (b) => weightedSum(b, [3, 4, 6, 7, 8, 9]) % 37 === 37 - Number(b.slice(6)),
  },
  NL: { body: /^\d{9}B\d{2}$/, check: passesDutch },
  PL: { body: /^\d{10}$/, check: passesNip },
  PT: { body: /^\d{9}$/, check: passesPortuguese },
  RO: { body: /^\d{2,10}$/ },
  SE: { body: /^\d{10}01$/, check: (b) => passesLuhn(b.slice(0, 10)) },
  SI: { body: /^\d{8}$/ },
  SK: { body: /^\d{10}$/, check: (b) => Number(b) % 11 === 0 },
  XI: { body: /^\d{9}(?:\d{3})?$/, check: passesBritish },
  NO: { body: /^\d{9}(?:MVA)?$/, check: summing([3, 2, 7, 6, 5, 4, 3, 2, 1], 11) },
};

/** Portuguese NIF: modulus 11; the check digit is 0 where the remainder is below 2 (Autoridade Tributaria). */
export function passesPortuguese(body: string): boolean {
  const rest = weightedSum(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(body.charAt(8));
}

/** Judges a VAT number that begins with its country: "checked", "form" (no check known), or null. */
export function judgeVat(compact: string): "checked" | "form" | null {
  const form = FORMS[compact.slice(0, 2)];
  const body = compact.slice(2);
  if (!form?.body.test(body)) return null;
  if (form.check === undefined) return "form";
  return form.check(body) ? "checked" : null;
}
