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
  #knownUpTo: number | null = null;
  #isSynced = false;
  #invalidations = 0;
  /** Entries after this position must be read again. */
  #rereadFrom = Number.POSITIVE_INFINITY;

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  /** Position of the last erasure entry that is in effect here and was read along with all entries before it. */
  get ofErasures(): number {
    return this.#settings.number("ledger_position") ?? 0;
  }

  /** False until the ledger has been read, and whenever it may have entries that this namespace does not know. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  /** Number of invalidations: reading the ledger must have begun after the last one. */
  get invalidations(): number {
    return this.#invalidations;
  }

  /** Require the ledger to be read again before anybody is served. */
  invalidate(): void {
    this.#isSynced = false;
    this.#invalidations += 1;
  }

  /**
   * Position after which to read, given the ledger's last one. The position of audit entries counts only while the
   * ledger still reaches it; otherwise different entries have taken those positions.
   */
  readFrom(head: number): number {
    const read = this.#settings.number("ledger_read", 0) ?? 0;
    if (read > head) this.#settings.put("ledger_read", 0);
    return Math.min(this.#rereadFrom, Math.max(this.ofErasures, read > head ? 0 : read));
  }

  /** All entries up to a position have been read. */
  noteKnown(position: number): void {
    this.#knownUpTo = Math.max(this.#knownUpTo ?? 0, position);
  }

  /** The ledger was read to its end. Ignored when `invalidations`, their number when reading began, has grown since. */
  markSynced(invalidations: number): void {
    this.#isSynced = invalidations === this.#invalidations;
    if (this.#isSynced) this.#rereadFrom = Number.POSITIVE_INFINITY;
  }

  /** An entry took effect that was read after all entries before it. */
  noteEffectOfRead(name: PositionName, position: number): void {
    this.noteKnown(position);
    this.noteEffectOfWritten(name, position);
  }

  /** An entry that this object wrote took effect. Not stored while an earlier entry is unread. */
  noteEffectOfWritten(name: PositionName, position: number): void {
    if (position > (this.#knownUpTo ?? 0)) return;
    this.#settings.put(name, Math.max(this.#settings.number(name, 0) ?? 0, position));
  }

  /** This object wrote an entry. When it is not the next one, another writer has added entries too. */
  noteWritten(position: number): void {
    if (this.#knownUpTo === null) return;
    if (position > this.#knownUpTo + 1) this.invalidate();
    else this.#knownUpTo = Math.max(this.#knownUpTo, position);
  }

  /** Read again after a position, whatever was read before. */
  rereadFrom(position: number): void {
    this.#rereadFrom = Math.min(position, this.#rereadFrom);
    this.invalidate();
  }

  /** The operator matched ledger and data at a position, which is lower than before when the ledger has lost entries. */
  resetTo(position: number): void {
    this.#knownUpTo = position;
    this.#settings.put("ledger_position", position);
    this.#settings.put("ledger_read", 0);
    this.invalidate();
  }
}
