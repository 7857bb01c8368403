// Tokens for US social security numbers: nine digits that neither the Social Security Administration nor the Internal
// Revenue Service assigns.

import { SPACES } from "../../spaces.ts";
import { type FixedForm, growingStages } from "../../stages.ts";
import { applySeparators, withoutSeparators } from "../plain/shape.ts";

/**
 * Fourth and fifth digit (the group) of tokens that begin with 9.
 *
 * The Social Security Administration assigns no number with area 000, 666 or 900 to 999, group 00 or serial 0000 (SSA,
 * "Social Security Number Randomization"; POMS RM 10201.035). But the Internal Revenue Service assigns numbers under 9:
 * ITINs have groups 50-65, 70-88, 90-92 and 94-99, ATINs 93 (IRS, Publication 1915 and "Tax ID numbers"), and the temporary
 * numbers of returns without one (IRSN) have the groups of the service's campuses: 01-10, 17-19, 28, 29, 37-39, 49, 66 and
 * 89 (Internal Revenue Manual 3.13.5). This list has the remaining groups below 49; 67-69 are too close to the ITINs, whose
 * ranges have been widened three times.
 */
const GROUPS: readonly number[] = [
  ...[11, 12, 13, 14, 15, 16],
  ...[20, 21, 22, 23, 24, 25, 26, 27],
  ...[30, 31, 32, 33, 34, 35, 36],
  ...[40, 41, 42, 43, 44, 45, 46, 47, 48],
];
/** Combinations of areas 900 to 999 with every group of the list. */
const NINES = 100 * GROUPS.length;
/** Groups of areas 000 and 666: any but 00, because nobody assigns numbers there. */
const ANY_GROUP = 99;
/** Serials are 0001 to 9999. */
const SERIALS = 9_999;

const NATURAL_DIGITS = 9;
/** With eight more digits there are enough numbers for every id. */
const ID_DIGITS = 17;

const SSN = /^\d{3}[ -]?\d{2}[ -]?\d{4}$/;
const TOKEN = /^\d{3}[ -]?\d{2}[ -]?\d{4,12}$/;

/** A number in `count` digits. */
const inDigits = (number: number, count: number) => String(number).padStart(count, "0");

function natural(number: number): string {
  const serial = inDigits(1 + (number % SERIALS), 4);
  const rest = Math.floor(number / SERIALS);
  if (rest < NINES) {
    const area = 900 + Math.floor(rest / GROUPS.length);
    return `${area}${GROUPS[rest % GROUPS.length]}${serial}`;
  }
  const other = rest - NINES;
  return `${other < ANY_GROUP ? "000" : "666"}${inDigits(1 + (other % ANY_GROUP), 2)}${serial}`;
}

/** A number of area 000 with additional digits after the serial. */
function longer(number: number, digits: number): string {
  const more = 10 ** (digits - NATURAL_DIGITS);
  const rest = Math.floor(number / more);
  const group = inDigits(1 + Math.floor(rest / SERIALS), 2);
  const serial = inDigits(1 + (rest % SERIALS), 4);
  return `000${group}${serial}${inDigits(number - rest * more, digits - NATURAL_DIGITS)}`;
}

function sizeOf(digits: number): number {
  if (digits === NATURAL_DIGITS) return (NINES + 2 * ANY_GROUP) * SERIALS;
  return ANY_GROUP * SERIALS * 10 ** (digits - NATURAL_DIGITS);
}

/**
 * Tokens for US social security numbers ("856-45-6789", with blanks, or without separators). First half of the 31,976,802
 * numbers that nobody is assigned, then numbers of area 000 with one digit appended, with two, and so on to 17 digits in
 * all, which carry the id. Space numbers: SPACES.ssn + digits.
 */
export const ssnForm: FixedForm = {
  stages(value) {
    if (!SSN.test(value)) return null;
    return growingStages(NATURAL_DIGITS, {
      space: SPACES.ssn,
      idDigits: ID_DIGITS,
      sizeOf,
      text: (number, digits) =>
        applySeparators(
          value,
          digits === NATURAL_DIGITS ? natural(number) : longer(number, digits),
        ),
    });
  },
  mayBe(text) {
    if (!TOKEN.test(text)) return false;
    const digits = withoutSeparators(text);
    const area = digits.slice(0, 3);
    const group = Number(digits.slice(3, 5));
    if (group === 0 || digits.slice(5, 9) === "0000") return false;
    if (area === "000") return true;
    if (digits.length > NATURAL_DIGITS) return false;
    return area === "666" || (area >= "900" && GROUPS.includes(group));
  },
};
