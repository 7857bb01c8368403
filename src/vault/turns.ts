// Jobs take turns: each slice done moves its job to the end of the queue.
import type { JobStore } from "./store/jobs.ts";

/** Gives out rising turn numbers. */
export class Turns {
  #last: number;

  constructor(jobs: JobStore) {
    this.#last = jobs.lastTurn();
  }

  /** The next turn, behind every one given before. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
