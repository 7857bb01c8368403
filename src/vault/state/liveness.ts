// Which mappings are live. A deletion by age takes effect by raising the watermark: every mapping with an id up to it
// is dead at once, whether its row is deleted yet or not.
//
// The epoch changes with everything that can make a plan outdated: a watermark, a removed mapping, a new version of a
// day key. Code that reads, then awaits, then answers or writes must compare it.
//
// A closed namespace has no live mappings: every read, before or after an await, throws.
import type { SettingStore } from "../store/settings.ts";

/** The namespace was closed for good while a call was still running. */
class NamespaceClosed extends Error {
  constructor() {
    super("the namespace is closed");
    this.name = "NamespaceClosed";
  }
}

/** Tells which mappings of a namespace are live. */
export class Liveness {
  readonly #settings: SettingStore;
  #watermark: number;
  #erasedBefore: number;
  #epoch = 0;
  #effects = 0;
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

  /** Close the namespace: no mapping is live any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Throws once the namespace is closed, so that nothing more is answered or written. */
  assertOpen(): void {
    if (this.#isClosed) throw new NamespaceClosed();
  }

  /** Mappings with ids above this one are live, as far as deletions by age are concerned. */
  get watermark(): number {
    this.assertOpen();
    return this.#watermark;
  }

  /** Everything older than this instant (milliseconds since 1970) has been erased by age. */
  get erasedBefore(): number {
    return this.#erasedBefore;
  }

  /** Changes whenever an existing plan may be outdated. */
  get epoch(): number {
    this.assertOpen();
    return this.#epoch;
  }

  /** Number of erasures that have taken effect, whether worked off or not; the epoch changes while they are, too. */
  get effects(): number {
    this.assertOpen();
    return this.#effects;
  }

  outdatePlans(): void {
    this.#epoch += 1;
  }

  /** Note that an erasure takes effect: nothing that was read before may be answered. */
  takeEffect(): void {
    this.#effects += 1;
    this.outdatePlans();
  }

  /** Raise watermark and cutoff (they never decrease) and store them. Call it in a transaction. */
  raise(watermark: number, cutoff: number): void {
    this.assertOpen();
    this.#watermark = Math.max(this.#watermark, watermark);
    this.#erasedBefore = Math.max(this.#erasedBefore, cutoff);
    this.#settings.put("watermark", this.#watermark);
    this.#settings.put("erased_before", this.#erasedBefore);
    this.takeEffect();
  }
}
