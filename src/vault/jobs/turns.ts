// Jobs take turns: each slice done moves its job to the end of the queue.
/** Gives out rising turn numbers. */
export class Turns {
  #last: number;

  /** `last` is the highest turn given so far. */
  constructor(last: number) {
    this.#last = last;
  }

  /** The next turn, behind every one given before. */
  next(): number {
    this.#last += 1;
    return this.#last;
  }
}
