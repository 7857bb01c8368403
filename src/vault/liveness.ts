// Which mappings are alive. A deletion by age takes effect by raising the watermark: every mapping
// with an id up to it is dead at once, whether its row has been deleted yet or not.
//
// The epoch changes with everything that can make a plan outdated: a watermark, a removed mapping, a
// new version of a day key. Whoever reads, then awaits, then answers or writes compares it.
import type { SettingStore } from "./store/settings.ts";

/** The living part of a namespace's mappings. */
export class Liveness {
  readonly #settings: SettingStore;
  #watermark: number;
  #erasedBefore: number;
  #epoch = 0;

  constructor(settings: SettingStore) {
    this.#settings = settings;
    this.#watermark = settings.number("watermark") ?? 0;
    this.#erasedBefore = settings.number("erased_before") ?? 0;
  }

  /** Mappings with ids above this one are alive, as far as age goes. */
  get watermark(): number {
    return this.#watermark;
  }

  /** Everything older than this instant (milliseconds since 1970) has been erased by age. */
  get erasedBefore(): number {
    return this.#erasedBefore;
  }

  /** Changes whenever something planned before may be outdated. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Everything planned so far has to be planned again. */
  overtake(): void {
    this.#epoch += 1;
  }

  /** Raise watermark and cutoff (they never go down) and persist them; belongs into a transaction. */
  raise(watermark: number, cutoff: number): void {
    this.#watermark = Math.max(this.#watermark, watermark);
    this.#erasedBefore = Math.max(this.#erasedBefore, cutoff);
    this.#settings.put("watermark", this.#watermark);
    this.#settings.put("erased_before", this.#erasedBefore);
    this.overtake();
  }
}
