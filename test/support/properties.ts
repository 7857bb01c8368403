// fast-check with a fixed seed, so that a clean checkout passes or fails reproducibly. PROPERTY_SEED=random
// (or a number) with `npm test` uses other cases; a report names its seed.
import fc from "fast-check";

/** Set by vitest.config.ts: the environment variable's text, and whether tests run at full length. */
declare const PROPERTY_SEED: string;
declare const LONG_TESTS: boolean;

/** Whether this is `npm run test:long`. */
export const IS_LONG = LONG_TESTS;

if (PROPERTY_SEED !== "random") fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

/** Number of cases of a property: all in `npm run test:long`, a sixteenth in `npm test`. */
export const cases = (most: number): number => (IS_LONG ? most : Math.ceil(most / 16));

/** Every other row of a table, starting with the first or the second; all rows in `npm run test:long`. */
export const everyOther = <T>(table: readonly T[], from: 0 | 1 = 0): T[] =>
  table.filter((_, i) => IS_LONG || i % 2 === from);

/** A third of a table, another one for each neighbouring place; all rows in `npm run test:long`. */
export const third = <T>(table: readonly T[], place: number): T[] =>
  table.filter((_, i) => IS_LONG || (i + place) % 3 === 0);

/** Pseudo-random whole numbers below a bound, from a seed (mulberry32). */
export function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export { fc };
