// A text as a whole: is it prose, or may it be a token, as it is or after somebody has tidied it up? Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { hasTokenForm } from "../../tokens/recognition.ts";

/**
 * True for prose, which unmask returns unchanged. A single word, digits, or words laid out like a token count as one token;
 * when that resolves to nothing, it is unknown, altered or erased, and unmask fails.
 */
export function isProse(text: string): boolean {
  return /\s/.test(text.trim()) && !hasTokenForm(text);
}

/** True for a text of only the letters and digits that tokens are made of. */
export function isOneWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digitValue(text.charCodeAt(i)) < 0) return false;
  return true;
}

/**
 * Invisible characters, which software removes: format characters (general category Cf), and those that Unicode lists as
 * Default_Ignorable_Code_Point, among them variation selectors.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** Blanks of any script, and control characters, which many programs trim as well (U+0085, U+001C). */
const BLANKS = /[\s\p{Cc}]+/gu;
/** Pieces to normalise separately: sorting a long run of marks takes time quadratic in its length. */
const NORMALISED_RUN = /\p{ASCII}?\P{ASCII}{1,64}/gu;
/** Most texts: printable ASCII with single spaces inside. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Other forms of a text, at most two: compatibility characters replaced (Unicode Standard Annex 15, NFKC: full-width
 * letters, no-break spaces), invisible characters removed, trimmed, each run of blanks turned into one space, or into a line
 * break where it holds one. Empty when the text is plain already. Linear time.
 */
export function plainForms(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const normal = text.replace(NORMALISED_RUN, (run) => run.normalize("NFKC"));
  const visible = normal.replace(INVISIBLE, "");
  const inLines = visible.replace(BLANKS, (run) => (/[\n\r]/.test(run) ? "\n" : " ")).trim();
  const inOne = inLines.replaceAll("\n", " ");
  return [...new Set([inLines, inOne])].filter((form) => form !== text);
}
