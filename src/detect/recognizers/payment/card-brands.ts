// Issuer ranges of payment cards (ISO/IEC 7812-1) by brand, with the lengths of their numbers.

interface Brand {
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
}

// Issuer ranges as the brands publish them. The 15-digit JCB ranges are retired but in circulation
// in old data.
const BRANDS: readonly Brand[] = [
  { prefix: /^4/, lengths: [13, 16, 19] }, // Visa
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] }, // Mastercard
  { prefix: /^3[47]/, lengths: [15] }, // American Express
  { prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] }, // Discover
  { prefix: /^(?:30[0-5]|3095|3[689])/, lengths: [14, 15, 16, 17, 18, 19] }, // Diners Club
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] }, // JCB
  { prefix: /^(?:2131|1800)/, lengths: [15] }, // JCB, retired
  { prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] }, // UnionPay
  {
    prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, // Maestro
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];
/** Ranges shared with others: only after a word that names a card. */
const WIDE_RANGES = /^(?:5[06-8]|6|35)/; // Maestro at large, JCB at large

/** Whether digits have the issuer range and the length of a major brand. */
export function isOfBrand(digits: string): boolean {
  return BRANDS.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
}

/** Whether digits begin like a card of a range that others share. */
export function isOfWideRange(digits: string): boolean {
  return WIDE_RANGES.test(digits);
}
