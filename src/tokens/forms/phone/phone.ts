// Phone tokens: the country prefix and the punctuation of the value, the digits of a number that nobody
// has. Pure.
//
// What the numbers are made of, in the order of use:
// 1. numbers that the country's regulator keeps for fiction (phone-fiction.ts), where the value has their
//    length;
// 2. numbers of the value's length, or else the nearest longer one the country has, that no numbering
//    plan assigns (phone-ranges.ts: proven against the metadata of libphonenumber, which calls them
//    possible but not valid); in North America the area codes kept for expansion, N9X;
// 3. the same of the next longer length, its further digits at the end of the last group;
// 4. one number of 2, the same for all, with an extension of 14 digits (" ext. 01234567890123") that
//    carries the mapping's id. libphonenumber reads extensions of up to 20 digits.
//
// A national number of no known country gets one that no country assigns, as people there would dial it.
// Of 5 to 9 digits there is no such range, nor of 5 to 11 with a leading zero (no beginning of up to five
// digits is free in all countries, or too few numbers are: npm run phone-ranges): such values get 10 and
// 12 digits. The leading zero stays.
import type { RandomSource } from "../../../core/random-source.ts";
import type { TokenCipher } from "../../cipher/cipher.ts";
import { permuted } from "../../cipher/permutation.ts";
import { SPACES } from "../../spaces.ts";
import { type FixedForm, idStage, type Stage } from "../../stages.ts";
import { type NumberRange, numberOf, readPhone } from "./phone-plan.ts";
import { dressed, dressedExtension, type PhoneShape, phoneShape } from "./phone-shape.ts";

/** Fewer are extensions and short codes. */
const MIN_DIGITS = 5;
/** 15 by ITU-T E.164, and an exit prefix. */
const MAX_DIGITS = 17;
/** Of a token: an exit prefix, a calling code, a trunk zero and the longest range. */
const MAX_TOKEN_DIGITS = 24;

/*
 * Number of a space: SPACES.phone + calling code * 1000 + digits of the national number * 10 + one of
 * these. The calling code is 0 for numbers of no known country. However a number is written, and whatever
 * the length of the value, the same code and length of the token are the same space. 3 to 7 are free for
 * later tables of ranges, which must not take over the numbers of this one.
 */
const FICTION = 1;
const UNASSIGNED = 2;
/** Numbers of no known country with a leading zero. */
const UNASSIGNED_ZERO = 3;
const WITH_ID_ZERO = 8;
const WITH_ID = 9;

const ID_DIGITS = 14;
const ID_SIZE = 10 ** ID_DIGITS;
/** What a space's number grows by with each digit of the national number. */
const LENGTH_STEP = 10;
const DECIMALS = 10;
/** Bytes below this give unbiased digits. */
const UNBIASED_BYTES = 250;

/** Phone numbers, with or without a country prefix, with or without an extension. */
export const phoneForm: FixedForm = { stages, mayBe };

function stages(value: string): readonly Stage[] | null {
  const shape = phoneShape(value, MIN_DIGITS, MAX_DIGITS);
  if (shape === null) return null;
  const reading = readPhone(shape);
  const { kept, fiction, unassigned, longer, hasZero } = reading;
  const kind = hasZero ? UNASSIGNED_ZERO : UNASSIGNED;
  const spaces = SPACES.phone + Number(reading.code) * 1000;
  const found: Stage[] = [];
  if (fiction !== null) found.push(new NumberStage(shape, kept, fiction, spaces + FICTION));
  found.push(new NumberStage(shape, kept, unassigned, spaces + kind));
  if (longer !== null) found.push(new NumberStage(shape, kept, longer, spaces + kind));
  const order = spaces + (hasZero ? WITH_ID_ZERO : WITH_ID) + unassigned.length * LENGTH_STEP;
  found.push(
    idStage(order, ID_SIZE, (id) => {
      const number = dressed(shape, kept + numberOf(unassigned, 0)).trimEnd();
      return `${number} ext. ${String(id).padStart(ID_DIGITS, "0")}`;
    }),
  );
  return found;
}

function mayBe(text: string): boolean {
  return phoneShape(text, MIN_DIGITS, MAX_TOKEN_DIGITS)?.isAscii ?? false;
}

/** The numbers of a range. A class, because up to three of them are made for every value. */
class NumberStage implements Stage {
  readonly space: number;
  readonly usable: number;
  readonly #shape: PhoneShape;
  readonly #kept: string;
  readonly #range: NumberRange;

  /** `space` is that of the calling code and the kind of numbers. */
  constructor(shape: PhoneShape, kept: string, range: NumberRange, space: number) {
    this.space = space + range.length * LENGTH_STEP;
    this.usable = range.size;
    this.#shape = shape;
    this.#kept = kept;
    this.#range = range;
  }

  spell(cipher: TokenCipher, place: number, random: RandomSource): string {
    const shape = this.#shape;
    const national = numberOf(this.#range, permuted(cipher, this.space, this.usable, place));
    const number = dressed(shape, this.#kept + national);
    if (shape.extensionDigits === 0) return number;
    return number + dressedExtension(shape, randomDigits(random, shape.extensionDigits));
  }
}

/** An extension says nothing a token needs: the number before it is another one each time. */
function randomDigits(random: RandomSource, length: number): string {
  let digits = "";
  while (digits.length < length) {
    for (const byte of random(length)) {
      if (byte < UNBIASED_BYTES && digits.length < length) digits += byte % DECIMALS;
    }
  }
  return digits;
}
