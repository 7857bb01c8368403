// fast-check with one seed for everybody: a clean checkout passes or fails for what it is, not by luck.
// PROPERTY_SEED=random (or a number) with `npm test` looks elsewhere; a report names the seed it used.
import fc from "fast-check";

/** vitest.config.ts puts the text of the environment here, and whether tests are run at full length. */
declare const PROPERTY_SEED: string;
declare const LONG_TESTS: boolean;

/** `npm run test:long` */
export const IS_LONG = LONG_TESTS;

if (PROPERTY_SEED !== "random") fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

/** How many cases a property is held to: `npm run test:long` all of these, `npm test` the first sixteenth. */
export const cases = (most: number): number => (IS_LONG ? most : Math.ceil(most / 16));

/** Of a table every other row, from the first or the second on; all of it in `npm run test:long`. */
export const everyOther = <T>(table: readonly T[], from: 0 | 1 = 0): T[] =>
  table.filter((_, i) => IS_LONG || i % 2 === from);

/** Numbers below a bound that follow from a seed (mulberry32). */
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
