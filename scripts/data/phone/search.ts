// Looks for beginnings of numbers that no plan assigns. A prefix is taken only when the automata prove
// that no number of that length which begins so is accepted; nothing is sampled.

import { type Automaton, Prober, union } from "./digit-automaton.ts";
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
    const prober = new Prober(union(plans.flatMap((plan) => forbidden(plan, length))));
    // A number that begins with 0 looks as if its trunk prefix had been left in: last resort.
    return (
      best(prober, length, { ...limits, first: NOT_ZERO }) ??
      best(prober, length, { ...limits, first: [0] }) ??
      []
    );
  });
}

/** What no number of this length may be: assigned, shortened, or taken for an impossible one's. */
function forbidden(plan: Plan, length: number): Automaton[] {
  return [
    plan.valid,
    ...(plan.stripped === null ? [] : [plan.stripped]),
    ...(plan.leading !== null && !plan.lengths.includes(length) ? [plan.leading] : []),
  ];
}

/** Ranges of national numbers that no country at all assigns, with and without a leading zero. */
export function rangesOfNone(plans: Iterable<Plan>): { zero: Range[]; other: Range[] } {
  const prober = new Prober(union([...plans].flatMap((plan) => [...plan.dialled])));
  const limits = { prefix: UNPLACED_MAX_PREFIX, prefixes: UNPLACED_MAX_PREFIXES };
  return {
    zero: search(prober, UNPLACED_LENGTHS, { ...limits, first: [0] }),
    other: search(prober, UNPLACED_LENGTHS, { ...limits, first: NOT_ZERO }),
  };
}

function search(prober: Prober, lengths: readonly number[], limits: Limits): Range[] {
  return lengths.flatMap((length) => best(prober, length, limits) ?? []);
}

/** The range with the shortest prefixes that has enough numbers, else the largest. */
function best(prober: Prober, length: number, limits: Limits): Range | null {
  let found: Range | null = null;
  let numbers = MINIMUM - 1;
  for (let digits = 1; digits <= Math.min(limits.prefix, length); digits++) {
    const prefixes = clear(prober, length, digits, limits);
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
function clear(prober: Prober, length: number, digits: number, limits: Limits): string[] {
  const dead: string[] = [];
  const atLength: string[] = [];
  const walk = (prefix: string, states: Set<number>): void => {
    if (prefix.length === digits) {
      if (prober.hopes(states, length - digits)) return;
      (prober.hopesEver(states) ? atLength : dead).push(prefix);
      return;
    }
    const next = prefix === "" ? limits.first : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    for (const digit of next) walk(`${prefix}${digit}`, prober.step(states, digit));
  };
  walk("", prober.along(""));
  const wanted = Math.ceil(ENOUGH / 10 ** (length - digits));
  return [...dead, ...atLength].slice(0, Math.min(Math.max(wanted, 3), limits.prefixes)).sort();
}
