// Numeric tokens: each letter or digit becomes a digit, separators stay. They have as many digits as the value has letters
// and digits until those texts run out, then more.
import type { RandomSource } from "../../../core/random-source.ts";
import { isSeparator } from "../../cipher/alphabet.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { digitsOf, ID_DIGITS, MAX_COUNTED_DIGITS, usableTexts } from "../../cipher/permutation.ts";
import type { FixedForm, Stage } from "../../stages.ts";
import { type Shape, shapeOf } from "../plain/shape.ts";

/** Least digits of a token, to which shorter values are lengthened: in fewer, guesses would too often be tokens. */
const MIN_DIGITS = 6;
/** Digits for a value that has no part to replace. */
const EMPTY_PIECE_DIGITS = 12;

/** Tokens of digits: n of them are space n, up to 12; longer ones are 13 that encode the id, then random ones. */
export const numericForm: FixedForm = {
  stages(value) {
    const shape = shapeOf(value);
    let natural = 0;
    for (const length of shape.pieceLengths) natural += length || EMPTY_PIECE_DIGITS;
    const stages: Stage[] = [];
    for (let digits = Math.max(natural, MIN_DIGITS); digits <= MAX_COUNTED_DIGITS; digits++) {
      stages.push(new CountedDigits(digits, shape));
    }
    stages.push({
      space: null,
      usable: Number.POSITIVE_INFINITY,
      spell(cipher, index, random) {
        const digits = digitsOf(cipher, index, ID_DIGITS);
        return layOut(digits + randomDigits(natural - ID_DIGITS, random), shape);
      },
    });
    return stages;
  },
  /** Digits and separators only, with at least one digit. */
  mayBe(text) {
    let digits = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 48 && code <= 57) digits++;
      else if (!isSeparator(code)) return false;
    }
    return digits > 0;
  },
};

/** The stage of texts with so many digits. A class, because each value makes up to seven of them. */
class CountedDigits implements Stage {
  readonly space: number;
  readonly usable: number;
  readonly #shape: Shape;

  constructor(digits: number, shape: Shape) {
    this.space = digits;
    this.usable = usableTexts(digits);
    this.#shape = shape;
  }

  spell(cipher: TokenCipher, index: number): string {
    return layOut(digitsOf(cipher, index, this.space), this.#shape);
  }
}

/** Distribute digits over the parts of a shape, one per character; the last part takes all that remain. */
function layOut(digits: string, { separators, pieceLengths }: Shape): string {
  const last = pieceLengths.length - 1;
  let text = "";
  let at = 0;
  for (let i = 0; i <= last; i++) {
    const length = pieceLengths[i] ?? 0;
    text += separators[i] + (i === last ? digits.slice(at) : digits.slice(at, at + length));
    at += length;
  }
  return text + separators[last + 1];
}

/** Random decimal digits; skips bytes of 250 and more, so that every digit is equally likely. */
function randomDigits(count: number, random: RandomSource): string {
  let text = "";
  while (text.length < count) {
    for (const byte of random(count - text.length + 8)) {
      if (byte < 250 && text.length < count) text += byte % 10;
    }
  }
  return text;
}
