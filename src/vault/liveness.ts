// Which mappings are alive. A deletion by age takes effect by raising the watermark: every mapping
// with an id up to it is dead at once, whether its row has been deleted yet or not.
//
// The epoch changes with everything that can make a plan outdated: a watermark, a removed mapping, a
// new version of a day key. Whoever reads, then awaits, then answers or writes compares it.
//
// A closed namespace has no living part: whoever asks, before or after an await, is stopped by an error.
import type { DeletionStore } from "./store/deletions.ts";
import type { SettingStore } from "./store/settings.ts";

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
  readonly #deletions: DeletionStore;
  #watermark: number;
  #erasedBefore: number;
  #epoch = 0;
  #hasDeadRows: boolean;
  #isClosed = false;

  constructor(settings: SettingStore, deletions: DeletionStore) {
    this.#settings = settings;
    this.#deletions = deletions;
    this.#watermark = settings.number("watermark") ?? 0;
    this.#erasedBefore = settings.number("erased_before") ?? 0;
    this.#hasDeadRows = this.#lookForDeadRows();
  }

  /** True once the namespace has been closed for good. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Nothing is alive any more. */
  close(): void {
    this.#isClosed = true;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new NamespaceClosed();
  }

  /** Mappings with ids above this one are alive, as far as age goes. */
  get watermark(): number {
    this.#assertOpen();
    return this.#watermark;
  }

  /** Everything older than this instant (milliseconds since 1970) has been erased by age. */
  get erasedBefore(): number {
    return this.#erasedBefore;
  }

  /** Changes whenever something planned before may be outdated. */
  get epoch(): number {
    this.#assertOpen();
    return this.#epoch;
  }

  /** True while dead mappings may still have rows. */
  get hasDeadRows(): boolean {
    return this.#hasDeadRows;
  }

  /** Everything planned so far has to be planned again. */
  overtake(): void {
    this.#epoch += 1;
  }

  /** Raise watermark and cutoff (they never go down) and persist them; belongs into a transaction. */
  raise(watermark: number, cutoff: number): void {
    this.#assertOpen();
    this.#watermark = Math.max(this.#watermark, watermark);
    this.#erasedBefore = Math.max(this.#erasedBefore, cutoff);
    this.#settings.put("watermark", this.#watermark);
    this.#settings.put("erased_before", this.#erasedBefore);
    this.#hasDeadRows = true;
    this.overtake();
  }

  /** After a deletion's rows are gone: look whether another one has any. */
  rowsDeleted(): void {
    this.#hasDeadRows = this.#lookForDeadRows();
  }

  #lookForDeadRows(): boolean {
    const open = [...this.#deletions.inState("PENDING"), ...this.#deletions.inState("IN-PROGRESS")];
    return open.some(({ phase }) => phase === "count" || phase === "rows");
  }
}
