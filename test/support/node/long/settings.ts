// Length and seed of the long tests. `npm test` runs them short, `npm run test:long` in full; the environment
// overrides both: LONG_SEED, LONG_KILLS, LONG_DAMAGES, LONG_SOAK_SECONDS.

const { env } = process;
/** Whether this is `npm run test:long`. */
export const IS_LONG = env["LONG_TESTS"] === "1";

/** A number from the environment, else the default for a short or a long run. */
function chosen(name: string, short: number, long: number): number {
  return Number(env[name] ?? (IS_LONG ? long : short));
}

/** Number of SIGKILLs under load. */
export const KILLS = chosen("LONG_KILLS", 2, 500);
/** Number of damaged copies of a namespace's database. */
export const DAMAGES = chosen("LONG_DAMAGES", 8, 1_000);
/** Duration of the soak test in seconds. */
export const SOAK_SECONDS = chosen("LONG_SOAK_SECONDS", 6, 1_800);
/** Seed of all random choices; each test prints it, so that a failure can be repeated. */
export const SEED = Number(env["LONG_SEED"] ?? (IS_LONG ? Date.now() % 1_000_000 : 20_261_123));

/** Pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Print progress; vitest shows it immediately. */
export function tell(text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
}
