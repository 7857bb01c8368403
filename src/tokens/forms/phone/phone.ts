// Phone tokens: the value's country prefix and punctuation, and the digits of a number that nobody has. Pure.
//
// Which numbers are used, in this order:
// 1. numbers of the value's length that the country's regulator reserves for fiction (phone-fiction.ts), if there are any;
// 2. numbers of the value's length, or else of the next longer one that the country has, that no numbering plan assigns
//    (phone-ranges.ts: proven against the metadata of libphonenumber, which calls them possible but not valid); in North
//    America the area codes reserved for expansion, N9X;
// 3. such numbers of the next longer length, with the additional digits at the end of the last group;
// 4. one number of step 2, the same for all, with an extension of 14 digits (" ext. 01234567890123") that carries the
//    mapping's id. libphonenumber reads extensions of up to 20 digits.
//
// A national number of an unknown country gets a number that no country assigns, as people there would dial it. For 5 to 9
// digits, and for 5 to 11 with a leading zero, there is no such range (no prefix of up to five digits is free in all
// countries, or too few numbers are: npm run phone-ranges): such values get 10 or 12 digits. The leading zero stays.
import type { RandomSource } from "../../../core/random-source.ts";
import { SPACES } from "../../spaces.ts";
import { countedStage, type FixedForm, idStage, type Stage } from "../../stages.ts";
import { type NumberRange, numberOf, readPhone } from "./number-plan.ts";
import { applyMarks, redrawExtension, type WrittenPhone, writtenPhone } from "./written-phone.ts";

/** Fewer digits are an extension or a short code. */
const MIN_DIGITS = 5;
/** 15 by ITU-T E.164, plus an exit prefix. */
const MAX_DIGITS = 17;
/** Most digits of a token: an exit prefix, a calling code, a trunk zero and the longest range. */
const MAX_TOKEN_DIGITS = 24;

/*
 * Number of a space: SPACES.phone + calling code * 1000 + digits of the national number * 10 + one of these. The code is 0
 * for an unknown country. Tokens with the same code and length share a space, however the value is written and whatever its
 * length. 4 to 7 are free for later tables of ranges, which must not reuse the space numbers of this one.
 */
const FICTION = 1;
const UNASSIGNED = 2;
/** National numbers of an unknown country with a leading zero. */
const UNASSIGNED_ZERO = 3;
const WITH_ID_ZERO = 8;
const WITH_ID = 9;

const ID_DIGITS = 14;
const ID_SIZE = 10 ** ID_DIGITS;
/** How much a space's number grows with each digit of the national number. */
const LENGTH_STEP = 10;
const DECIMALS = 10;
/** Only bytes below this give unbiased digits. */
const UNBIASED_BYTES = 250;

/** Phone numbers, with or without a country prefix, with or without an extension. */
export const phoneForm: FixedForm = {
  stages(value) {
    const written = writtenPhone(value, MIN_DIGITS, MAX_DIGITS);
    return written === null ? null : stagesOf(written);
  },
  mayBe: (text) => writtenPhone(text, MIN_DIGITS, MAX_TOKEN_DIGITS)?.isAscii ?? false,
};

function stagesOf(written: WrittenPhone): readonly Stage[] {
  const { kept, code, fiction, unassigned, longer, hasZero } = readPhone(written);
  const kind = hasZero ? UNASSIGNED_ZERO : UNASSIGNED;
  const spaces = SPACES.phone + Number(code) * 1000;
  const counted = (range: NumberRange, kindOfRange: number): Stage => {
    const space = spaces + kindOfRange + range.length * LENGTH_STEP;
    return countedStage(space, range.size, (number, random) => {
      const digits = applyMarks(written, kept + numberOf(range, number));
      return digits + redrawExtension(written, () => randomDigit(random));
    });
  };
  const stages = fiction === null ? [] : [counted(fiction, FICTION)];
  stages.push(counted(unassigned, kind));
  if (longer !== null) stages.push(counted(longer, kind));
  const order = spaces + (hasZero ? WITH_ID_ZERO : WITH_ID) + unassigned.length * LENGTH_STEP;
  const withId = (id: number): string => {
    const number = applyMarks(written, kept + numberOf(unassigned, 0)).trimEnd();
    return `${number} ext. ${String(id).padStart(ID_DIGITS, "0")}`;
  };
  return [...stages, idStage(order, ID_SIZE, withId)];
}

/** A random digit of an extension. Extensions carry nothing: the number before one already makes the token unique. */
function randomDigit(random: RandomSource): string {
  for (;;) {
    const [byte = UNBIASED_BYTES] = random(1);
    if (byte < UNBIASED_BYTES) return String(byte % DECIMALS);
  }
}
