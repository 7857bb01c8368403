// Credit card tokens: as many digits as the card has, a valid check digit, and an issuer number that cannot be assigned.

import { luhnDigit, passesLuhn } from "../../../reference/check-digits.ts";
import { SPACES } from "../../spaces.ts";
import { type FixedForm, growingStages } from "../../stages.ts";
import { applySeparators, withoutSeparators } from "../plain/shape.ts";

/**
 * First four digits of every token: 9 and a three-digit code that can never be a country's.
 *
 * ISO/IEC 7812-1 ("Numbering system"): major industry identifier 9 is for national standards bodies, and the next three
 * digits are the ISO 3166-1 numeric code of the body's country. ISO 3166-1 takes its numeric codes from the United Nations'
 * M49 standard, which gives each number only once; these eight are regions: 142 Asia, 143 Central Asia, 145 Western Asia,
 * 150 Europe, 151 Eastern Europe, 154 Northern Europe, 155 Western Europe, 419 Latin America and the Caribbean. So no body
 * can issue them.
 *
 * Other codes without a country would formally do too, but before UnionPay Chinese banks issued their own cards under 9
 * without regard to country codes: 900000, 900010, 9400xx, 955xxx, 966666, 968807, 984301, 985262, 9900xx, 9988xx, 999999
 * (public lists of card prefixes). None begins like these eight.
 */
const ISSUERS: readonly string[] = ["9142", "9143", "9145", "9150", "9151", "9154", "9155", "9419"];
const ISSUER_LENGTH = 4;

/** The shortest length with enough numbers for every id: 8 issuers and 13 free digits. */
const ID_DIGITS = 18;

/** 12 to 19 digits: ISO/IEC 7812-1 allows at most 19, and no scheme has fewer than 12. */
const CARD = /^\d(?:[ -]{0,3}\d){11,18}$/;

/** How many card numbers of so many digits there are: issuer, free digits, check digit. */
function sizeOf(digits: number): number {
  return ISSUERS.length * 10 ** (digits - ISSUER_LENGTH - 1);
}

function cardNumber(number: number, digits: number): string {
  const perIssuer = 10 ** (digits - ISSUER_LENGTH - 1);
  const issuer = Math.floor(number / perIssuer);
  const free = String(number - issuer * perIssuer).padStart(digits - ISSUER_LENGTH - 1, "0");
  const body = `${ISSUERS[issuer]}${free}`;
  return body + luhnDigit(body);
}

/**
 * Tokens for card numbers (12 to 19 digits, which blanks and dashes may separate). First half of all numbers with the card's
 * own number of digits, then one digit more, and so on to 18 digits, which carry the id (a card of 19 digits keeps its 19).
 * Additional digits are appended. Space numbers: SPACES.card + digits.
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
    // The cheapest test first: it rejects nearly every text.
    if (text.charCodeAt(0) !== 57 || !CARD.test(text)) return false;
    const digits = withoutSeparators(text);
    return ISSUERS.includes(digits.slice(0, ISSUER_LENGTH)) && passesLuhn(digits);
  },
};
