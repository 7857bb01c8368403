// A quick look at the words beside a number: most say at once that no address is there, and then nothing near
// has to be split into tokens. Says yes where it is in doubt.

import { codeAt } from "../../text/chars.ts";
import { isJoiningUnit, isWordUnit } from "../../text/word-units.ts";
import {
  BAG,
  BIS,
  BOX,
  CONNECTOR,
  DIRECTION,
  DOUBTFUL,
  flagsOf,
  HUNGARIAN,
  LOWER_STREET,
  mayBeCompound,
  ONE_WORD_STREET,
  PREFIX,
  roleIn,
  STREET,
  ZIP_CUE,
} from "./address-lexicon.ts";

/** ZIP codes have a town and a state before them. */
const ZIP_DIGITS = 5;
/** More than this between a word and a number sets them apart. */
const MAX_GAP = 16;
/** What goes before a number in an address in small letters. */
const BEFORE = STREET | DOUBTFUL | PREFIX | CONNECTOR | BOX | BAG | ZIP_CUE | HUNGARIAN;
/** The same behind one. */
const BEHIND =
  STREET | DOUBTFUL | PREFIX | DIRECTION | LOWER_STREET | ONE_WORD_STREET | BIS | HUNGARIAN;
const DASH = 45;
const SLASH = 47;

/** Whether an address may stand around the number from `start` to `end`. */
export function mayBeInAddress(text: string, start: number, end: number): boolean {
  if (end - start >= ZIP_DIGITS) return true;
  return mayFollow(text, end) || mayPrecede(text, start);
}

/** Whether what stands behind `end` can go on with an address. */
function mayFollow(text: string, end: number): boolean {
  const code = codeAt(text, end);
  // A letter of the house, a range.
  if (isWordUnit(code) || code === DASH || code === SLASH) return true;
  let from = end;
  while (from - end < MAX_GAP && isGap(codeAt(text, from))) from++;
  if (!isSmall(codeAt(text, from))) return from > end && isWordUnit(codeAt(text, from));
  if (from === end) return false;
  let to = from + 1;
  while (isSmall(codeAt(text, to))) to++;
  if (goesOn(codeAt(text, to))) return true;
  const flags = flagsOf(text, from, to);
  return roleIn(flags) === 0 || (flags & BEHIND) !== 0 || mayBeCompound(text, from, to);
}

/** Whether what stands before `start` can be in an address with the number there. */
function mayPrecede(text: string, start: number): boolean {
  let to = start;
  while (to > 0 && start - to <= MAX_GAP && !isWordUnit(codeAt(text, to - 1))) {
    to--;
    if (codeAt(text, to) === 10) return false;
  }
  if (to === 0 || start - to > MAX_GAP) return false;
  let from = to;
  while (isSmall(codeAt(text, from - 1))) from--;
  if (from === to || goesOn(codeAt(text, from - 1))) return true;
  return (flagsOf(text, from, to) & BEFORE) !== 0 || mayBeCompound(text, from, to);
}

/** Whether a word in small letters is a part of a longer one. */
function goesOn(code: number): boolean {
  return isWordUnit(code) || isJoiningUnit(code);
}

/** A blank, a comma, a semicolon. */
function isGap(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === 13 ||
    code === 0xa0 ||
    code === 0x202f ||
    code === 44 ||
    code === 59
  );
}

/** a-z. */
function isSmall(code: number): boolean {
  return code >= 97 && code <= 122;
}
