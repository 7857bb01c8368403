// How far a namespace has read its erasure ledger. Others write there too: the operator feeds receipts back, and the audit
// tells it its state. So an entry of the namespace's own says nothing of those before it, and must never carry the position
// past one that has not been read: that erasure would not be repeated.
import type { SettingStore } from "../store/settings.ts";

/** What the position is kept of: erasures, which the ledger must not have lost, or only what was told of the audit. */
type PositionName = "ledger_position" | "ledger_read";

/** The position of one object life. */
export class LedgerPosition {
  readonly #settings: SettingStore;
  /** Every entry up to here has been read, or was written by this object; null before the ledger was asked. */
  #known: number | null = null;
  #isLevel = false;
  #invalidated = 0;
  /** What is behind this position is to be read again. */
  #readAgain = Number.POSITIVE_INFINITY;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  /** Of the last entry about an erasure that is in effect here, and was read with all before it. */
  get ofErasures(): number {
    return this.#settings.number("ledger_position") ?? 0;
  }

  /** False until the ledger has been read, and whenever it may have what this namespace does not know of. */
  get isLevel(): boolean {
    return this.#isLevel;
  }

  /** Times it was invalidated: a look at the ledger that began before the last of them does not suffice. */
  get invalidated(): number {
    return this.#invalidated;
  }

  /** The ledger is to be read again before anybody is served. */
  invalidate(): void {
    this.#isLevel = false;
    this.#invalidated += 1;
  }

  /**
   * Where to read on, given the ledger's last position. Its notes of the audit count only as far as the ledger still has
   * them: what stands there else is something else.
   */
  readFrom(head: number): number {
    const read = this.#settings.number("ledger_read", 0) ?? 0;
    if (read > head) this.#settings.put("ledger_read", 0);
    return Math.min(this.#readAgain, Math.max(this.ofErasures, read > head ? 0 : read));
  }

  /** All up to a position has been read. */
  knows(position: number): void {
    this.#known = Math.max(this.#known ?? 0, position);
  }

  /** Level, unless something has invalidated it since `invalidated`. */
  level(invalidated: number): void {
    this.#isLevel = invalidated === this.#invalidated;
    if (this.#isLevel) this.#readAgain = Number.POSITIVE_INFINITY;
  }

  /** An entry has had its effect, which was read behind all before it. */
  read(name: PositionName, position: number): void {
    this.knows(position);
    this.note(name, position);
  }

  /** An entry that this object has written has had its effect. Not kept where one before it has not been read. */
  note(name: PositionName, position: number): void {
    if (position > (this.#known ?? 0)) return;
    this.#settings.put(name, Math.max(this.#settings.number(name, 0) ?? 0, position));
  }

  /** This object has written an entry. When it is not the next one, somebody else has written as well. */
  wrote(position: number): void {
    if (this.#known === null) return;
    if (position > this.#known + 1) this.invalidate();
    else this.#known = Math.max(this.#known, position);
  }

  /** Read again from behind a position, whatever was read before. */
  goBackTo(position: number): void {
    this.#readAgain = Math.min(position, this.#readAgain);
    this.invalidate();
  }

  /** The operator has made ledger and data level at a position, lower than the former one where the ledger has lost much. */
  anchor(position: number): void {
    this.#known = position;
    this.#settings.put("ledger_position", position);
    this.#settings.put("ledger_read", 0);
    this.invalidate();
  }
}
