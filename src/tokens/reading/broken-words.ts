// Finds compact tokens that are broken over lines or interrupted by marks of emphasis. Pure.
import type { Steps } from "../../core/steps.ts";
import { digitValue } from "../cipher/alphabet.ts";
import type { TokenCipher } from "../cipher/cipher.ts";
import { lettersEnd } from "../cipher/id-letters.ts";
import { compactAt, type FoundCompact, LONGEST_COMPACT } from "../forms/plain/compact-form.ts";
import type { TextRange } from "./wrapper-pairs.ts";

/** Longest gap in a word: a line end with indentation and some levels of quoting. */
const MAX_BREAK = 64;
const MAX_PIECES = 4;
/** A line end, maybe after a hyphen and before quote marks of e-mail or Markdown; or marks of emphasis. */
const BREAK = /^(?:-?[ \t\r]*\n[\s>]*|[*_~`]{1,3})$/;
/** A character that each gap contains. */
const BREAK_SIGN = /[\n*_~`]/g;

/** Such characters in one step, and the most that a step costs. */
const STEP_SIGNS = 8_192;
const STEP_COST = 6;

/** All such tokens of a text, in order and without overlaps; linear in the length of the text. In steps. */
export function* findBroken(cipher: TokenCipher, text: string): Steps<FoundCompact[]> {
  const found: FoundCompact[] = [];
  if (text.search(BREAK_SIGN) < 0) return found;
  let pieces: TextRange[] = [];
  let signs = 0;
  let after = 0;
  for (const { index } of text.matchAll(BREAK_SIGN)) {
    if (++signs % STEP_SIGNS === 0) yield STEP_COST;
    if (index < after) continue;
    const from = gapEnd(text, index, -1);
    after = gapEnd(text, index, 1);
    if (after - from > MAX_BREAK || !BREAK.test(text.slice(from, after))) continue;
    const end = lettersEnd(text, after, text.length);
    if (from === 0 || end === after) continue;
    // A part belongs to at most one token.
    if (found.at(-1)?.end === from) pieces = [];
    else if (pieces.at(-1)?.end !== from) pieces = [pieceBefore(text, from)];
    pieces = [...pieces.slice(1 - MAX_PIECES), { start: after, end }];
    const token = pieces.length > 1 ? lastOf(cipher, text, pieces) : null;
    if (token !== null) found.push(token);
  }
  return found;
}

/** End of the gap around a sign, in one direction; where it is too long, an offset that makes it exceed MAX_BREAK. */
function gapEnd(text: string, index: number, step: 1 | -1): number {
  let at = step > 0 ? index + 1 : index;
  for (let length = 0; length <= MAX_BREAK; length++, at += step) {
    const next = step > 0 ? at : at - 1;
    if (next < 0 || next >= text.length || digitValue(text.charCodeAt(next)) >= 0) break;
  }
  return at;
}

/** The letters and digits before an offset; of a longer run only one more than a token can have. */
function pieceBefore(text: string, end: number): TextRange {
  let start = end;
  const least = Math.max(0, end - LONGEST_COMPACT - 1);
  while (start > least && digitValue(text.charCodeAt(start - 1)) >= 0) start--;
  return { start, end };
}

/** The token that the last parts form, two at least; null when they form none. */
function lastOf(
  cipher: TokenCipher,
  text: string,
  pieces: readonly TextRange[],
): FoundCompact | null {
  let word = "";
  for (let i = pieces.length - 1; i >= 0; i--) {
    const { start, end } = pieces[i] as TextRange;
    if (word.length + end - start > LONGEST_COMPACT) return null;
    const isWhole = word === "";
    word = text.slice(start, end) + word;
    const token = compactAt(cipher, word, 0, word.length);
    // After "discharge", "date…" is a complete token of its own.
    if (token !== null && isWhole) return null;
    if (token !== null) return { ...token, at: start, end: (pieces.at(-1) as TextRange).end };
  }
  return null;
}
