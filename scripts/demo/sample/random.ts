// Repeatable chance for the sample file: the same seed gives the same rows on every machine.
// Not for anything secret.

/** A stream of choices that depends on its seed only. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, not including, 1 (the public-domain generator mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True once in `times`. */
  oneIn(times: number): boolean {
    return this.next() < 1 / times;
  }

  /** One of several. */
  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** A pattern with each `#` replaced by a digit and each `?` by a capital letter. */
  fill(pattern: string): string {
    return pattern.replace(/[#?]/g, (mark) =>
      mark === "#" ? String(this.between(0, 9)) : String.fromCharCode(65 + this.between(0, 25)),
    );
  }
}
