// The written shapes of phone numbers, as sticky patterns of bounded length; where a row of digit groups may end; and
// look-alikes that share these shapes. numbering-plans.ts has the numbering plans.

import type { CountryCode } from "libphonenumber-js/min";

/** Shorter numbers are extensions or short codes. */
const MIN_DIGITS = 7;
/** ITU-T E.164. */
const MAX_DIGITS = 15;
/** Most groups of one digit in a number: "+1 ...", "+33 6 ...". */
const MAX_SINGLE_DIGITS = 2;

// A separator: blank, dot, slash, any dash, or a dash or slash between two blanks.
const MARK = "(?: [-/\\u2010-\\u2013] |[ \\u00a0\\u202f./\\u2010-\\u2013-])";
// Between two digits: nothing, a separator, or a parenthesis, maybe with a separator next to it.
const SEPARATOR = `(?:${MARK}?\\(|\\)${MARK}?|${MARK})?`;

/** The first six digits of a number in any of the shapes below. */
export const SIX_DIGITS = new RegExp(`\\d(?:${SEPARATOR}\\d){5}`, "y");

/** "+", then 7 to 15 digits (ITU-T E.164), and maybe a trunk "(0)". */
export const INTERNATIONAL = new RegExp(`\\+ ?\\(?\\d(?:${SEPARATOR}\\d){6,15}`, "y");

/** North American 3-3-4 with parentheses or separators, maybe after 1, +1 or 001. */
export const NORTH_AMERICAN =
  /(?:(?:\+ ?1|1|001)[ \u00a0.-]?)?(?:\([1-9]\d\d\)[ \u00a0.-]?|[1-9]\d\d[ \u00a0.\u2010-\u2013-])\d{3}[ \u00a0.\u2010-\u2013-]\d{4}/y;

/** Three groups with only blanks between: a phone number only if the exchange may be in use. */
export const BLANKS_ONLY = /^\d{3}[ \u00a0]\d{3}[ \u00a0]/;

/** Such groups with an area code and an exchange that may be in use (first digit 2 to 9). */
export const EXCHANGE_IN_USE = /^[2-9]\d{2}[ \u00a0][2-9]/;

/** North American 3-4, without area code. */
export const LOCAL = /[2-9]\d\d[ .-]\d{4}/y;

/** Any other national number: 7 to 15 digits, maybe beginning with a parenthesis. */
export const NATIONAL = new RegExp(`\\(?\\d(?:${SEPARATOR}\\d){6,14}`, "y");

/** "x123", "ext. 5", "extension 12" after a number. */
export const EXTENSION = /[ ,]{0,2}(?:x|ext\.?|extension)[ :]?\d{1,6}(?!\w)/iy;

/** Turkish with its trunk zero, "0 (212) 555 12 34", and a Chinese mobile number, "138 1234 5678". */
export const ABROAD = /^(?:0 ?\(?[2-5]\d\d\)? \d{3}[ -]?\d\d[ -]?\d\d|1[3-9]\d([ -])\d{4}\1\d{4})$/;

const GROUPED = "valid and grouped as its region does";
/** Forms that no other number has, and the regions in which a number in such a form must be valid; the first fit decides. */
export const UNMISTAKABLE: readonly {
  readonly shape: RegExp;
  readonly regions: readonly CountryCode[];
  /** Least and most digits; absent: any number that the shape allows. */
  readonly digits?: readonly [number, number];
  readonly reason: string;
}[] = [
  { shape: ABROAD, regions: ["TR", "CN"], reason: GROUPED },
  // Japanese with its trunk zero, "090-1234-5678", and Brazilian, "(11) 98765-4321".
  {
    shape: /^(?:0\d{1,3}-\d{2,4}-\d{4}|\([1-9]\d\) 9?\d{4}-\d{4})$/,
    regions: ["JP", "BR"],
    digits: [10, MAX_DIGITS],
    reason: GROUPED,
  },
  // An area code with trunk zero, then the number, grouped in any way: "030 8375689", "0171/1234567", "08-123 456 78".
  {
    shape: /^\(?0[1-9]\d{0,4}(?:\) ?|[ /-]|\/ | \/ | - )\d{2,8}(?: \d{2,4}){0,4}$/,
    regions: ["DE", "SE", "NL", "IT", "GB", "AT"],
    digits: [9, 12],
    reason: "area code with trunk zero, valid",
  },
  // Spanish 3-2-2-2 and 2-3-2-2, Norwegian 3-2-3: amounts of money are not grouped like this.
  {
    shape: /^(?:[6-9]\d\d \d\d \d\d \d\d|9\d \d{3} \d\d \d\d|[49]\d\d \d\d \d{3})$/,
    regions: ["ES", "NO"],
    reason: GROUPED,
  },
];

/** Three pairs, as in small countries and old exchanges: only after a phone word. */
export const PAIRS = /\d\d \d\d \d\d(?![\d ]\d)/y;

/** A date with a four-digit year at the beginning of a candidate. */
const DATE =
  /^(?:(?:19|20)\d\d[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ](?:19|20)\d\d)(?!\d)/;
/** ISBN-13 with dashes or blanks. */
const ISBN = /^97[89](?:[- ]\d+){4}$/;
/** A single dot between two runs of digits: a decimal number. */
const DECIMAL = /^\d+\.\d+$/;
/** Grouped 3-2-4: a Social Security number, not a phone number. */
const SOCIAL = /^\d{3}([- ])\d{2}\1\d{4}$/;
const YEARS = /^(?:19|20)\d\d\D{1,3}(?:19|20)\d\d$/;
/** Four numbers with dots: an IP address or a version. */
const QUAD = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Whether a national candidate is more likely a date, ISBN, decimal, SSN, range of years or dotted quad. */
export function isLookAlike(written: string): boolean {
  return [DATE, ISBN, DECIMAL, SOCIAL, YEARS, QUAD].some((shape) => shape.test(written));
}

/**
 * `written` and its shorter beginnings that end at a separator: whole groups, 7 to 15 digits, balanced parentheses. A third
 * group of a single digit shows a row of figures; the number ends before it.
 */
export function beginningsOf(written: string): string[] {
  const found: string[] = [];
  let digits = 0;
  let singles = 0;
  for (const { 0: group, index } of written.matchAll(/\d+/g)) {
    const beginning = written.slice(0, index + group.length);
    // The trunk zero of "+44 (0)20" is not part of the number.
    const isTrunk = group === "0" && written.startsWith("(0)", index - 1);
    if (!isTrunk) digits += group.length;
    if (!isTrunk && group.length === 1) singles++;
    if (digits > MAX_DIGITS || singles > MAX_SINGLE_DIGITS) break;
    const isBalanced = beginning.split("(").length === beginning.split(")").length;
    if (digits >= MIN_DIGITS && isBalanced) found.push(beginning);
  }
  return found.reverse();
}
