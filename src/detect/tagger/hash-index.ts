// A set of hashes with a number for each, looked up in constant time: open addressing with linear
// probing. Built once from the sorted hashes of a model.

import { spread } from "./hash.ts";

/** Numbers by hash. */
export class HashIndex {
  readonly #keys: Int32Array;
  readonly #values: Int32Array;
  readonly #mask: number;

  /** `hashes[i]` gets the number i. Hashes are not negative. */
  constructor(hashes: Int32Array) {
    let size = 16;
    while (size < hashes.length * 2) size *= 2;
    this.#mask = size - 1;
    this.#keys = new Int32Array(size).fill(-1);
    this.#values = new Int32Array(size);
    for (let i = 0; i < hashes.length; i++) this.#add(hashes[i] as number, i);
  }

  #add(hash: number, value: number): void {
    let at = spread(hash) & this.#mask;
    while (this.#keys[at] !== -1) at = (at + 1) & this.#mask;
    this.#keys[at] = hash;
    this.#values[at] = value;
  }

  /** The number of a hash, -1 when it is not in the set. */
  find(hash: number): number {
    const keys = this.#keys;
    let at = spread(hash) & this.#mask;
    for (let key = keys[at] as number; key !== -1; key = keys[at] as number) {
      if (key === hash) return this.#values[at] as number;
      at = (at + 1) & this.#mask;
    }
    return -1;
  }
}
