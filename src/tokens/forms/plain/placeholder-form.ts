// Placeholders, which replace anonymized values: twelve letters and digits between white square brackets, as in
// "⟦k3V9QmB2xY7a⟧". Pure.
//
// No token has this form and none can get it. Tokens consist of ASCII, month names and date signs of some languages
// (reference/date-names.ts), and their value's punctuation, which is ASCII too. The brackets (U+27E6, U+27E7: mathematical
// operators, which no Unicode normalization changes) are none of these, so every form replaces them in a value. Twelve
// letters are too few for the id of a free-length token (14 in base 62, 16 in base 36), and no reading of an id continues
// across the brackets.

/** Number of letters and digits in a placeholder: 71 bits. */
export const PLACEHOLDER_LENGTH = 12;

const PLACEHOLDER = new RegExp(`⟦[0-9A-Za-z]{${PLACEHOLDER_LENGTH}}⟧`, "g");
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);

/** The placeholder with these letters and digits. */
export function placeholderOf(letters: string): string {
  return `⟦${letters}⟧`;
}

/** Whether a whole text is a placeholder. */
export function isPlaceholder(text: string): boolean {
  return WHOLE.test(text);
}

/** Every placeholder in a text, in order; offsets are UTF-16 units, end exclusive. */
export function findPlaceholders(text: string): { start: number; end: number }[] {
  if (!text.includes("⟦")) return [];
  return [...text.matchAll(PLACEHOLDER)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
