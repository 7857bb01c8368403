// Letters as tokens are compared by them, and where words end. Pure.
import { digitValue } from "../../tokens/cipher/alphabet.ts";

/** A character of a view without composition (NFD, Unicode Standard Annex 15). */
export function plainForm(char: string): string {
  return char <= "\u007f" ? char : char.normalize("NFD");
}

const WORD = /^[\p{L}\p{N}\p{M}]$/u;
/** Words that are written without blanks between them, or with endings right behind a name. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hangul}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]$/u;

/** A letter, digit or combining mark that belongs to a word with its neighbours. */
export function isWordPart(char: string): boolean {
  if (char <= "\u007f") return digitValue(char.charCodeAt(0)) >= 0;
  return WORD.test(char) && !UNSPACED.test(char);
}
