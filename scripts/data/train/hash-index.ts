// A set of hashes with a number for each, looked up in constant time: open addressing with linear
// probing, behind a filter of one bit per hash that turns most absent ones away at once.

const FILTER_BITS = 2 ** 21;

/** Numbers by hash. */
export class HashIndex {
  /** Hash and number in turn; hash -1: free. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #filter = new Int32Array(FILTER_BITS / 32);

  /** `hashes[i]` gets the number i. Hashes are not negative, and their low bits well spread. */
  constructor(hashes: Int32Array) {
    let size = 16;
    while (size < hashes.length * 1.5) size *= 2;
    this.#mask = size - 1;
    this.#slots = new Int32Array(size * 2).fill(-1);
    for (let i = 0; i < hashes.length; i++) this.#add(hashes[i] as number, i);
  }

  #add(hash: number, value: number): void {
    const bit = hash & (FILTER_BITS - 1);
    this.#filter[bit >> 5] = (this.#filter[bit >> 5] as number) | (1 << (bit & 31));
    let at = hash & this.#mask;
    while (this.#slots[at * 2] !== -1) at = (at + 1) & this.#mask;
    this.#slots[at * 2] = hash;
    this.#slots[at * 2 + 1] = value;
  }

  /** The number of a hash, -1 when it is not in the set. */
  find(hash: number): number {
    const bit = hash & (FILTER_BITS - 1);
    if ((((this.#filter[bit >> 5] as number) >> (bit & 31)) & 1) === 0) return -1;
    const slots = this.#slots;
    let at = hash & this.#mask;
    for (let key = slots[at * 2] as number; key !== -1; key = slots[at * 2] as number) {
      if (key === hash) return slots[at * 2 + 1] as number;
      at = (at + 1) & this.#mask;
    }
    return -1;
  }
}
