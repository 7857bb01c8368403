// How far a namespace has read its erasure ledger. It is not the only writer: the operator feeds receipts back, and
// the audit log records its state. So an entry that the namespace wrote does not show that the earlier ones were
// read, and must never move the position past an unread one: that erasure would not be repeated.
import type { SettingStore } from "../store/settings.ts";

/** Which position: of erasures, which the ledger must not have lost, or of entries about the audit log only. */
type PositionName = "ledger_position" | "ledger_read";

/** The ledger position, kept for one object life. */
export class LedgerPosition {
  readonly #settings: SettingStore;
  /** Every entry up to here was read or written by this object; null before the ledger was first read. */
  #known: number | null = null;
  #isLevel = false;
  #invalidated = 0;
  /** Entries after this position must be read again. */
  #readAgain = Number.POSITIVE_INFINITY;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  /** Position of the last erasure entry that is in effect here and was read along with all entries before it. */
  get ofErasures(): number {
    return this.#settings.number("ledger_position") ?? 0;
  }

  /** False until the ledger has been read, and whenever it may have entries that this namespace does not know. */
  get isLevel(): boolean {
    return this.#isLevel;
  }

  /** Number of invalidations: reading the ledger must have begun after the last one. */
  get invalidated(): number {
    return this.#invalidated;
  }

  /** Require the ledger to be read again before anybody is served. */
  invalidate(): void {
    this.#isLevel = false;
    this.#invalidated += 1;
  }

  /**
   * Position after which to read, given the ledger's last one. The position of audit entries counts only while the
   * ledger still reaches it; otherwise different entries have taken those positions.
   */
  readFrom(head: number): number {
    const read = this.#settings.number("ledger_read", 0) ?? 0;
    if (read > head) this.#settings.put("ledger_read", 0);
    return Math.min(this.#readAgain, Math.max(this.ofErasures, read > head ? 0 : read));
  }

  /** All entries up to a position have been read. */
  noteKnown(position: number): void {
    this.#known = Math.max(this.#known ?? 0, position);
  }

  /** Mark the position as level, unless it was invalidated since `invalidated`. */
  markLevel(invalidated: number): void {
    this.#isLevel = invalidated === this.#invalidated;
    if (this.#isLevel) this.#readAgain = Number.POSITIVE_INFINITY;
  }

  /** An entry took effect that was read after all entries before it. */
  noteEffectOfRead(name: PositionName, position: number): void {
    this.noteKnown(position);
    this.noteEffectOfWritten(name, position);
  }

  /** An entry that this object wrote took effect. Not stored while an earlier entry is unread. */
  noteEffectOfWritten(name: PositionName, position: number): void {
    if (position > (this.#known ?? 0)) return;
    this.#settings.put(name, Math.max(this.#settings.number(name, 0) ?? 0, position));
  }

  /** This object wrote an entry. When it is not the next one, another writer has added entries too. */
  noteWritten(position: number): void {
    if (this.#known === null) return;
    if (position > this.#known + 1) this.invalidate();
    else this.#known = Math.max(this.#known, position);
  }

  /** Read again after a position, whatever was read before. */
  rereadFrom(position: number): void {
    this.#readAgain = Math.min(position, this.#readAgain);
    this.invalidate();
  }

  /** The operator made ledger and data level at a position; it is lower than before when the ledger has lost entries. */
  levelAt(position: number): void {
    this.#known = position;
    this.#settings.put("ledger_position", position);
    this.#settings.put("ledger_read", 0);
    this.invalidate();
  }
}
