// How a value is shown to callers who may see only part of it. Pure.
import { firstGraphemes } from "./graphemes.ts";

const HIDDEN = "***";
/** A text shows its first character only if it has at least this many: so at most a quarter of it. */
const MIN_CHARACTERS = 4;
/** UTF-16 units of the shown character at most: one with many marks could be all of a value. */
const MAX_UNITS = 8;

/** An e-mail address whose top-level domain has only letters and reveals nothing about a person. */
const EMAIL = /^([^@\s]+)@([^@\s]+)\.([A-Za-z]{2,6})$/;

/**
 * Shows the first character of a value but not its length ("J***"); of an e-mail address the first of both parts, and the
 * top-level domain ("j***@e***.com"). Of fewer than four characters none is shown.
 */
export function partialValue(value: string): string {
  const [, local, domain, top] = EMAIL.exec(value) ?? [];
  if (local === undefined || domain === undefined) return partOf(value);
  return `${partOf(local)}@${partOf(domain)}.${top}`;
}

function partOf(text: string): string {
  const [first = "", ...others] = firstGraphemes(text, MIN_CHARACTERS);
  const isShown = others.length === MIN_CHARACTERS - 1 && first.length <= MAX_UNITS;
  return (isShown ? first : "") + HIDDEN;
}
