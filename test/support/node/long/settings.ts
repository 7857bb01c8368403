// How long the long tests take, and what they draw. `npm test` runs them short, `npm run test:long` in full; the
// environment says otherwise: LONG_SEED, LONG_KILLS, LONG_DAMAGES, LONG_SOAK_SECONDS.

const { env } = process;
/** Whether this is `npm run test:long`. */
export const IS_LONG = env["LONG_TESTS"] === "1";

/** A number of the environment, or what fits the run. */
function chosen(name: string, short: number, long: number): number {
  return Number(env[name] ?? (IS_LONG ? long : short));
}

/** SIGKILLs under load. */
export const KILLS = chosen("LONG_KILLS", 2, 500);
/** Damaged copies of a namespace's database. */
export const DAMAGES = chosen("LONG_DAMAGES", 8, 1_000);
/** Seconds of the soak. */
export const SOAK_SECONDS = chosen("LONG_SOAK_SECONDS", 6, 1_800);
/** What is drawn: printed by each test, so that a failure can be played again. */
export const SEED = Number(env["LONG_SEED"] ?? (IS_LONG ? Date.now() % 1_000_000 : 20_261_123));

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Print how far a test is; vitest shows it at once. */
export function tell(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
