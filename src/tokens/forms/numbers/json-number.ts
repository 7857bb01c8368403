// Tokens for numbers in JSON that must stay numbers: whole positive numbers that every JSON reader reads exactly.
import { SPACES } from "../../spaces.ts";
import { type FixedForm, growingStages, type Stage } from "../../stages.ts";

/** With fewer digits, a random guess would too often be somebody's token. */
const MIN_DIGITS = 6;
/** From this length on there are enough numbers for every id. */
const ID_DIGITS = 14;
/** 10^15 is below 2^53, up to which whole numbers are exact (RFC 8259 section 6, ECMA-262 Number). */
const MAX_DIGITS = 15;

const TOKEN = /^[1-9]\d{5,14}$/;

/** The stages by number of digits, from MIN_DIGITS on: they depend on nothing else. */
const STAGES: readonly (readonly Stage[])[] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((natural) =>
  growingStages(natural, {
    space: SPACES.jsonNumber,
    idDigits: ID_DIGITS,
    sizeOf: (digits) => 9 * 10 ** (digits - 1),
    text: (number, digits) => String(10 ** (digits - 1) + number),
  }),
);

/** How many digits the whole part of a number has, as `String` writes it. */
function wholeDigits(text: string): number {
  const exponent = text.indexOf("e");
  if (exponent !== -1) return text.charCodeAt(exponent + 1) === 45 ? 1 : MAX_DIGITS;
  const point = text.indexOf(".");
  return (point === -1 ? text.length : point) - (text.charCodeAt(0) === 45 ? 1 : 0);
}

/**
 * Tokens for numbers, given as the text that `String(number)` writes ("42", "-0.5", "1e+21"). A token has as many digits as
 * the whole part, but at least 6 and at most 15, and neither sign nor fraction. Half of the numbers of a length are used,
 * then one digit is added, and so on; 14 digits (15 for a value of 15 and more) carry the id. Space numbers:
 * SPACES.jsonNumber + digits.
 */
export const jsonNumberForm: FixedForm = {
  stages(value) {
    const number = Number(value);
    if (!Number.isFinite(number) || String(number) !== value) return null;
    const digits = Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, wholeDigits(value)));
    return STAGES[digits - MIN_DIGITS] ?? null;
  },
  mayBe(text) {
    return TOKEN.test(text);
  },
};
