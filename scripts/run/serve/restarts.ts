// When a runtime that has died is started again, and when no more: pauses that double, so that one which cannot live
// takes neither the machine nor the log. One that has served is always started again, for what ended it may be a
// stranger's doing; one that does not come up is given up, so that whoever watches `serve` (systemd, a
// container) learns it.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** Whoever lived this long was well: the next death is the first again. */
const WELL_AFTER_MS = 60_000;
/** Lives in a row that never served, after which it is given up: a minute of pauses. */
const MAX_FALSE_STARTS = 10;

/** Counts the deaths of a runtime. */
export class Restarts {
  readonly #mayGiveUp: boolean;
  #inRow = 0;
  #falseStarts = 0;
  #count = 0;

  /** One that is not alone is never given up: the others serve on. */
  constructor(mayGiveUp = true) {
    this.#mayGiveUp = mayGiveUp;
  }

  /** Times it was started again. */
  get count(): number {
    return this.#count;
  }

  /** It has died after so many milliseconds. Gives the pause before the next start in milliseconds; null: no more. */
  died(livedMs: number, hasServed: boolean): number | null {
    this.#inRow = livedMs >= WELL_AFTER_MS ? 1 : this.#inRow + 1;
    this.#falseStarts = hasServed ? 0 : this.#falseStarts + 1;
    if (this.#mayGiveUp && this.#falseStarts === MAX_FALSE_STARTS) return null;
    this.#count += 1;
    return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#inRow - 1));
  }
}
