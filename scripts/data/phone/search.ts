// Looks for beginnings of numbers that no plan assigns. A prefix is taken only when it is
// proven that no number of that length which begins so is accepted; nothing is sampled.

import { after, type Language, lengthsOf } from "./digit-language.ts";
import type { Plan } from "./plans.ts";

/** Unassigned beginnings of numbers of one length, all of the same number of digits. */
export interface Range {
  readonly length: number;
  readonly prefixes: readonly string[];
}

/** Fewer numbers than this and more prefixes, or longer ones, are tried. */
const ENOUGH = 1_000_000;
/** Fewer than this are not worth a counter: the next longer length is used. */
const MINIMUM = 10_000;
const MAX_PREFIX = 4;
const MAX_PREFIXES = 10;
/** National numbers of no known country, from the shortest there are to E.164's 15 digits and more. */
const UNPLACED_LENGTHS = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const NOT_ZERO = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const UNPLACED_MAX_PREFIX = 5;
const UNPLACED_MAX_PREFIXES = 40;

interface Limits {
  readonly prefix: number;
  readonly prefixes: number;
  readonly first: readonly number[];
}

/** Ranges behind a calling code, of each length that is possible in its main country. */
export function rangesOfCode(plans: readonly Plan[]): Range[] {
  const limits = { prefix: MAX_PREFIX, prefixes: MAX_PREFIXES };
  return (plans[0]?.lengths ?? []).flatMap((length) => {
    const taken = plans.flatMap((plan) => forbidden(plan, length));
    // A number that begins with 0 looks as if its trunk prefix had been left in: last resort.
    return (
      best(taken, length, { ...limits, first: NOT_ZERO }) ??
      best(taken, length, { ...limits, first: [0] }) ??
      []
    );
  });
}

/** What no number of this length may be: assigned, shortened, or taken for an impossible one's. */
function forbidden({ valid, stripped, leading, lengths }: Plan, length: number): Language {
  return [...valid, ...stripped, ...(lengths.includes(length) ? [] : leading)];
}

/** Ranges of national numbers that no country at all assigns, with and without a leading zero. */
export function rangesOfNone(plans: readonly Plan[]): { zero: Range[]; other: Range[] } {
  const taken = plans.flatMap((plan) => plan.dialled);
  const limits = { prefix: UNPLACED_MAX_PREFIX, prefixes: UNPLACED_MAX_PREFIXES };
  const search = (first: readonly number[]): Range[] =>
    UNPLACED_LENGTHS.flatMap((length) => best(taken, length, { ...limits, first }) ?? []);
  return { zero: search([0]), other: search(NOT_ZERO) };
}

/** The range with the shortest prefixes that has enough numbers, else the largest. */
function best(taken: Language, length: number, limits: Limits): Range | null {
  let found: Range | null = null;
  let numbers = MINIMUM - 1;
  for (let digits = 1; digits <= Math.min(limits.prefix, length); digits++) {
    const prefixes = clear(taken, length, digits, limits);
    const count = prefixes.length * 10 ** (length - digits);
    if (count > numbers) {
      found = { length, prefixes };
      numbers = count;
    }
    if (count >= ENOUGH) break;
  }
  return found;
}

/** Prefixes of so many digits that nothing begins with; those that are dead at any length come first. */
function clear(taken: Language, length: number, digits: number, limits: Limits): string[] {
  const known = new Map(beginnings(taken, digits, limits.first));
  const free = [...known].filter(([, lengths]) => !((lengths >> (length - digits)) & 1));
  const dead = free.filter(([, lengths]) => lengths === 0);
  const atLength = free.filter(([, lengths]) => lengths !== 0);
  const wanted = Math.ceil(ENOUGH / 10 ** (length - digits));
  const most = Math.min(Math.max(wanted, 3), limits.prefixes);
  const chosen = [...dead, ...atLength].slice(0, most);
  return chosen.map(([prefix]) => prefix).sort();
}

/** All strings of so many digits with one of these first, in order, and the lengths of what may follow each. */
function beginnings(taken: Language, digits: number, first: readonly number[]): [string, number][] {
  return first.flatMap((digit): [string, number][] => {
    const rest = after(taken, String(digit));
    if (digits === 1) return [[String(digit), lengthsOf(rest)]];
    return beginnings(rest, digits - 1, DIGITS).map(([more, lengths]) => [digit + more, lengths]);
  });
}
