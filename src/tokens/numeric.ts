// Numeric tokens: digits for digits (and for letters), separators kept. Fixed-shape, so most cannot
// carry an id: they are kept beside the mapping. Pure; where digits come from is given.
import type { RandomSource } from "../core/random.ts";
import { isSeparator } from "./alphabet.ts";
import { type Shape, shapeOf } from "./shape.ts";

/**
 * A token has at least this many digits. Fewer would make a space of under a million, in which a
 * stranger's guess is soon somebody's token; shorter values are lengthened.
 */
const MIN_DIGITS = 6;
/** Draws at natural length before a token is lengthened. */
const DRAWS_AT_NATURAL_LENGTH = 4;
/** Digits of a value that has no piece at all. */
const BARE_PIECE_DIGITS = 12;

/**
 * Draw a numeric token for a value. `attempt` counts from 0: after a few draws that met an existing
 * token each further attempt adds a digit, so minting ends however full the space is.
 */
export function drawNumericToken(value: string, attempt: number, random: RandomSource): string {
  const shape = shapeOf(value);
  const natural = naturalLengths(shape);
  const digits = randomDigits(digitsAt(natural, attempt), random);
  let text = "";
  let at = 0;
  natural.forEach((length, i) => {
    const end = i === natural.length - 1 ? digits.length : at + length;
    text += shape.separators[i] + digits.slice(at, end);
    at = end;
  });
  return text + shape.separators[natural.length];
}

/** How many digits the token of a value has at an attempt. */
export function numericDigits(value: string, attempt: number): number {
  return digitsAt(naturalLengths(shapeOf(value)), attempt);
}

/** The attempt after this one at which a token has one digit more. */
export function longerAttempt(attempt: number): number {
  return Math.max(attempt, DRAWS_AT_NATURAL_LENGTH - 1) + 1;
}

/** Randomness from which a numeric token is drawn that begins with these digits. */
export function beginningWith(digits: string, random: RandomSource): RandomSource {
  let at = 0;
  return (length) => {
    const bytes = random(length);
    for (let i = 0; i < length && at < digits.length; i++, at++) bytes[i] = Number(digits[at]);
    return bytes;
  };
}

function naturalLengths(shape: Shape): number[] {
  return shape.pieceLengths.map((length) => length || BARE_PIECE_DIGITS);
}

function digitsAt(natural: readonly number[], attempt: number): number {
  const total = natural.reduce((sum, length) => sum + length, 0);
  return total + Math.max(0, MIN_DIGITS - total, attempt - DRAWS_AT_NATURAL_LENGTH + 1);
}

/** True when a text could be a numeric token: digits and separators only, at least one digit. */
export function hasNumericForm(text: string): boolean {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 48 && code <= 57) digits++;
    else if (!isSeparator(code)) return false;
  }
  return digits > 0;
}

/** Random decimal digits; bytes of 250 and more are skipped so that every digit is equally likely. */
function randomDigits(count: number, random: RandomSource): string {
  let text = "";
  while (text.length < count) {
    for (const byte of random(count - text.length + 8)) {
      if (byte < 250 && text.length < count) text += byte % 10;
    }
  }
  return text;
}
