// Listed names and words of several characters, in scripts without blanks: where each begins and ends.

import { addToHash } from "./hash.ts";
import type { Lexicon } from "./lexicon.ts";
import { GAP, SHAPE, type Tokens } from "./tokens.ts";

/** Bits of the lexicon's lists that a sequence of characters may be on; `longer`: a longer listed one begins with it. */
export const LISTED = { persons: 1, places: 2, organizations: 4, words: 8, longer: 128 } as const;

const KINDS = LISTED.persons | LISTED.places | LISTED.organizations | LISTED.words;
/** Position of a token in a listed sequence, above the bits of the kinds. */
const PLACE = { begin: 16, inside: 32, end: 48 } as const;

/** The token is in katakana or has a capital, as foreign names have, but other foreign words, too. */
const FOREIGN = 64;

/** Bound on what is written for a token. */
export const LISTED_COUNT = 128;

/** Characters of the longest sequence that is looked up. */
export const MOST_LISTED = 5;

/**
 * Write to `listed` which listed sequence each token is part of, below `LISTED_COUNT`; 0: none. From left to right the
 * longest listed sequence counts, and the next begins after it.
 */
export function fillListed(tokens: Tokens, listed: Int32Array, lexicon: Lexicon): void {
  const { count, shape } = tokens;
  for (let i = 0; i < count; ) {
    const found = longestAt(tokens, i, lexicon);
    const kinds = found & KINDS;
    const length = Math.max(1, found >> 4);
    for (let k = 0; k < length; k++) {
      const place = k === 0 ? PLACE.begin : k === length - 1 ? PLACE.end : PLACE.inside;
      const foreign = shape[i + k] === SHAPE.title ? FOREIGN : 0;
      listed[i + k] = (kinds === 0 ? 0 : kinds | place) | foreign;
    }
    i += length;
  }
}

/** Kinds of the longest listed sequence that begins at token `i`, and its length in the bits above; 0 if there is none. */
function longestAt(tokens: Tokens, i: number, lexicon: Lexicon): number {
  const { count, gap, word } = tokens;
  const to = Math.min(count, i + MOST_LISTED);
  let hash = word[i] as number;
  let found = 0;
  for (let j = i + 1; j < to && gap[j] === GAP.none; j++) {
    hash = addToHash(hash, word[j] as number);
    const at = lexicon.find(hash);
    if (at < 0) break;
    const lists = lexicon.listsOf(at);
    if ((lists & KINDS) !== 0) found = (lists & KINDS) | ((j + 1 - i) << 4);
    if ((lists & LISTED.longer) === 0) break;
  }
  return found;
}
