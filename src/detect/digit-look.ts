// A look that several recognizers take at the same text: whether there is any digit in it.

const DIGIT = /\d/;

/** The text looked at last: all recognizers scan one text before the next. */
let looked = "";
let hasOne = false;

/** Whether there is a digit (0-9) in `text`. Without one, no number is worth looking for. */
export function hasDigit(text: string): boolean {
  if (text !== looked) {
    looked = text;
    hasOne = DIGIT.test(text);
  }
  return hasOne;
}
