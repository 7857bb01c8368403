// Addresses without a street: post boxes, military mail, and a US town with its ZIP code.

import { wordSet } from "../../../core/word-set.ts";
import { tailOf } from "./address-tail.ts";
import { BLANK, COMMA, LINE, OTHER, type Tokens } from "./address-tokens.ts";
import { BAG, BOX, NO_TOWN, REGION_CODE, STREET, UNIT } from "./address-words.ts";

/** An address by the indexes of its first and last token. */
export interface FoundAddress {
  readonly first: number;
  readonly last: number;
  readonly score: number;
  readonly reason: string;
}

const BAG_WORDS = wordSet("po gpo pmb office locked private postal");
const UNITS = wordSet("psc unit cmr rr hc");
const MILITARY = wordSet("apo fpo dpo");
const FORCES = wordSet("aa ae ap");
const SHIPS = wordSet("uss usns usnv uscgc");
const ZIP_CHARS = 5;
const ZIP = /^\d{5}(?:-\d{4})?$/;

/** The post box or military address around the number at `k`, or null. */
export function mailbox(t: Tokens, k: number): FoundAddress | null {
  const first = boxStart(t, k) ?? shipStart(t, k);
  if (first === null) return null;
  const isNumbered = t.gap(first) === BLANK && t.isHouse(first - 1);
  const isLower = !t.isCapital(first);
  const { last } = tailOf(t, k, isLower);
  return { first: isNumbered ? first - 1 : first, last, score: 0.9, reason: "post box" };
}

/** First token of "PO Box 12", "P. O. Box 12", "Postfach 12", "PSC 12, Box 34", or null. */
function boxStart(t: Tokens, k: number): number | null {
  if (k < 1 || (t.gap(k) & (OTHER | LINE)) !== 0) return null;
  if (t.is(k - 1, BOX) && t.isCapital(k - 1)) return k - 1;
  if (!t.is(k - 1, BAG)) return null;
  if (BAG_WORDS.has(t.word(k - 2))) return t.word(k - 2) === "office" ? k - 3 : k - 2;
  if (t.word(k - 2) === "o" && t.word(k - 3) === "p" && t.start(k - 2) - t.end(k - 3) < 3)
    return k - 3;
  const isUnit = t.isNumeric(k - 2) && UNITS.has(t.word(k - 3)) && (t.gap(k - 1) & OTHER) === 0;
  return isUnit ? k - 3 : null;
}

/** First token of "USNS Bergman / FPO AP 93757" and of "APO AE 09012", or null. */
function shipStart(t: Tokens, k: number): number | null {
  if (!isZip(t, k) || !FORCES.has(t.word(k - 1)) || !MILITARY.has(t.word(k - 2))) return null;
  for (let i = k - 3; i >= 0 && i > k - 7; i--) {
    if (SHIPS.has(t.word(i))) return i;
    if (t.gap(i) !== BLANK) break;
  }
  return k - 2;
}

function isZip(t: Tokens, k: number): boolean {
  return t.end(k) - t.start(k) >= ZIP_CHARS && ZIP.test(t.raw(k));
}

/** "Springfield, IL 62704": a US town with state and ZIP code at `k`, or null. */
export function usTown(t: Tokens, k: number): FoundAddress | null {
  const state = k - 1;
  if (t.gap(k) !== BLANK || !isZip(t, k) || !/^[A-Z]{2}$/.test(t.raw(state))) return null;
  if (!t.is(state, REGION_CODE) || t.gap(state) !== (BLANK | COMMA)) return null;
  const isTown = (i: number) => t.isCapital(i) && !t.is(i, NO_TOWN | UNIT) && !t.isNumeric(i);
  let first = state;
  while (first > state - 3 && isTown(first - 1) && (first === state || t.isInsideName(first)))
    first--;
  while (first < state && t.is(first, STREET)) first++;
  if (first === state) return null;
  return { first, last: k, score: 0.7, reason: "town, state and ZIP code" };
}
