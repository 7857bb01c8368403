// Replaces the keys of days from which single mappings were erased. SQLite leaves copies of rows it has
// moved in free space of the file, sealed under their day's key: only its end makes them unreadable for
// who has file and root key. So the day's other mappings are sealed under its next version, then the
// older ones are destroyed. Only where the file is on a disk of our own: on the platform nobody reads
// free space, its history keeps the rows for 30 days anyway, and every row written costs.

import { DAY_MS } from "../../core/time.ts";
import { phaseAfter } from "../../erasure/deletion.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletions.ts";
import type { Resealer } from "./resealer.ts";

interface Parts extends NamespaceBase {
  readonly resealer: Resealer;
}

/** Runs slices of the phase `day-keys`. */
export class KeyReplacer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One slice: choose a day's next version, seal some of its mappings, or destroy its old versions. */
  async slice(row: DeletionRow): Promise<void> {
    const { matchStore, deletions, keys, keyring, liveness, isOwnDisk } = this.#parts;
    const day = isOwnDisk ? matchStore.firstDay(row.serial) : null;
    if (day === null) {
      this.#advance(row, phaseAfter(row.target, row.phase) ?? row.phase, 0);
    } else if (row.next_version === null) {
      const version = keys.newestDayVersion(day) + 1;
      await keyring.addDayVersion(day, version);
      deletions.chooseVersion(row.serial, version);
      // Whatever was sealed with an older version and not yet written is sealed again.
      liveness.overtake();
    } else {
      await this.#reseal(row, day, row.next_version);
    }
  }

  async #reseal(row: DeletionRow, day: number, version: number): Promise<void> {
    const { storage, erasure, resealer, liveness, settings } = this.#parts;
    const lastId = erasure.lastId();
    const before = erasure.lastIdBefore(day * DAY_MS, lastId);
    // What an age deletion covers is not sealed again: it only waits to be deleted.
    const after = Math.max(row.cursor, before, liveness.watermark);
    const end = erasure.lastIdBefore((day + 1) * DAY_MS, lastId);
    const slice = await resealer.prepare({ day, version, after, end });
    if (settings.isHeld) return;
    if (slice === null) {
      this.#destroy(row, day, version);
    } else if (slice.isCurrent()) {
      storage.transactionSync(() => {
        slice.write();
        this.#advance(row, row.phase, slice.last);
      });
    }
  }

  #destroy(row: DeletionRow, day: number, version: number): void {
    const { storage, deletions, matchStore, keys, keyring, liveness } = this.#parts;
    storage.transactionSync(() => {
      const destroyed = [...JSON.parse(row.destroyed_keys), ...keys.versionsBelow(day, version)];
      deletions.noteDestroyed(row.serial, JSON.stringify(destroyed));
      keys.destroyVersionsBelow(day, version);
      matchStore.forgetDay(row.serial, day);
      deletions.chooseVersion(row.serial, null);
      this.#advance(row, row.phase, 0);
    });
    keyring.forgetDayKeys();
    // Who still holds a row sealed with one of these keys reads it again.
    liveness.overtake();
  }

  #advance(row: DeletionRow, phase: DeletionRow["phase"], cursor: number): void {
    this.#parts.deletions.advance(row.serial, { phase, cursor, cleared: 0, counted: null });
  }
}
