// IBAN tokens: valid check digits, the right length, and a bank or a country that does not exist.
import { mod97, passesMod97 } from "../../../reference/check-digits.ts";
import { IBAN_LENGTHS } from "../../../reference/countries.ts";
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, ID_STAGE_SIZE, idStage, type Stage } from "../../stages.ts";
import { applySeparators } from "../plain/shape.ts";
import { IBAN_COUNTRIES, type IbanCountry } from "./iban-countries.ts";

/**
 * Country code of tokens that cannot keep their value's: one of the codes that ISO 3166-1 leaves to its users (AA, QM to QZ,
 * XA to XZ, ZZ) and will never assign, and one that the IBAN registry does not have (it has XK).
 */
const NO_COUNTRY = "XX";
/** Length of the longest IBAN: 34 characters (ISO 13616-1). */
const MAX_LENGTH = 34;
/** Length of country code and check digits. */
const HEAD_LENGTH = 4;

/** Length of the shortest text that is read as an IBAN. */
const MIN_LENGTH = 15;
const SPACE = 32;
const DASH = 45;

/**
 * The letters and digits of a text like an IBAN: 15 to 34, first two letters, then two digits, with single blanks or dashes
 * between. Null for any other text. A regular expression takes three times as long.
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
    // Digit values from ten on are letters.
    if (count < HEAD_LENGTH && value >= 10 !== count < 2) return null;
    if (++count > MAX_LENGTH) return null;
  }
  if (count < MIN_LENGTH || from === text.length) return null;
  return from === 0 ? text : signs + text.slice(from);
}

/** Space numbers: first those of country codes (two letters as a number below 676), then those of lengths. */
function countrySpace(country: string): number {
  return SPACES.iban + (country.charCodeAt(0) - 65) * 26 + country.charCodeAt(1) - 65;
}
const LENGTH_SPACES = SPACES.iban + 1_000;

/** The IBAN of a country code and an account number (ISO 13616-1 section 6). */
function iban(country: string, bban: string): string {
  const check = 98 - mod97("00", mod97(country, mod97(bban)));
  return country + (check < 10 ? "0" : "") + check + bban;
}

/** Digits of an account that its number decides: as many as a number holds exactly. */
const MAX_OWN_DIGITS = 15;

/** `count` digits: the number's 15, then filling from a generator seeded with it, which only avoids a run of zeros. */
function digitsFrom(number: number, count: number): string {
  let digits = String(number).padStart(Math.min(count, MAX_OWN_DIGITS), "0");
  let state = number | 0;
  for (let i = MAX_OWN_DIGITS; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    digits += ((state >>> 16) * 10) >>> 16;
  }
  return digits;
}

/** How often a character occurs in a pattern. */
function count(pattern: string, kind: string): number {
  return pattern.split(kind).length - 1;
}

/** A country's free accounts: how many there are, and the IBAN of each. */
interface Accounts {
  readonly size: number;
  readonly spell: (number: number) => string;
}

function accountsOf(country: string, { pattern, check }: IbanCountry): Accounts {
  const digits = count(pattern, "n");
  const numbers = 10 ** Math.min(digits, MAX_OWN_DIGITS);
  // Runs of one kind: "9nnn" is "9" and "nnn".
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

/** Codes of the pattern characters "n", "a" and "k", and a placeholder for check digits not yet known. */
const DIGITS = 110;
const LETTERS = 97;
const CHECK = 107;
const NO_CHECK = "00";

/** A number as two letters: a pattern has a pair of free letters or none. */
function letterPair(number: number): string {
  return String.fromCharCode(65 + Math.floor(number / 26), 65 + (number % 26));
}

/** Put the check digits in the place of the "k"s, which are adjacent. */
function withCheck(pattern: string, bban: string, check: string): string {
  const at = pattern.indexOf("k");
  return bban.slice(0, at) + check + bban.slice(at + check.length);
}

/** A BBAN with "0" for each check digit. */
function unchecked(pattern: string, bban: string): string {
  return withCheck(pattern, bban, NO_CHECK.slice(0, count(pattern, "k")));
}

const ACCOUNTS: ReadonlyMap<string, Accounts> = new Map(
  [...IBAN_COUNTRIES].map(([code, country]) => [code, accountsOf(code, country)]),
);

/** The stage of a set of accounts; it carries the id when there are enough of them. */
function stageOf(value: string, space: number, accounts: Accounts, longer = false): Stage {
  const text = (number: number): string => inStyleOf(value, accounts.spell(number), longer);
  if (accounts.size >= ID_STAGE_SIZE) return idStage(space, accounts.size, text);
  return countedStage(space, accounts.size, text, accounts.size / 2);
}

/** IBANs of this length without a country: only digits follow. */
function countryless(length: number): Accounts {
  const digits = length - HEAD_LENGTH;
  return {
    size: 10 ** Math.min(digits, MAX_OWN_DIGITS),
    spell: (number) => iban(NO_COUNTRY, digitsFrom(number, digits)),
  };
}

/** Write a token with the value's punctuation and letter case; a longer token is written in groups of four. */
function inStyleOf(value: string, token: string, longer: boolean): string {
  const cased = /[A-Z]/.test(value) ? token : token.toLowerCase();
  if (longer && isSeparator(value.charCodeAt(4))) {
    return (cased.match(/.{1,4}/g) ?? []).join(value.charAt(4));
  }
  return applySeparators(value, cased);
}

/** Whether a BBAN has the country's pattern and valid check digits. */
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
 * Tokens for IBANs (15 to 34 letters and digits, also in groups). A country with bank codes that no bank has
 * (iban-countries.ts) is kept, along with its length and its own check digits; half of these accounts are used (space
 * SPACES.iban + the country code as a number below 676). For other countries, and for values of the wrong length, tokens
 * have the user-assigned code XX and as many characters as the value, all digits after the code (SPACES.iban + 1000 +
 * length). Where these are too few to carry the id, XX with 30 digits follows.
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
