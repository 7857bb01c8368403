// Ids spelt as 14 base-62 letters and digits with any separators between them, as both plain forms have them; and where
// words begin in free text, the only places where tokens of free-length forms can begin. Pure.
import { costOfLetters, type Steps } from "../../../core/steps.ts";
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "../../cipher/cipher.ts";
import { HALF_LENGTH_62, ID_LENGTH_62, MAX_FIRST_DIGIT_62 } from "../../cipher/id-letters.ts";
import type { FoundToken } from "../free-form.ts";

/**
 * The id that the next 14 letters and digits from `from` carry, skipping separators; else null. A half above 2^40 is
 * invalid, which rejects most words of a language at their first letter.
 */
export function idAt(cipher: TokenCipher, text: string, from: number): FoundToken | null {
  let first = -1;
  let high = 0;
  let half = 0;
  let count = 0;
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = digitValue(code);
    if (digit < 0) {
      if (isSeparator(code)) continue;
      return null;
    }
    if (count % HALF_LENGTH_62 === 0 && digit > MAX_FIRST_DIGIT_62) return null;
    if (count === 0) first = i;
    half = half * 62 + digit;
    count++;
    if (count === HALF_LENGTH_62) {
      high = half;
      half = 0;
    } else if (count === ID_LENGTH_62) {
      const id = idOf(cipher, high, half);
      return id === null ? null : { id, at: first, end: i + 1 };
    }
  }
  return null;
}

/** Whether a text has room for one id only, which then begins at its first letter, or is not there. */
export function hasRoomForOneId(text: string): boolean {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (digitValue(code) < 0) {
      if (!isSeparator(code)) return false;
    } else if (++letters > ID_LENGTH_62) return false;
  }
  return true;
}

function idOf(cipher: TokenCipher, high: number, low: number): number | null {
  return high > MAX_TOKEN_ID || low > MAX_TOKEN_ID ? null : cipher.decipher(high, low);
}

/** Letters in one step, and the most that 64 KiB cost: single digits and capitals, each of which may begin an id. */
const STEP_LETTERS = 8_192;
const COST = 40;

/** Every id of 14 letters and digits that begins with a word, in order, without overlaps. Linear; in steps. */
export function* findIds(cipher: TokenCipher, text: string): Steps<FoundToken[]> {
  const found: FoundToken[] = [];
  let inWord = false;
  let pause = STEP_LETTERS;
  for (let i = 0; i < text.length; i++) {
    if (i >= pause) {
      yield costOfLetters(STEP_LETTERS, COST);
      pause = i + STEP_LETTERS;
    }
    const code = text.charCodeAt(i);
    const digit = digitValue(code);
    if (digit < 0) {
      inWord = false;
      continue;
    }
    if (inWord) continue;
    inWord = true;
    if (digit > MAX_FIRST_DIGIT_62) continue;
    const token = idAt(cipher, text, i);
    if (token === null) continue;
    found.push(token);
    i = token.end - 1;
  }
  return found;
}

/** Offset of the first letter or digit from `from`; -1 when anything but separators comes first or the text ends. */
export function nextLetter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (digitValue(code) >= 0) return i;
    if (!isSeparator(code)) return -1;
  }
  return -1;
}

/** Whether no letter or digit directly precedes `at`. */
export function startsWord(text: string, at: number): boolean {
  return at === 0 || digitValue(text.charCodeAt(at - 1)) < 0;
}
