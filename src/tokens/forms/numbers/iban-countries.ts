// Countries that an IBAN token can keep: those with bank codes that no bank has.
//
// Lengths and structures: SWIFT, IBAN Registry (ISO 13616-2), release 100. Bank codes: the authority named with each
// country, and all codes of the bank directories collected by the schwifty library (MIT licence, release 2026.10.1, October
// 2026), none of which begins like these. Facts only; nothing is copied.

import { luhnDigit } from "../../../reference/check-digits.ts";

/** How to write the accounts of a country that no bank keeps. */
export interface IbanCountry {
  /**
   * The account number (BBAN) character by character: "n" a free digit, "a" a free capital letter, "k" a check digit or
   * letter that the country defines, anything else stands for itself.
   */
  readonly pattern: string;
  /** Computes the country's check characters, in the order of the "k"s, from a BBAN with "0" in their places. */
  readonly check: ((bban: string) => string) | null;
}

/**
 * - DE: the first digit of a Bankleitzahl is the clearing area, 1 to 8 (Deutsche Bundesbank, "Bankleitzahlen: Aufbau"); no
 *   area is 9.
 * - CH, LI: a clearing number (IID) has three to five digits, padded with zeros (SIX Interbank Clearing, Bank Master); 000nn
 *   has only two.
 * - ES: the first digit is the kind of institution, 0 to 3, 4, 6, 8 or 9 (Banco de España, Registro de entidades); no kind
 *   is 5.
 * - FI: account numbers begin with the bank group's number, 1 to 8 (Finance Finland, "Finnish monetary institution codes and
 *   BIC codes"); no group is 0.
 * - FR, MC: the interbank codes (CIB, Banque de France) begin at 10001; none begins with 0.
 * - GB: the first pair of a sort code names the bank, from 01 (Pay.UK, Extended Industry Sort Code Directory); no British
 *   bank's four letters begin with XX, as these do.
 * - IE: Irish sort codes begin with 9 (Banking & Payments Federation Ireland); these with 00, and XX as above.
 * - IT: the codes of the Italian bank association (ABI) begin with 0 to 3; none begins with 9.
 * - NL: no bank in the Dutch payments association's BIC list begins with XX.
 * - PL: bank numbers have three digits from 101 or four from 8001 (Narodowy Bank Polski, Ewidencja numerów banków); none
 *   begins with 0.
 * - SE: the first digits are the clearing number, 1000 to 9999 (Bankinfrastruktur, "IBAN och svenskt nationellt
 *   kontonummer"); none begins with 0.
 */
export const IBAN_COUNTRIES: ReadonlyMap<string, IbanCountry> = new Map([
  ["CH", { pattern: "000nnnnnnnnnnnnnn", check: null }],
  ["DE", { pattern: "9nnnnnnnnnnnnnnnnn", check: null }],
  ["ES", { pattern: "5nnnnnnnkknnnnnnnnnn", check: spanish }],
  ["FI", { pattern: "0nnnnnnnnnnnnk", check: finnish }],
  ["FR", { pattern: "0nnnnnnnnnnnnnnnnnnnnkk", check: french }],
  ["GB", { pattern: "XXaa00nnnnnnnnnnnn", check: null }],
  ["IE", { pattern: "XXaa00nnnnnnnnnnnn", check: null }],
  ["IT", { pattern: "k9nnnnnnnnnnnnnnnnnnnnn", check: italian }],
  ["LI", { pattern: "000nnnnnnnnnnnnnn", check: null }],
  ["MC", { pattern: "0nnnnnnnnnnnnnnnnnnnnkk", check: french }],
  ["NL", { pattern: "XXaannnnnnnnnn", check: null }],
  ["PL", { pattern: "0nnnnnnknnnnnnnnnnnnnnnn", check: polish }],
  ["SE", { pattern: "0nnnnnnnnnnnnnnnnnnn", check: null }],
]);

function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += (digits.charCodeAt(i) - 48) * (weights[i] ?? 0);
  return sum;
}

const SPANISH_WEIGHTS: readonly number[] = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/** Dígitos de control: one for bank and branch, one for the account, modulo 11 (Consejo Superior Bancario, CCC). */
function spanish(bban: string): string {
  const digit = (ten: string): number => {
    const check = 11 - (weighted(ten, SPANISH_WEIGHTS) % 11);
    return check === 11 ? 0 : check === 10 ? 1 : check;
  };
  return `${digit(`00${bban.slice(0, 8)}`)}${digit(bban.slice(10))}`;
}

/** Luhn over the whole number (Finance Finland, "The structure of Finnish bank account numbers"). */
function finnish(bban: string): string {
  return String(luhnDigit(bban.slice(0, 13)));
}

/** Clé RIB: 97 minus the whole number modulo 97 (CFONB). */
function french(bban: string): string {
  const rest =
    (89 * Number(bban.slice(0, 5)) +
      15 * Number(bban.slice(5, 10)) +
      3 * Number(bban.slice(10, 21))) %
    97;
  return String(97 - rest).padStart(2, "0");
}

/** Values of the digits 0 to 9 at odd positions of the CIN. */
const ITALIAN_ODD: readonly number[] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** CIN: one letter from 22 digits; the table gives the values of those at odd positions (ABI). */
function italian(bban: string): string {
  let sum = 0;
  for (let i = 1; i < bban.length; i++) {
    const digit = bban.charCodeAt(i) - 48;
    sum += i % 2 === 1 ? (ITALIAN_ODD[digit] ?? 0) : digit;
  }
  return String.fromCharCode(65 + (sum % 26));
}

const POLISH_WEIGHTS: readonly number[] = [3, 9, 7, 1, 3, 9, 7];

/** The eighth digit of the bank's settlement number: modulo 10 (Narodowy Bank Polski). */
function polish(bban: string): string {
  return String((10 - (weighted(bban.slice(0, 7), POLISH_WEIGHTS) % 10)) % 10);
}
