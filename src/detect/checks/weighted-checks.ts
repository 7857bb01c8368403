// Check digits of national schemes, besides those in reference/check-digits.ts. All functions take letters and digits only,
// in upper case, of the length of their scheme.

import { passesLuhn } from "../../reference/check-digits.ts";

/** Sum of digits times weights. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of weights.entries()) sum += weight * (digits.charCodeAt(i) - 48);
  return sum;
}

/** Returns a check that the sum is a multiple of `modulus`; the sum includes the check digit, mostly with weight 1 or -1. */
export function summing(weights: readonly number[], modulus: number) {
  return (digits: string): boolean => weightedSum(digits, weights) % modulus === 0;
}

/** Sum of characters times weights, letters as 10 to 35. */
export function letterSum(compact: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of weights.entries())
    sum += weight * Number.parseInt(compact.charAt(i), 36);
  return sum;
}

/** Multiplies digits by weights and sums the decimal digits of the products. */
export function crossSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [i, weight] of weights.entries()) {
    const product = weight * digitAt(digits, i);
    sum += Math.floor(product / 10) + (product % 10);
  }
  return sum;
}

/** The digit of `text` at `at`, as a number. */
function digitAt(text: string, at: number): number {
  return text.charCodeAt(at) - 48;
}

/** ABA routing number, nine digits: 3-7-1 weights, and a first pair in use (ABA Routing Number Policy). */
export function passesAba(digits: string): boolean {
  const isInUse = /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits);
  return isInUse && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0;
}

/** NPI: Luhn over the ten digits after the issuer prefix 80840 (45 CFR 162.406, CMS check digit note). */
export function passesNpi(digits: string): boolean {
  return /^[12]/.test(digits) && passesLuhn(`80840${digits}`);
}

/** DEA number: two letters or letter and 9, seven digits, check as in the DEA's Diversion manual. */
export function passesDea(compact: string): boolean {
  return weightedSum(compact.slice(2), [1, 2, 1, 2, 1, 2, -1]) % 10 === 0;
}

/** NHS number, ten digits, modulus 11 (NHS Data Dictionary). */
export const passesNhs = summing([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 11);

/** Spanish DNI or NIE: letter by number modulo 23 (Real Decreto 1553/2005; Ministerio del Interior). */
export function passesDni(compact: string): boolean {
  const first = "XYZ".indexOf(compact.charAt(0));
  const digits = (first === -1 ? compact : `${first}${compact.slice(1)}`).slice(0, -1);
  return "TRWAGMYFPDXBNJZSQVHLCKE".charAt(Number(digits) % 23) === compact.slice(-1);
}

/** Brazilian CPF, eleven digits (Receita Federal). */
export function passesCpf(digits: string): boolean {
  if (/^(\d)\1*$/.test(digits)) return false;
  const first = (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11;
  const second = (weightedSum(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11;
  return first % 10 === digitAt(digits, 9) && second % 10 === digitAt(digits, 10);
}

const VERHOEFF_PRODUCT =
  "0123456789123406789523401789563401289567401239567859876043216598710432765982104387659321049876543210";
const VERHOEFF_SHIFT =
  "01234567891576283094580379614289160435279453126870428657390127938064157046913258";

/** Verhoeff check of an Aadhaar number, twelve digits (UIDAI). */
export function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (let i = 0; i < digits.length; i++) {
    const shifted = digitAt(VERHOEFF_SHIFT, (i % 8) * 10 + digitAt(digits, digits.length - 1 - i));
    check = digitAt(VERHOEFF_PRODUCT, check * 10 + shifted);
  }
  return check === 0;
}

/** ISO 7064 MOD 11,10: German tax identification number, VAT number; Croatian OIB. */
export function passesMod1110(digits: string): boolean {
  let product = 10;
  for (let i = 0; i < digits.length - 1; i++) {
    const sum = (digitAt(digits, i) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (11 - product) % 10 === digitAt(digits, digits.length - 1);
}

/** Dutch BSN, nine digits (Besluit burgerservicenummer: "elfproef"). */
export function passesBsn(digits: string): boolean {
  return digits !== "000000000" && passesDutchSum(digits);
}
/** The same check for a company's number, which may be all zeros. */
export const passesDutchSum = summing([9, 8, 7, 6, 5, 4, 3, 2, -1], 11);

/** French NIR, fifteen characters: 97 minus the remainder of the first thirteen; 2A and 2B are Corsica (INSEE). */
export function passesNir(compact: string): boolean {
  const digits = compact.replace("2A", "19").replace("2B", "18");
  return 97 - Number(BigInt(digits.slice(0, 13)) % 97n) === Number(digits.slice(13));
}

/** Belgian national number, eleven digits; a 2 goes before it for births since 2000 (Royal decree of 3 April 1984). */
export function passesBelgian(digits: string): boolean {
  const number = Number(digits.slice(0, 9));
  const check = Number(digits.slice(9));
  return 97 - (number % 97) === check || 97 - ((2_000_000_000 + number) % 97) === check;
}

/** EAN-13 check digit, used by the Swiss AHV number (Federal Social Insurance Office). */
export const passesEan13 = summing([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10);

/** Polish PESEL, eleven digits (Act on the population register). */
export const passesPesel = summing([1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10);

/** Polish NIP, ten digits (Act on the register of taxpayers). */
export const passesNip = summing([6, 5, 7, 2, 3, 4, 5, 6, 7, -1], 11);

/** Finnish personal identity code: check character of day, month, year and serial modulo 31 (DVV). */
export function passesHetu(compact: string): boolean {
  const digits = compact.slice(0, 6) + compact.slice(-4, -1);
  return "0123456789ABCDEFHJKLMNPRSTUVWXY".charAt(Number(digits) % 31) === compact.slice(-1);
}

const FISCAL_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/** Italian codice fiscale, sixteen characters (Decreto ministeriale of 23 December 1976). */
export function passesFiscalCode(compact: string): boolean {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const code = compact.charCodeAt(i);
    const value = code < 58 ? code - 48 : code - 65;
    sum += i % 2 === 0 ? (FISCAL_ODD[value] ?? 0) : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === compact.charAt(15);
}

/** Vehicle identification number: character 9 checks the others (49 CFR 565.15, table III to V). */
export function passesVin(vin: string): boolean {
  const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
  let sum = 0;
  for (const [i, weight] of weights.entries()) sum += weight * vinValue(vin.charCodeAt(i));
  return "0123456789X".charAt(sum % 11) === vin.charAt(8);
}

/** 49 CFR 565.15, table III: A-H are 1-8, J-R 1-9, S-Z 2-9. */
function vinValue(code: number): number {
  if (code < 58) return code - 48;
  const values = "12345678?12345?7?923456789";
  return Number(values.charAt(code - 65));
}

/** Australian Medicare card: the ninth digit is a weighted sum of the first eight (Services Australia; METeOR 270101). */
export const passesMedicare = summing([1, 3, 7, 9, 1, 3, 7, 9, -1], 10);

/** Chilean RUT: modulus 11 with weights 2 to 7 from the right (Servicio de Registro Civil); 10 is K. */
export function passesRut(compact: string): boolean {
  const sum = weightedSum(compact.slice(0, -1).padStart(8, "0"), [3, 2, 7, 6, 5, 4, 3, 2]);
  return "0123456789K".charAt((11 - (sum % 11)) % 11) === compact.slice(-1);
}
