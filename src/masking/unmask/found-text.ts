// Compares free text with a token that was found in it by the id it carries. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";

/** Tokens that are e-mail addresses or URLs: software writes their letters in either case. */
const IS_CASELESS = /^[^\s@]+@[^\s@]+$|^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * True when exactly this token stands at an offset, with no letter or digit of tokens behind it. A token
 * with a backslash is never found: in text that was written as JSON it could be a control character and
 * letters that somebody had put there.
 */
export function startsWithToken(text: string, start: number, token: string): boolean {
  if (token.includes("\\")) return false;
  const end = start + token.length;
  if (digitValue(text.charCodeAt(end)) >= 0) return false;
  if (text.startsWith(token, start)) return true;
  return IS_CASELESS.test(token) && text.slice(start, end).toLowerCase() === token.toLowerCase();
}
