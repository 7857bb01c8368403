// Compact tokens that are no longer one word: broken over lines, or with marks of emphasis in them. Pure.
import type { Steps } from "../../core/steps.ts";
import { digitValue } from "../cipher/alphabet.ts";
import type { TokenCipher } from "../cipher/cipher.ts";
import { lettersEnd } from "../cipher/id-letters.ts";
import { compactAt, type FoundCompact, LONGEST_COMPACT } from "../forms/plain/compact-form.ts";

/** A piece of a word that goes on behind what stands between. */
interface Piece {
  readonly start: number;
  readonly end: number;
}

/** Longest break of a word: a line end with indentation and some levels of quoting. */
const MAX_BREAK = 64;
/** Pieces of a word at most. */
const MAX_PIECES = 4;
/** A line end, with a hyphen before it and the quote marks of e-mail and Markdown behind it; or emphasis. */
const BREAK = /^(?:-?[ \t\r]*\n[\s>]*|[*_~`]{1,3})$/;
/** What is in each of them. */
const BREAK_SIGN = /[\n*_~`]/g;

/** Signs of one step, and what they cost at most. */
const STEP_SIGNS = 8_192;
const STEP_COST = 6;

/** Every such token of a text, in order and apart from each other; time is linear in the text. In steps. */
export function* findBroken(cipher: TokenCipher, text: string): Steps<FoundCompact[]> {
  const found: FoundCompact[] = [];
  if (text.search(BREAK_SIGN) < 0) return found;
  let pieces: Piece[] = [];
  let signs = 0;
  let behind = 0;
  for (const { index } of text.matchAll(BREAK_SIGN)) {
    if (++signs % STEP_SIGNS === 0) yield STEP_COST;
    if (index < behind) continue;
    const from = gapEnd(text, index, -1);
    behind = gapEnd(text, index, 1);
    if (behind - from > MAX_BREAK || !BREAK.test(text.slice(from, behind))) continue;
    const end = lettersEnd(text, behind, text.length);
    if (from === 0 || end === behind) continue;
    // No piece stands in two tokens.
    if (found.at(-1)?.end === from) pieces = [];
    else if (pieces.at(-1)?.end !== from) pieces = [pieceBefore(text, from)];
    pieces = [...pieces.slice(1 - MAX_PIECES), { start: behind, end }];
    const token = pieces.length > 1 ? lastOf(cipher, text, pieces) : null;
    if (token !== null) found.push(token);
  }
  return found;
}

/** Where a gap ends in which a sign stands, one way or the other; or where it is too long. */
function gapEnd(text: string, index: number, step: 1 | -1): number {
  let at = step > 0 ? index + 1 : index;
  for (let length = 0; length <= MAX_BREAK; length++, at += step) {
    const next = step > 0 ? at : at - 1;
    if (next < 0 || next >= text.length || digitValue(text.charCodeAt(next)) >= 0) break;
  }
  return at;
}

/** The letters and digits before an offset; one more than a token has of a longer piece. */
function pieceBefore(text: string, end: number): Piece {
  let start = end;
  const least = Math.max(0, end - LONGEST_COMPACT - 1);
  while (start > least && digitValue(text.charCodeAt(start - 1)) >= 0) start--;
  return { start, end };
}

/** The token of the last pieces, of two at least. */
function lastOf(cipher: TokenCipher, text: string, pieces: readonly Piece[]): FoundCompact | null {
  let word = "";
  for (let i = pieces.length - 1; i >= 0; i--) {
    const { start, end } = pieces[i] as Piece;
    if (word.length + end - start > LONGEST_COMPACT) return null;
    const isWhole = word === "";
    word = text.slice(start, end) + word;
    const token = compactAt(cipher, word, 0, word.length);
    // Behind "discharge", "date…" is a token of its own.
    if (token !== null && isWhole) return null;
    if (token !== null) return { ...token, at: start, end: (pieces.at(-1) as Piece).end };
  }
  return null;
}
