// A text as a whole: is it prose, or may it stand for a token, as it is or once somebody has tidied it up? Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";
import { hasTokenForm } from "../../tokens/recognition.ts";

/**
 * True for prose, which unmask gives back as it is. A single word, digits, or words laid out like a
 * token are taken for a token as a whole; one that resolves to nothing is unknown, altered or
 * erased, and fails.
 */
export function isProse(text: string): boolean {
  return /\s/.test(text.trim()) && !hasTokenForm(text);
}

/** True for a text of nothing but the letters and digits of tokens. */
export function isOneWord(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (digitValue(text.charCodeAt(i)) < 0) return false;
  return true;
}

/**
 * Characters nobody sees, which software takes out: format characters (general category Cf), and what
 * Unicode lists as Default_Ignorable_Code_Point, variation selectors among it.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** Blanks of any script, and control characters, which many programs trim likewise (U+0085, U+001C). */
const BLANKS = /[\s\p{Cc}]+/gu;
/** Normalised apart from each other: putting long runs of marks in order takes time in their square. */
const NORMALISED_RUN = /\p{ASCII}?\P{ASCII}{1,64}/gu;
/** What most texts are: printable ASCII with single spaces inside. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Other forms of a text, at most two: compatibility characters replaced (Unicode Standard Annex 15, NFKC:
 * full-width letters, no-break spaces), without invisible characters, trimmed, every run of blanks made
 * one space, or one line break where it has one. None when the text is plain already. Time is linear.
 */
export function plainForms(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const normal = text.replace(NORMALISED_RUN, (run) => run.normalize("NFKC"));
  const visible = normal.replace(INVISIBLE, "");
  const inLines = visible.replace(BLANKS, (run) => (/[\n\r]/.test(run) ? "\n" : " ")).trim();
  const inOne = inLines.replaceAll("\n", " ");
  return [...new Set([inLines, inOne])].filter((form) => form !== text);
}
