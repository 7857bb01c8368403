// Where a row of digit groups may end as a phone number.

import { isDigit } from "../../text/chars.ts";

/** Shorter numbers are extensions and short codes. */
export const MIN_DIGITS = 7;
/** ITU-T E.164. */
export const MAX_DIGITS = 15;
/** Groups of one digit in a number: "+1 ...", "+33 6 ...". */
const MAX_SINGLES = 2;

/**
 * `written`, then shorter and shorter up to a separator: whole groups, 7 to 15 digits, balanced
 * parentheses. Three groups of a single digit are a row of figures and end the number before them.
 */
export function cuts(written: string): string[] {
  const found: string[] = [];
  let digits = 0;
  let singles = 0;
  for (let at = 0; at < written.length; at++) {
    if (!isDigit(signAt(written, at))) continue;
    const start = at;
    while (isDigit(signAt(written, at))) at++;
    const end = at;
    // The trunk zero of "+44 (0)20" is no part of the number.
    const isTrunk = start > 0 && end === start + 1 && written.startsWith("(0)", start - 1);
    if (!isTrunk) digits += end - start;
    if (!isTrunk && end === start + 1) singles++;
    if (digits > MAX_DIGITS || singles > MAX_SINGLES) break;
    if (digits >= MIN_DIGITS && isBalanced(written, end)) found.push(written.slice(0, end));
  }
  return found.reverse();
}

function isBalanced(written: string, end: number): boolean {
  let open = 0;
  for (let at = 0; at < end; at++) {
    const code = signAt(written, at);
    if (code === 40) open++;
    else if (code === 41) open--;
  }
  return open === 0;
}

/** As codeAt, which no parts of texts should come to. */
function signAt(written: string, at: number): number {
  return at < written.length ? written.charCodeAt(at) : 0;
}
