// Irreversible placeholders for values that a policy anonymizes. Nothing is stored; placeholders depend on a key that
// lives as long as one request or job.
import { cmac } from "@noble/ciphers/aes.js";
import type { EntityName } from "../../core/entities.ts";
import { LETTERS_AND_DIGITS } from "../../tokens/cipher/alphabet.ts";
import { PLACEHOLDER_LENGTH, placeholderOf } from "../../tokens/forms/plain/placeholder-form.ts";

/** Bytes of a placeholder key: AES-256. */
export const PLACEHOLDER_KEY_BYTES = 32;

/** Makes placeholders. */
export interface Placeholders {
  /** The placeholder of a value: equal for equal values of one type, and reveals nothing else without the key. */
  of(entity: EntityName, value: string): string;
}

/**
 * Placeholders under a key of 32 random bytes. The letters are 96 bits of an AES-CMAC (NIST SP 800-38B, a
 * pseudo-random function) over type and value, read as a number in base 62: 71 bits remain, and each of
 * the 62^12 texts is as likely as any other but for one part in 2^24.
 */
export function placeholders(keyBytes: Uint8Array): Placeholders {
  const key = Uint8Array.from(keyBytes);
  const utf8 = new TextEncoder();
  return {
    // No name of a type has a zero byte, so no two pairs give one message.
    of: (entity, value) => placeholderOf(letters(cmac(utf8.encode(`${entity}\0${value}`), key))),
  };
}

function letters(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes.subarray(0, 12)) number = number * 256n + BigInt(byte);
  let text = "";
  for (let i = 0; i < PLACEHOLDER_LENGTH; i++) {
    text += LETTERS_AND_DIGITS[Number(number % 62n)];
    number /= 62n;
  }
  return text;
}
