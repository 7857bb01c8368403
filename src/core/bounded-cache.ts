// A cache with a bound on what its entries weigh together; the entry unused for longest goes first.

/** Keeps what was used last. */
export class BoundedCache<Value> {
  readonly #maxWeight: number;
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  #weight = 0;

  /** Weights are in a unit of the caller's; of those that name none it is how many are kept. */
  constructor(maxWeight: number) {
    this.#maxWeight = maxWeight;
  }

  /** The value under a key, or undefined. */
  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keep a value; one that is too heavy by itself is not kept. */
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

  /** Forget what is under a key. */
  remove(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
