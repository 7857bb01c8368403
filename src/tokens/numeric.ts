// Numeric tokens: digits for digits (and for letters), separators kept. Fixed-shape, so they cannot
// carry an id: they are drawn at random and kept beside the mapping. Pure; randomness is given.
import type { RandomSource } from "../core/random.ts";
import { isSeparator } from "./alphabet.ts";
import { shapeOf } from "./shape.ts";

/**
 * A token has at least this many digits. Fewer would make a space of under a million, in which a
 * stranger's guess is soon somebody's token; shorter values are lengthened.
 */
const MIN_DIGITS = 6;
/** Draws at natural length before a token is lengthened; a fuller space is not worth more tries. */
const DRAWS_AT_NATURAL_LENGTH = 4;
/** Digits of a value that has no piece at all. */
const BARE_PIECE_DIGITS = 12;

/**
 * Draw a numeric token for a value. `attempt` counts from 0: after a few draws that met an existing
 * token each further attempt adds a digit, so minting ends however full the space is.
 */
export function drawNumericToken(value: string, attempt: number, random: RandomSource): string {
  const shape = shapeOf(value);
  const natural = shape.pieceLengths.map((length) => length || BARE_PIECE_DIGITS);
  const total = natural.reduce((sum, length) => sum + length, 0);
  const extra = Math.max(0, MIN_DIGITS - total, attempt - DRAWS_AT_NATURAL_LENGTH + 1);
  const digits = randomDigits(total + extra, random);
  let text = "";
  let at = 0;
  natural.forEach((length, i) => {
    const end = i === natural.length - 1 ? digits.length : at + length;
    text += shape.separators[i] + digits.slice(at, end);
    at = end;
  });
  return text + shape.separators[natural.length];
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
