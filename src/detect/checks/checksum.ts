// Check digits. Both work on ASCII text and in one pass.

/** Luhn check (ISO/IEC 7812-1, annex B) over a string of digits. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = digit * 2;
    if (i % 2 === 0) sum += digit;
    else sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/**
 * ISO 7064 MOD 97-10 as ISO 13616 applies it to an IBAN: the first four characters moved to the
 * end, letters as 10 to 35, remainder 1. `iban` is upper case without blanks.
 */
export function passesMod97(iban: string): boolean {
  let remainder = 0;
  const rotated = iban.slice(4) + iban.slice(0, 4);
  for (let i = 0; i < rotated.length; i++) {
    const value = Number.parseInt(rotated.charAt(i), 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
