// Names of streets without any word for a street, and what may stand inside a name.

import { CONNECTOR, NO_TOWN, NUMBERED, UNIT } from "./address-lexicon.ts";
import { BLANK, DOT, SLASH, type Tokens } from "./address-tokens.ts";

/** Tokens `first` to `last` name a street. */
export interface StreetName {
  readonly first: number;
  readonly last: number;
  /** Enough by itself; else a unit, the town or an announcing word has to confirm it. */
  readonly isSure: boolean;
  /** Nothing in it says street. */
  readonly isPlain: boolean;
  readonly reason: string;
}

const SHORT_WORD = /^\p{L}{1,4}$/u;

/** Whether token `i` may belong to the same name as the one before it: a blank, or an abbreviation's mark. */
export function isInsideName(t: Tokens, i: number): boolean {
  const gap = t.gap(i);
  if (gap === BLANK) return true;
  if ((gap & ~BLANK) === SLASH) return t.word(i - 1) === "c";
  return (gap === (BLANK | DOT) || gap === DOT) && SHORT_WORD.test(t.raw(i - 1));
}

/**
 * A name and a number without any street word ("69 Roheline 43", "Askelund 1"): an address only where
 * something else says so.
 */
export function plainName(t: Tokens, k: number): StreetName | null {
  return t.isYear(k) ? null : (nameBehind(t, k) ?? nameBefore(t, k));
}

function plain(first: number, last: number): StreetName {
  return { first, last, isSure: false, isPlain: true, reason: "name and number" };
}

function nameBehind(t: Tokens, k: number): StreetName | null {
  const isLower = !t.isCapital(k + 1);
  if (t.gap(k + 1) !== BLANK || t.is(k + 1, NO_TOWN | UNIT | NUMBERED)) return null;
  if (isLower && t.role(k + 1) !== 0) return null;
  let last = k + 1;
  for (let i = k + 2; i < k + 7 && isInsideName(t, i); i++) {
    if (t.isHouse(i)) return plain(k, i);
    if (t.is(i, UNIT)) break;
    if (t.isCapital(i) !== isLower && (!isLower || t.role(i) === 0)) last = i;
    else if (!t.is(i, CONNECTOR)) break;
  }
  return plain(k, last);
}

function nameBefore(t: Tokens, k: number): StreetName | null {
  const p = k - 1;
  if (t.gap(k) !== BLANK || !t.isCapital(p) || t.is(p, NO_TOWN | UNIT | NUMBERED)) return null;
  let first = p;
  while (first > p - 5 && isInsideName(t, first)) {
    const isName = t.isCapital(first - 1) && !t.is(first - 1, NO_TOWN);
    if (!isName && !(t.is(first - 1, CONNECTOR) && t.isCapital(first - 2))) break;
    first--;
  }
  return plain(first, k);
}
