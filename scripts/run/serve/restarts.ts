// Decides when a dead runtime is started again, and when it is given up. Pauses double, so that a runtime
// that cannot run floods neither the machine nor the log. One that has served is always started again,
// because a caller may have caused its end; one that never comes up is given up, so that whatever watches
// `serve` (systemd, a container) notices.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A runtime that ran this long was healthy: the pauses start over at its death. */
const WELL_AFTER_MS = 60_000;
/** Consecutive runs that never served before it is given up: about a minute of pauses. */
const MAX_FALSE_STARTS = 10;

/** Counts the deaths of a runtime. */
export class Restarts {
  readonly #mayGiveUp: boolean;
  #inRow = 0;
  #falseStarts = 0;
  #count = 0;

  /** One of several runtimes is never given up: the others keep serving. */
  constructor(mayGiveUp = true) {
    this.#mayGiveUp = mayGiveUp;
  }

  get count(): number {
    return this.#count;
  }

  /** Record a death after `livedMs` ms. Returns the pause before the next start in ms; null: give up. */
  died(livedMs: number, hasServed: boolean): number | null {
    this.#inRow = livedMs >= WELL_AFTER_MS ? 1 : this.#inRow + 1;
    this.#falseStarts = hasServed ? 0 : this.#falseStarts + 1;
    if (this.#mayGiveUp && this.#falseStarts === MAX_FALSE_STARTS) return null;
    this.#count += 1;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#inRow - 1));
  }
}
