// A cache with a limit on the total weight of its entries; it drops the least recently used entry first.

/** Keeps the most recently used values, by key. */
export class BoundedCache<Value> {
  readonly #maxWeight: number;
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  /** `maxWeight` is in the caller's unit; where `set` is called without weights it is the number of entries. */
  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keep a value, unless its own weight exceeds the limit. */
  set(key: string, value: Value, weight = 1): void {
    this.remove(key);
    if (weight > this.#maxWeight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.remove(oldest);
    }
  }

  /** Drop the value under a key. */
  remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
