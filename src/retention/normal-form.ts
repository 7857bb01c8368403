// What two spellings of the same thing have in common, for erasing a person by value: the normal form
// of a text, and the digits of a number. Masking never uses these: there identity is the exact bytes.
// Pure.

/** Fewer digits than this are too common to stand for a person. */
const MIN_DIGITS = 6;
/** The zeros of decimal digits that NFKC leaves as they are: Arabic-Indic, its Persian form, Devanagari. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966];

/**
 * NFKC (Unicode Standard Annex 15), letter case and runs of white space taken away. Upper case comes
 * first: that makes one of letters with several small forms (sigma) and spells out the sharp s.
 */
export function normalForm(text: string): string {
  const folded = text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
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
    for (const zero of ZEROS) {
      if (code >= zero && code <= zero + 9) digits += code - zero;
    }
  }
  return digits;
}
