// What two spellings of the same value have in common, for erasing a person by value: the normal form of a text, and
// the digits of a number. Masking compares exact bytes; there the normal form only keeps a token from looking like
// its value. Pure.

/** Shorter digit sequences are too common to identify a person. */
const MIN_DIGITS = 6;
/** Keeps the first 30 marks on a letter (as Unicode's stream-safe format does): ordering them takes quadratic time. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * NFKC (Unicode Standard Annex 15), without letter case and runs of white space. Case is removed through upper case,
 * which expands the sharp s, after lower case, for the capital one. Final sigma is then replaced by the ordinary one:
 * whether a sigma is final depends on what follows.
 */
export function normalForm(text: string): string {
  const composed = text.replace(PILED_MARKS, "$1").normalize("NFKC");
  const upper = composed.toLowerCase().toUpperCase();
  const folded = upper.toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
  return folded.replace(/\s+/gu, " ").trim();
}

/** The digits of a text without letters (a phone, a card), as 0 to 9; null when there are too few. */
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
 * Digits of other scripts come in runs of ten, zero first, and no two runs are adjacent once NFKC has replaced the
 * mathematical ones: so a digit's value is the number of digits before it.
 */
function digitValue(code: number): number {
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}
