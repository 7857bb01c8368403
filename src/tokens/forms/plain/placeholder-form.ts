// The form of placeholders, which stand where a value was anonymized: twelve letters and digits between
// white square brackets, as in "⟦k3V9QmB2xY7a⟧". Pure.
//
// No token has it and none can get it. Tokens hold ASCII, month names and date signs of some languages
// (reference/date-names.ts), and what their value is punctuated with, which is ASCII, too:
// the brackets (U+27E6, U+27E7: mathematical operators, not changed by any Unicode normalisation) are none
// of these, so every form replaces them in a value. Twelve letters are too few for the id of a free-length
// token (14 in base 62, 16 in base 36), and the brackets end whatever is read across them.

/** Letters and digits of a placeholder: 71 bits. */
export const PLACEHOLDER_LENGTH = 12;

const PLACEHOLDER = new RegExp(`⟦[0-9A-Za-z]{${PLACEHOLDER_LENGTH}}⟧`, "g");
const WHOLE = new RegExp(`^${PLACEHOLDER.source}$`);

/** A placeholder of these letters and digits. */
export function placeholderOf(letters: string): string {
  return `⟦${letters}⟧`;
}

/** True for a text that has the form as a whole. */
export function isPlaceholder(text: string): boolean {
  return WHOLE.test(text);
}

/** Every range of a text that has the form, in order; offsets are UTF-16 units, end exclusive. */
export function findPlaceholders(text: string): { start: number; end: number }[] {
  if (!text.includes("⟦")) return [];
  return [...text.matchAll(PLACEHOLDER)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}
