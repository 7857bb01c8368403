// What a value looks like to who may see only part of it. Pure.
import { firstGraphemes } from "./graphemes.ts";

const HIDDEN = "***";
/** Characters that a text has at least of which the first is shown: a quarter of it at most. */
const LEAST = 4;
/** UTF-16 units of a character that is shown: one of many marks could be all of a value. */
const LONGEST = 8;

/** An e-mail address with a top-level domain of letters, which says nothing of a person. */
const EMAIL = /^([^@\s]+)@([^@\s]+)\.([A-Za-z]{2,6})$/;

/**
 * The first character of a value and nothing of its length ("J***"); of an e-mail address that of both its parts, and the
 * top-level domain ("j***@e***.com"). Of fewer than four characters none is shown.
 */
export function partialValue(value: string): string {
  const [, local, domain, top] = EMAIL.exec(value) ?? [];
  if (local === undefined || domain === undefined) return partOf(value);
  return `${partOf(local)}@${partOf(domain)}.${top}`;
}

function partOf(text: string): string {
  const [first = "", ...others] = firstGraphemes(text, LEAST);
  const isShown = others.length === LEAST - 1 && first.length <= LONGEST;
  return (isShown ? first : "") + HIDDEN;
}
