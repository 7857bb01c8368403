// Where a word of letters and digits begins in free text: the places at which a token is looked for. Pure.
import { digitValue } from "../../cipher/alphabet.ts";

const BACKSLASH = 92;
/** Letters of the short escapes of a JSON string (RFC 8259, section 7). */
const ESCAPES = "bfnrt";

/**
 * True when no letter or digit stands right before `at`, apart from one that ends a JSON escape: text
 * that was copied out of a JSON string has "\n" or "\u003c" where there was a line break or a bracket.
 * The letter of an escape itself begins nothing: else a control character in a text that was masked would
 * be the first letter of somebody's token once the text is written as JSON (DESIGN law 8).
 */
export function startsWord(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) === BACKSLASH && escapeEnd(text, at - 1) > 0) return false;
  if (at === 0 || digitValue(text.charCodeAt(at - 1)) < 0) return true;
  return (
    (text.charCodeAt(at - 2) === BACKSLASH && escapeEnd(text, at - 2) === at) ||
    (text.charCodeAt(at - 6) === BACKSLASH && escapeEnd(text, at - 6) === at)
  );
}

/** One past the JSON escape that the backslash at `at` begins, or -1 when it begins none with a letter. */
export function escapeEnd(text: string, at: number): number {
  const letter = text[at + 1] ?? "";
  if (letter !== "" && ESCAPES.includes(letter)) return at + 2;
  return letter === "u" && /^[0-9A-Fa-f]{4}$/.test(text.slice(at + 2, at + 6)) ? at + 6 : -1;
}
