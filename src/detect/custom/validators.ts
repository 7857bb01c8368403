// The checks a custom entity may ask for. They look at the value alone, and only at its letters and
// digits: separators and blanks never count.

import type { CustomValidator } from "../../core/policy.ts";
import { passesLuhn, passesMod97 } from "../checks/checksum.ts";

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;
const NOT_DIGIT = /[^0-9]/g;
const NOT_ASCII_LETTER_OR_DIGIT = /[^0-9A-Za-z]/g;
/** Country code, check digits and at least one character. */
const LEAST_MOD97 = 5;
/** A digit and its check digit. */
const LEAST_LUHN = 2;

/**
 * Whether `value` passes.
 * - `luhn`: its ASCII digits, at least two, everything else left out (ISO/IEC 7812-1, annex B).
 * - `mod97`: its ASCII letters and digits, at least five, in upper case, the first four moved to the
 *   end, letters as 10 to 35, remainder 1: ISO 7064 MOD 97-10 in the form ISO 13616 gives an IBAN.
 * - `length`: how many letters and digits of any script (Unicode L and N) it has, bounds included.
 */
export function passesValidator(value: string, validator: CustomValidator): boolean {
  switch (validator.kind) {
    case "luhn": {
      const digits = value.replace(NOT_DIGIT, "");
      return digits.length >= LEAST_LUHN && passesLuhn(digits);
    }
    case "mod97": {
      const code = value.replace(NOT_ASCII_LETTER_OR_DIGIT, "").toUpperCase();
      return code.length >= LEAST_MOD97 && passesMod97(code);
    }
    case "length": {
      const length = value.match(LETTER_OR_DIGIT)?.length ?? 0;
      return length >= validator.min && length <= validator.max;
    }
  }
}

/** What a passed check is called in a span's reason. */
export const VALIDATOR_REASONS = {
  luhn: "Luhn check digit",
  mod97: "mod 97 check digits",
  length: "length",
} as const satisfies Record<CustomValidator["kind"], string>;
