// Enciphered ids as letters and digits, and the letters that pad a token. Base 62 where letter case survives, base 36 in
// lower case where it may not (hosts, mail software). Both spell a 40-bit half with a fixed number of digits, so every half
// has exactly one spelling. Pure.
import { digitValue, LETTERS_AND_DIGITS } from "./alphabet.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "./cipher.ts";

/** Base-62 digits of one 40-bit half; 62^7 is a little more than 2^40. */
export const HALF_LENGTH_62 = 7;
/** Number of base-62 letters and digits that carry an id. */
export const ID_LENGTH_62 = 2 * HALF_LENGTH_62;
/** Largest value of the first digit of a half in base 62: no token begins with a larger one. */
export const MAX_FIRST_DIGIT_62 = Math.floor(MAX_TOKEN_ID / 62 ** (HALF_LENGTH_62 - 1));

const HALF_LENGTH_36 = 8;
/** Number of base-36 letters and digits that carry an id. */
export const ID_LENGTH_36 = 2 * HALF_LENGTH_36;

// Two digits at a time, whole-number arithmetic below 2^31, and one call that makes a flat string: one digit at a time from
// 40-bit numbers, or joining parts, takes at least three times as long.
const CODES_62 = pairCodesOf(LETTERS_AND_DIGITS);

/** The 14 base-62 letters and digits of an id. */
export function spellId62(cipher: TokenCipher, id: number): string {
  const [high, low] = cipher.encipher(id);
  const [a, b] = [(high / 62 ** 3) | 0, (low / 62 ** 3) | 0];
  const [c, d] = [(high - a * 62 ** 3) | 0, (low - b * 62 ** 3) | 0];
  const [a1, a2] = [CODES_62[(a / 62 ** 2) | 0] ?? 0, CODES_62[a % 62 ** 2] ?? 0];
  const [b1, b2] = [CODES_62[(b / 62 ** 2) | 0] ?? 0, CODES_62[b % 62 ** 2] ?? 0];
  const [c1, c2] = [CODES_62[(c / 62 ** 2) | 0] ?? 0, CODES_62[c % 62 ** 2] ?? 0];
  const [d1, d2] = [CODES_62[(d / 62 ** 2) | 0] ?? 0, CODES_62[d % 62 ** 2] ?? 0];
  // biome-ignore format: as it is spelt
  return String.fromCharCode(
    a1 >>> 8, a1 & 0xff, a2 >>> 8, a2 & 0xff, c1 & 0xff, c2 >>> 8, c2 & 0xff,
    b1 >>> 8, b1 & 0xff, b2 >>> 8, b2 & 0xff, d1 & 0xff, d2 >>> 8, d2 & 0xff,
  );
}

/** The 16 base-36 letters and digits of an id, lower case. */
export function spellId36(cipher: TokenCipher, id: number): string {
  return cipher
    .encipher(id)
    .map((half) => spelt36(half, HALF_LENGTH_36))
    .join("");
}

/**
 * The id that the base-36 letters and digits between two offsets carry, in either letter case; other characters between them
 * are skipped. Null unless there are exactly 16 and they carry an id.
 */
export function readId36(
  cipher: TokenCipher,
  text: string,
  from: number,
  end: number,
): number | null {
  let letters = "";
  for (let i = from; i < end; i++) {
    if (digitValue(text.charCodeAt(i)) < 0) continue;
    if (letters.length === ID_LENGTH_36) return null;
    letters += text[i];
  }
  if (letters.length < ID_LENGTH_36) return null;
  const high = Number.parseInt(letters.slice(0, HALF_LENGTH_36), 36);
  const low = Number.parseInt(letters.slice(HALF_LENGTH_36), 36);
  return high > MAX_TOKEN_ID || low > MAX_TOKEN_ID ? null : cipher.decipher(high, low);
}

function spelt36(number: number, digits: number): string {
  return number.toString(36).padStart(digits, "0");
}

/** The offset after the run of base-62 letters and digits that starts at `from`; at most `end`. */
export function lettersEnd(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && digitValue(text.charCodeAt(at)) >= 0) at++;
  return at;
}

/** Whether only base-36 letters and digits, in either letter case, lie between two offsets. */
export function areLetters36(text: string, from: number, end: number): boolean {
  return lettersEnd(text, from, end) >= end;
}

/** The base-62 letters and digits that carry the id, from a text in which an id was read. */
export function idLetters62(text: string): string {
  let letters = "";
  for (let at = 0; at < text.length && letters.length < ID_LENGTH_62; at++) {
    if (digitValue(text.charCodeAt(at)) >= 0) letters += text[at];
  }
  return letters;
}

/** `count` base-62 letters and digits derived from an id; skips bytes of 248 and more, to avoid bias. */
export function paddingLetters62(cipher: TokenCipher, id: number, count: number): string {
  let text = "";
  let missing = count;
  for (let block = 1; missing > 0; block++) {
    const bytes = cipher.padding(id, block);
    for (let i = 0; i < bytes.length && missing > 0; i++) {
      const byte = bytes[i] ?? 0;
      if (byte >= 248) continue;
      text += LETTERS_AND_DIGITS[byte % 62];
      missing--;
    }
  }
  return text;
}

const NO_BYTES: readonly number[] = [];

/** The pseudo-random bytes of an id, in order, for padding a token. */
export class PaddingStream {
  readonly #cipher: TokenCipher;
  readonly #id: number;
  #bytes: readonly number[] = NO_BYTES;
  #block = 0;
  #at = 0;

  constructor(cipher: TokenCipher, id: number) {
    this.#cipher = cipher;
    this.#id = id;
  }

  /** The next base-36 letters and digits, two from 16 bits; `count` is 1 or even. Skips the numbers that would bias. */
  letters36(count: number): string {
    let text = "";
    let missing = count;
    while (missing > 0) {
      const high = this.byte();
      const number = missing === 1 ? high : high * 0x100 + this.byte();
      if (number >= (missing === 1 ? 252 : 64_800)) continue;
      text += missing === 1 ? spelt36(number % 36, 1) : spelt36(number % 36 ** 2, 2);
      missing -= 2;
    }
    return text;
  }

  byte(): number {
    if (this.#at === this.#bytes.length) {
      this.#bytes = this.#cipher.padding(this.#id, this.#block++);
      this.#at = 0;
    }
    return this.#bytes[this.#at++] ?? 0;
  }
}

/** Character codes of each pair of digits, the first one in the upper byte. */
function pairCodesOf(digits: string): Uint16Array {
  const codes = [...digits].map((digit) => digit.charCodeAt(0));
  return Uint16Array.from(codes.flatMap((first) => codes.map((second) => first * 0x100 + second)));
}
