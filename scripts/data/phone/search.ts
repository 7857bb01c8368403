// Searches for beginnings of numbers that no plan assigns. A prefix is used only if no number of that length
// with that prefix is accepted, which is proven, not sampled.

import { after, type Language, lengthsOf } from "./digit-language.ts";
import type { Plan } from "./plans.ts";

/** Unassigned prefixes of numbers of one length, all with the same number of digits. */
export interface Range {
  readonly length: number;
  readonly prefixes: readonly string[];
}

/** With fewer numbers than this, more or longer prefixes are tried. */
const ENOUGH = 1_000_000;
/** With fewer numbers than this, a length is not used: a counter would not be worth it. */
const MINIMUM = 10_000;
const MAX_PREFIX = 4;
const MAX_PREFIXES = 10;
/** Lengths of national numbers of no known country, from the shortest in use to beyond E.164's 15 digits. */
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

/** Ranges after a calling code, one per possible length in the code's main country, where there is one. */
export function rangesOfCode(plans: readonly Plan[]): Range[] {
  const limits = { prefix: MAX_PREFIX, prefixes: MAX_PREFIXES };
  return (plans[0]?.lengths ?? []).flatMap((length) => {
    const taken = plans.flatMap((plan) => forbidden(plan, length));
    // A leading 0 looks like a trunk prefix that was not removed: used only as a last resort.
    return (
      best(taken, length, { ...limits, first: NOT_ZERO }) ??
      best(taken, length, { ...limits, first: [0] }) ??
      []
    );
  });
}

/** Texts that no number of this length may be: assigned, shortened by a prefix, or read as an impossible one. */
function forbidden({ valid, stripped, leading, lengths }: Plan, length: number): Language {
  return [...valid, ...stripped, ...(lengths.includes(length) ? [] : leading)];
}

/** Ranges of national numbers that no country assigns, with and without a leading zero. */
export function rangesOfNone(plans: readonly Plan[]): { zero: Range[]; other: Range[] } {
  const taken = plans.flatMap((plan) => plan.dialled);
  const limits = { prefix: UNPLACED_MAX_PREFIX, prefixes: UNPLACED_MAX_PREFIXES };
  const search = (first: readonly number[]): Range[] =>
    UNPLACED_LENGTHS.flatMap((length) => best(taken, length, { ...limits, first }) ?? []);
  return { zero: search([0]), other: search(NOT_ZERO) };
}

/** The range with the shortest prefixes that has enough numbers, else the largest one. */
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

/** Prefixes of `digits` digits that no taken number has; those unused at every length come first. */
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

/** All strings of `digits` digits with one of these first digits, in order, each with the lengths of what may follow. */
function beginnings(taken: Language, digits: number, first: readonly number[]): [string, number][] {
  return first.flatMap((digit): [string, number][] => {
    const rest = after(taken, String(digit));
    if (digits === 1) return [[String(digit), lengthsOf(rest)]];
    return beginnings(rest, digits - 1, DIGITS).map(([more, lengths]) => [digit + more, lengths]);
  });
}
