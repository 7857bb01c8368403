// IBAN tokens: right check digits, right length, and a bank or a country that does not exist.
import { mod97, passesMod97 } from "../../../reference/check-digits.ts";
import { IBAN_LENGTHS } from "../../../reference/countries.ts";
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import { MAX_PADDED_DIGITS, paddedDigits } from "../../cipher/whole-numbers.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, ID_STAGE_SIZE, idStage, type Stage } from "../../stages.ts";
import { applySeparators } from "../plain/shape.ts";
import { IBAN_COUNTRIES, type IbanCountry } from "./iban-countries.ts";

/**
 * Country code of tokens that cannot keep theirs: one of the codes that ISO 3166-1 leaves to its users
 * (AA, QM to QZ, XA to XZ, ZZ) and will never assign, and not one with an entry in the IBAN registry (XK is).
 */
const NO_COUNTRY = "XX";
/** Longest IBAN: 34 signs (ISO 13616-1). */
const MAX_LENGTH = 34;
/** Country code and check digits. */
const HEAD_LENGTH = 4;

/** Shortest text that is taken for one. */
const MIN_LENGTH = 15;
const SPACE = 32;
const DASH = 45;

/**
 * The letters and digits of a text like an IBAN: 15 to 34 of them, two letters first, then two digits, with
 * single blanks or dashes between. Null for any other. A regular expression takes three times as long.
 */
function signsOf(text: string): string | null {
  let signs = "";
  let from = 0;
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const value = digitValue(code);
    if (value < 0) {
      if ((code !== SPACE && code !== DASH) || i === from) return null;
      signs += text.slice(from, i);
      from = i + 1;
      continue;
    }
    // Values from ten up are letters.
    if (count < HEAD_LENGTH && value >= 10 !== count < 2) return null;
    if (++count > MAX_LENGTH) return null;
  }
  if (count < MIN_LENGTH || from === text.length) return null;
  return from === 0 ? text : signs + text.slice(from);
}

/** Space numbers: those of country codes (two letters as a number below 676), then those of lengths. */
function countrySpace(country: string): number {
  return SPACES.iban + (country.charCodeAt(0) - 65) * 26 + country.charCodeAt(1) - 65;
}
const LENGTH_SPACES = SPACES.iban + 1_000;

/** The IBAN of a country code and an account number (ISO 13616-1 section 6). */
function iban(country: string, bban: string): string {
  const check = 98 - mod97("00", mod97(country, mod97(bban)));
  return country + (check < 10 ? "0" : "") + check + bban;
}

/**
 * A row of digits that begins with the number's 15 digits. What follows has nothing to say and only shall
 * not be a row of zeros: a linear congruential generator started by the number.
 */
function digitsFrom(number: number, count: number): string {
  let digits = paddedDigits(number, Math.min(count, MAX_PADDED_DIGITS));
  let state = number | 0;
  for (let i = MAX_PADDED_DIGITS; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    digits += ((state >>> 16) * 10) >>> 16;
  }
  return digits;
}

/** How many signs of a kind a pattern has. */
function count(pattern: string, kind: string): number {
  return pattern.split(kind).length - 1;
}

/** A country's accounts: how many are numbered, and the IBAN of each. */
interface Accounts {
  readonly size: number;
  readonly spell: (number: number) => string;
}

function accountsOf(country: string, { pattern, check }: IbanCountry): Accounts {
  const digits = count(pattern, "n");
  const numbers = 10 ** Math.min(digits, MAX_PADDED_DIGITS);
  // Runs of one kind of sign: "9nnn" is "9" and "nnn".
  const runs = pattern.match(/n+|a+|k+|[^nak]+/g) ?? [];
  return {
    size: numbers * 26 ** count(pattern, "a"),
    spell: (number) => {
      const letters = Math.floor(number / numbers);
      const free = digitsFrom(number - letters * numbers, digits);
      let taken = 0;
      let bban = "";
      for (const run of runs) {
        const kind = run.charCodeAt(0);
        if (kind === DIGITS) {
          bban += free.slice(taken, taken + run.length);
          taken += run.length;
        } else if (kind === CHECK) bban += NO_CHECK.slice(0, run.length);
        else bban += kind === LETTERS ? letterPair(letters) : run;
      }
      return iban(country, check === null ? bban : withCheck(pattern, bban, check(bban)));
    },
  };
}

/** Signs of a pattern ("n", "a", "k"), and what stands for check digits before they are known. */
const DIGITS = 110;
const LETTERS = 97;
const CHECK = 107;
const NO_CHECK = "00";

/** Two letters: patterns have either none or a pair. */
function letterPair(number: number): string {
  return String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));
}

/** The check digits in the places of the "k"s, which stand together. */
function withCheck(pattern: string, bban: string, check: string): string {
  const at = pattern.indexOf("k");
  return bban.slice(0, at) + check + bban.slice(at + check.length);
}

/** A BBAN with "0" for its check digits. */
function unchecked(pattern: string, bban: string): string {
  return withCheck(pattern, bban, NO_CHECK.slice(0, count(pattern, "k")));
}

const ACCOUNTS: ReadonlyMap<string, Accounts> = new Map(
  [...IBAN_COUNTRIES].map(([code, country]) => [code, accountsOf(code, country)]),
);

/** The stage of a set of accounts: it carries the id when there are enough of them. */
function stageOf(value: string, space: number, accounts: Accounts, longer = false): Stage {
  const text = (number: number): string => inStyleOf(value, accounts.spell(number), longer);
  if (accounts.size >= ID_STAGE_SIZE) return idStage(space, accounts.size, text);
  return countedStage(space, accounts.size, text, accounts.size / 2);
}

/** Accounts of no country, with so many signs in all: nothing but digits. */
function countryless(length: number): Accounts {
  const digits = length - HEAD_LENGTH;
  return {
    size: 10 ** Math.min(digits, MAX_PADDED_DIGITS),
    spell: (number) => iban(NO_COUNTRY, digitsFrom(number, digits)),
  };
}

/** Punctuation and letter case of the value; a longer token goes on in groups of four. */
function inStyleOf(value: string, token: string, longer: boolean): string {
  const cased = /[A-Z]/.test(value) ? token : token.toLowerCase();
  if (longer && isSeparator(value.charCodeAt(4))) {
    return (cased.match(/.{1,4}/g) ?? []).join(value.charAt(4));
  }
  return applySeparators(value, cased);
}

/** True when a BBAN is one that the country's accounts are spelled with. */
function hasPattern({ pattern, check }: IbanCountry, bban: string): boolean {
  if (bban.length !== pattern.length) return false;
  for (let i = 0; i < pattern.length; i++) {
    const sign = pattern[i];
    if (sign === "n") {
      if (bban.charCodeAt(i) > 57) return false;
    } else if (sign === "a") {
      if (bban.charCodeAt(i) < 65) return false;
    } else if (sign !== "k" && sign !== bban[i]) return false;
  }
  return check === null || withCheck(pattern, bban, check(unchecked(pattern, bban))) === bban;
}

/**
 * Tokens for IBANs (15 to 34 letters and digits, also in groups). A country that has bank codes without
 * a bank (iban-countries.ts) is kept, with its length, its own check digits and half of such accounts
 * (space SPACES.iban + the country code as a number below 676). Another country, or a text of a wrong
 * length for its own, gives the user-assigned code XX with as many digits as it has letters and digits
 * (SPACES.iban + 1000 + length). Where these are too few to carry the id, XX with 30 digits follows.
 */
export const ibanForm: FixedForm = {
  stages(value) {
    const signs = signsOf(value);
    if (signs === null) return null;
    const country = signs.slice(0, 2).toUpperCase();
    const known = IBAN_LENGTHS.get(country) === signs.length;
    const accounts = known ? ACCOUNTS.get(country) : undefined;
    const natural =
      accounts === undefined
        ? stageOf(value, LENGTH_SPACES + signs.length, countryless(signs.length))
        : stageOf(value, countrySpace(country), accounts);
    if (natural.space === null) return [natural];
    return [natural, stageOf(value, LENGTH_SPACES + MAX_LENGTH, countryless(MAX_LENGTH), true)];
  },
  mayBe(text) {
    const signs = signsOf(text)?.toUpperCase();
    if (signs === undefined) return false;
    const bban = signs.slice(HEAD_LENGTH);
    if (!passesMod97(signs)) return false;
    const code = signs.slice(0, 2);
    if (code === NO_COUNTRY) return /^\d+$/.test(bban);
    const country = IBAN_COUNTRIES.get(code);
    return country !== undefined && hasPattern(country, bban);
  },
};
