// Credit card tokens: as many digits as the card has, a right check digit, and an issuer number that
// nobody can be given.

import { luhnDigit, passesLuhn } from "../../../reference/check-digits.ts";
import { paddedDigits, powerOfTen } from "../../cipher/whole-numbers.ts";
import { SPACES } from "../../spaces.ts";
import { type FixedForm, growingStages } from "../../stages.ts";
import { applySeparators, withoutSeparators } from "../plain/shape.ts";

/**
 * First four digits of every token: 9 and a three-digit code that can never be a country's.
 *
 * ISO/IEC 7812-1 ("Numbering system"): major industry identifier 9 is for national standards bodies, and
 * the next three digits are the ISO 3166-1 numeric code of the body's country. ISO 3166-1 takes its numeric
 * codes from the United Nations' M49 standard, where each number is given once; these eight are those of
 * regions: 142 Asia, 143 Central Asia, 145 Western Asia, 150 Europe, 151 Eastern Europe, 154 Northern
 * Europe, 155 Western Europe, 419 Latin America and the Caribbean. So there is no body to issue them.
 *
 * Other codes without a country would do by the letter, but Chinese banks issued cards of their own under
 * 9 before UnionPay, without regard to country codes: 900000, 900010, 9400xx, 955xxx, 966666, 968807,
 * 984301, 985262, 9900xx, 9988xx, 999999 (public lists of card prefixes). None begins like these eight.
 */
const ISSUERS: readonly string[] = ["9142", "9143", "9145", "9150", "9151", "9154", "9155", "9419"];
const ISSUER_LENGTH = 4;

/** The shortest length with room for an id: 8 issuers and 13 free digits. */
const ID_DIGITS = 18;

/** 12 to 19 digits: ISO/IEC 7812-1 allows 19 at most, and no scheme has fewer than 12. */
const CARD = /^\d(?:[ -]{0,3}\d){11,18}$/;

/** Texts of so many digits: issuer, free digits, check digit. */
function sizeOf(digits: number): number {
  return ISSUERS.length * powerOfTen(digits - ISSUER_LENGTH - 1);
}

function cardNumber(number: number, digits: number): string {
  const perIssuer = powerOfTen(digits - ISSUER_LENGTH - 1);
  const issuer = Math.floor(number / perIssuer);
  const free = paddedDigits(number - issuer * perIssuer, digits - ISSUER_LENGTH - 1);
  const body = `${ISSUERS[issuer]}${free}`;
  return body + luhnDigit(body);
}

/**
 * Tokens for card numbers (12 to 19 digits, with blanks and dashes between). First half of all texts with
 * the card's own number of digits, then one digit more, and so on to 18 digits, which carry the id (a card
 * of 19 digits keeps its 19). More digits stand behind the last. Space numbers: SPACES.card + digits.
 */
export const cardForm: FixedForm = {
  stages(value) {
    if (!CARD.test(value)) return null;
    return growingStages(withoutSeparators(value).length, {
      space: SPACES.card,
      idDigits: ID_DIGITS,
      sizeOf,
      text: (number, digits) => applySeparators(value, cardNumber(number, digits)),
    });
  },
  mayBe(text) {
    // Cheapest first: nearly every text ends here.
    if (text.charCodeAt(0) !== 57 || !CARD.test(text)) return false;
    const digits = withoutSeparators(text);
    return ISSUERS.includes(digits.slice(0, ISSUER_LENGTH)) && passesLuhn(digits);
  },
};
