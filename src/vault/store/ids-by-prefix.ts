// Many ids in memory, each under the first 32 bits of a digest: 24 bytes an id at most, none of them for the collector of
// garbage to look at. Pure.

/** Places of an empty table; a power of two, as are all sizes. */
const FEWEST_PLACES = 64;

/** Ids by prefixes. A prefix may have several, and an id several prefixes. */
export class IdsByPrefix {
  #prefixes = new Uint32Array(FEWEST_PLACES);
  /** 0 where a place is free. */
  #ids = new Float64Array(FEWEST_PLACES);
  #size = 0;
  #lowest = Number.POSITIVE_INFINITY;
  #highest = 0;

  /** How many there are. */
  get size(): number {
    return this.#size;
  }

  /** The lowest id, or null. */
  get lowest(): number | null {
    return this.#size === 0 ? null : this.#lowest;
  }

  /** The highest id, 0 for none. */
  get highest(): number {
    return this.#highest;
  }

  /** Add an id above 0. */
  add(prefix: number, id: number): void {
    if (2 * this.#size >= this.#ids.length) this.#grow();
    this.#put(prefix, id);
    this.#size += 1;
    this.#lowest = Math.min(this.#lowest, id);
    this.#highest = Math.max(this.#highest, id);
  }

  /** Add the ids of a prefix to a list. */
  addTo(list: number[], prefix: number): void {
    const last = this.#ids.length - 1;
    for (let at = this.#placeOf(prefix); this.#ids[at] !== 0; at = (at + 1) & last) {
      if (this.#prefixes[at] === prefix) list.push(this.#ids[at] as number);
    }
  }

  /**
   * Ids from a place on, about in the order of their prefixes: at least `count`, or all that are left. And the place to go
   * on from, null at the end. Holds until one is added.
   */
  slice(from: number, count: number): { ids: number[]; next: number | null } {
    const ids: number[] = [];
    let at = from;
    for (; at < this.#ids.length && ids.length < count; at++) {
      const id = this.#ids[at] as number;
      if (id !== 0) ids.push(id);
    }
    return { ids, next: at < this.#ids.length ? at : null };
  }

  /** By the highest bits, so that places are in the order of prefixes; at most half of them are taken. */
  #placeOf(prefix: number): number {
    return Math.floor((prefix / 2 ** 32) * this.#ids.length);
  }

  #put(prefix: number, id: number): void {
    const last = this.#ids.length - 1;
    let at = this.#placeOf(prefix);
    while (this.#ids[at] !== 0) at = (at + 1) & last;
    this.#prefixes[at] = prefix;
    this.#ids[at] = id;
  }

  #grow(): void {
    const [prefixes, ids] = [this.#prefixes, this.#ids];
    this.#prefixes = new Uint32Array(2 * ids.length);
    this.#ids = new Float64Array(2 * ids.length);
    for (let at = 0; at < ids.length; at++) {
      if (ids[at] !== 0) this.#put(prefixes[at] as number, ids[at] as number);
    }
  }
}
