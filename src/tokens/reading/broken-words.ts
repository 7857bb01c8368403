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
const SPACE = 32;

/** Words of one step, and what they cost at most. */
const STEP_WORDS = 8_192;
const STEP_COST = 6;

/** Every such token of a text, in order and apart from each other; time is linear in the text. In steps. */
export function* findBroken(cipher: TokenCipher, text: string): Steps<FoundCompact[]> {
  const found: FoundCompact[] = [];
  if (!/[\n*_~`]/.test(text)) return found;
  let pieces: Piece[] = [];
  let words = 0;
  for (let at = 0; at < text.length; at++) {
    if (digitValue(text.charCodeAt(at)) < 0) continue;
    if (++words % STEP_WORDS === 0) yield STEP_COST;
    const end = lettersEnd(text, at, text.length);
    if (!isBreak(text, pieces.at(-1)?.end ?? at, at)) pieces = [];
    pieces = [...pieces.slice(1 - MAX_PIECES), { start: at, end }];
    const token = pieces.length > 1 ? lastOf(cipher, text, pieces) : null;
    if (token !== null) {
      found.push(token);
      pieces = [];
    }
    at = end;
  }
  return found;
}

function isBreak(text: string, from: number, until: number): boolean {
  const isOneSpace = until - from === 1 && text.charCodeAt(from) === SPACE;
  if (isOneSpace || until === from || until - from > MAX_BREAK) return false;
  return BREAK.test(text.slice(from, until));
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
