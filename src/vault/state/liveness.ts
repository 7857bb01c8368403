// Which mappings are alive. A deletion by age takes effect by raising the watermark: every mapping
// with an id up to it is dead at once, whether its row has been deleted yet or not.
//
// The epoch changes with everything that can make a plan outdated: a watermark, a removed mapping, a
// new version of a day key. Whoever reads, then awaits, then answers or writes compares it.
//
// A closed namespace has no living part: whoever asks, before or after an await, is stopped by an error.
import type { SettingStore } from "../store/settings.ts";

/** The namespace was closed for good while somebody was at work in it. */
class NamespaceClosed extends Error {
  constructor() {
    super("the namespace is closed");
    this.name = "NamespaceClosed";
  }
}

/** The living part of a namespace's mappings. */
export class Liveness {
  readonly #settings: SettingStore;
  #watermark: number;
  #erasedBefore: number;
  #epoch = 0;
  #isClosed = false;

  constructor(settings: SettingStore) {
    this.#settings = settings;
    this.#watermark = settings.number("watermark") ?? 0;
    this.#erasedBefore = settings.number("erased_before") ?? 0;
  }

  /** True once the namespace has been closed for good. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Nothing is alive any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Throws once it is: nothing is answered or written any more. */
  assertOpen(): void {
    if (this.#isClosed) throw new NamespaceClosed();
  }

  /** Mappings with ids above this one are alive, as far as age goes. */
  get watermark(): number {
    this.assertOpen();
    return this.#watermark;
  }

  /** Everything older than this instant (milliseconds since 1970) has been erased by age. */
  get erasedBefore(): number {
    return this.#erasedBefore;
  }

  /** Changes whenever something planned before may be outdated. */
  get epoch(): number {
    this.assertOpen();
    return this.#epoch;
  }

  /** Everything planned so far has to be planned again. */
  overtake(): void {
    this.#epoch += 1;
  }

  /** Raise watermark and cutoff (they never go down) and persist them; belongs into a transaction. */
  raise(watermark: number, cutoff: number): void {
    this.assertOpen();
    this.#watermark = Math.max(this.#watermark, watermark);
    this.#erasedBefore = Math.max(this.#erasedBefore, cutoff);
    this.#settings.put("watermark", this.#watermark);
    this.#settings.put("erased_before", this.#erasedBefore);
    this.overtake();
  }
}
