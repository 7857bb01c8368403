// Time in proportion to the length of a text, also on a machine that does other things: a limit of seconds alone would now
// and then say that it is busy.

import { expect } from "vitest";

/** Sooner than quadratic work on some 25,000 words or more ends, at a nanosecond a step. */
const SURELY_LINEAR_MS = 500;
/** A quarter of the text takes a quarter of the time, where that is linear, and a sixteenth where it is quadratic. */
const MAX_TIMES_A_QUARTER = 9;
/** A busy machine may hold up some tries, but not each. */
const TRIES = 6;

function millisecondsOf(run: () => void): number {
  const began = Date.now();
  run();
  return Date.now() - began;
}

/**
 * Fails unless `run` takes time in proportion to its text: it is called with the whole of it, which has to be long enough
 * that quadratic work takes seconds; if it takes that long it is called again, and with the first quarter, and the best
 * times of each are compared.
 */
export function expectLinearTime(text: string, run: (text: string) => void): void {
  const quarter = text.slice(0, text.length / 4);
  let [whole, part] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 0; tries < TRIES; tries++) {
    whole = Math.min(
      whole,
      millisecondsOf(() => run(text)),
    );
    if (whole <= SURELY_LINEAR_MS) return;
    part = Math.min(
      part,
      millisecondsOf(() => run(quarter)),
    );
    if (whole <= MAX_TIMES_A_QUARTER * part) return;
  }
  expect(whole / part, "times a quarter of the text").toBeLessThanOrEqual(MAX_TIMES_A_QUARTER);
}
