// Ids as 14 base-62 letters and digits with any separators between them, which both plain forms share; and where a word
// begins in free text: the places at which a token of any free-length form is looked for. Pure.
import { costOfLetters, type Steps } from "../../../core/steps.ts";
import { digitValue, isSeparator } from "../../cipher/alphabet.ts";
import { MAX_TOKEN_ID, type TokenCipher } from "../../cipher/cipher.ts";
import { HALF_LENGTH_62, ID_LENGTH_62, MAX_FIRST_DIGIT_62 } from "../../cipher/id-letters.ts";
import type { FoundToken } from "../free-form.ts";

/**
 * The id carried by the next 14 letters and digits from `from`, separators skipped, else null. A half
 * above 2^40 spells nothing; most words of a language end at their first letter because of that.
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

/**
 * True when a text has no more letters and digits than carry an id, and nothing else but separators: then it
 * carries one from its first letter on, or none at all.
 */
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

/** Letters of one step, and what 64 KiB cost at most: single digits and capitals, each of which may begin an id. */
const STEP_LETTERS = 8_192;
const COST = 40;

/**
 * Every place of a text where 14 such letters and digits begin with a word, in order and apart from each other. Time is linear: no character is in the reach of more than 14 starts. In steps.
 */
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

/**
 * Offset of the first letter or digit from `from`, with nothing but separators before it; -1 when there is
 * none.
 */
export function nextLetter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (digitValue(code) >= 0) return i;
    if (!isSeparator(code)) return -1;
  }
  return -1;
}

/** True when no letter or digit stands right before `at`. */
export function startsWord(text: string, at: number): boolean {
  return at === 0 || digitValue(text.charCodeAt(at - 1)) < 0;
}
