// Letters and digits of all scripts by UTF-16 code unit, cheap enough to ask for every character of a text.

const UNKNOWN = 0;
const INSIDE = 1;
const OUTSIDE = 2;
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Filled as code units turn up: most texts hold few different ones. */
const known = new Uint8Array(65536).fill(UNKNOWN);

/**
 * Whether a code unit belongs to a word: a letter, digit or mark of any script; halves of surrogate pairs
 * count as letters..
 */
export function isWordUnit(code: number): boolean {
  const state = known[code];
  return state === UNKNOWN ? learn(code) : state === INSIDE;
}

function learn(code: number): boolean {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const isInside = isSurrogate || WORD.test(String.fromCharCode(code));
  known[code] = isInside ? INSIDE : OUTSIDE;
  return isInside;
}

/** Whether a code unit joins two parts of one word when it stands between them: apostrophes, hyphens. */
export function isJoiningUnit(code: number): boolean {
  return code === 39 || code === 0x2019 || code === 45 || code === 0x2010 || code === 0x2011;
}
