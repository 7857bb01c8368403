// A text without tags: is it prose, or does it stand for a token as a whole? Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { hasTokenForm } from "../../tokens/recognition.ts";

/**
 * True for prose, which unmask gives back as it is. A single word, digits, or words laid out like a
 * token are taken for a token as a whole; one that resolves to nothing is unknown, altered or
 * erased, and fails as the reference API does.
 */
export function isProse(text: string): boolean {
  return /\s/.test(text.trim()) && !hasTokenForm(text);
}

/** True for a text of nothing but the letters and digits of tokens. */
export function isOneWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digitValue(text.charCodeAt(i)) < 0) return false;
  return true;
}
