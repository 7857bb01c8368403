// Check digits that many kinds of numbers share. All functions read ASCII text in one pass.

/**
 * Sum of Luhn's check (US patent 2,950,048; ISO/IEC 7812-1, annex B): counted from the right, every second digit is doubled,
 * starting with the last but one. A number passes when the sum is a multiple of ten.
 */
function luhnSum(digits: string): number {
  let sum = 0;
  let isTwice = false;
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits.charCodeAt(i) - 48;
    if (!isTwice) sum += digit;
    else sum += digit < 5 ? 2 * digit : 2 * digit - 9;
    isTwice = !isTwice;
  }
  return sum;
}

/** Whether a string of digits, the last one its check digit, passes Luhn's check. */
export function passesLuhn(digits: string): boolean {
  return digits.length > 0 && luhnSum(digits) % 10 === 0;
}

/** The check digit to append to a string of digits. */
export function luhnDigit(digits: string): number {
  return (10 - (luhnSum(`${digits}0`) % 10)) % 10;
}

/** Remainder modulo 97 of digits and letters (10 to 35; ISO 7064, MOD 97-10). `before`: that of the text before. */
export function mod97(text: string, before = 0): number {
  let rest = before;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    rest = code < 65 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest;
}

/** MOD 97-10 as ISO 13616 applies it to an IBAN, in upper case without blanks, with its first four characters last. */
export function passesMod97(iban: string): boolean {
  return mod97(iban.slice(0, 4), mod97(iban.slice(4))) === 1;
}
