// What two spellings of the same thing have in common, for erasing a person by value: the normal form
// of a text, and the digits of a number. Identity in masking is the exact bytes; there the normal form only
// keeps a token from looking like its value.
// Pure.

/** Fewer digits than this are too common to stand for a person. */
const MIN_DIGITS = 6;
/**
 * Marks on one letter that count (the bound of Unicode's stream-safe text format): to put many in
 * order takes time with their square, 32,768 of them three seconds.
 */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * NFKC (Unicode Standard Annex 15), letter case and runs of white space taken away. By way of upper
 * case, which spells out the sharp s, and of lower case before, for the capital one. The sigma that ends a word is made an ordinary one afterwards:
 * whether it ends one depends on what follows.
 */
export function normalForm(text: string): string {
  const composed = text.replace(PILED_MARKS, "$1").normalize("NFKC");
  const upper = composed.toLowerCase().toUpperCase();
  const folded = upper.toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
  return folded.replace(/\s+/gu, " ").trim();
}

/** The digits of a text without letters (a phone, a card), as 0 to 9; null when they are too few. */
export function digitsForm(normal: string): string | null {
  if (/\p{L}/u.test(normal)) return null;
  const digits = digitsOf(normal);
  return digits.length >= MIN_DIGITS ? digits : null;
}

/** All decimal digits of a text, as 0 to 9. */
export function digitsOf(text: string): string {
  let digits = "";
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code >= 0x30 && code <= 0x39) digits += char;
    else if (code > 0x7f && /\p{Nd}/u.test(char)) digits += digitValue(code);
  }
  return digits;
}

/**
 * Digits of other scripts stand in tens, zero first, with no two tens side by side once NFKC has
 * spelt out the mathematical ones: the value is how many digits stand before.
 */
function digitValue(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
