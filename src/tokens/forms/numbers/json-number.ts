// Tokens for numbers in JSON that must stay numbers: whole positive numbers that every JSON reader takes
// exactly.
import { SPACES } from "../../spaces.ts";
import { type FixedForm, growingStages, type Stage } from "../../stages.ts";

/** Fewer digits would make a space in which a stranger's guess is soon somebody's token. */
const MIN_DIGITS = 6;
/** From here on there is room for an id. */
const ID_DIGITS = 14;
/** 10^15 is below 2^53, up to which whole numbers are exact (RFC 8259 section 6, ECMA-262 Number). */
const MAX_DIGITS = 15;

const TOKEN = /^[1-9]\d{5,14}$/;

/** The stages for each number of digits, from MIN_DIGITS up: they depend on nothing else. */
const STAGES: readonly (readonly Stage[])[] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((natural) =>
  growingStages(natural, {
    space: SPACES.jsonNumber,
    idDigits: ID_DIGITS,
    sizeOf: (digits) => 9 * 10 ** (digits - 1),
    text: (number, digits) => String(10 ** (digits - 1) + number),
  }),
);

/** Digits of the whole part of a number as `String` writes it. */
function wholeDigits(text: string): number {
  const exponent = text.indexOf("e");
  if (exponent !== -1) return text.charCodeAt(exponent + 1) === 45 ? 1 : MAX_DIGITS;
  const point = text.indexOf(".");
  return (point === -1 ? text.length : point) - (text.charCodeAt(0) === 45 ? 1 : 0);
}

/**
 * Tokens for numbers, given as the text that `String(number)` makes ("42", "-0.5", "1e+21"). A token has
 * as many digits as the whole part has, but 6 at least and 15 at most; half of the numbers of a length are
 * used, then one digit more, and so on; 14 digits (15 for a number of 15 and more) carry the id. It has
 * neither sign nor fraction. Space numbers: SPACES.jsonNumber + digits.
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
