// Replaces keys of days. SQLite leaves copies of rows it has moved in free space of the file, sealed under their day's
// key: only the key's end makes them unreadable for who has file and root key. So what lives on is sealed under the
// day's next version, then the older ones are destroyed.
//
// A deletion by age does so with the cutoff's own day, and with later days that a clock that was ahead gave to mappings it
// covers; keys of days before that are destroyed. An erasure of single mappings does so with each day it has touched, but
// only where the file is on a disk of our own: on the platform nobody reads free space, its history keeps the rows for 30
// days anyway, and every row written costs.

import { viewsOf } from "../../core/byte-slices.ts";
import { DAY_MS, dayOf } from "../../core/time.ts";
import { isSearch } from "../../erasure/deletion.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { VersionedKey } from "../keys/keyring.ts";
import { openReadable, type Places, type SealedRow } from "../mappings/open-rows.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import type { StoredMapping } from "../store/mappings.ts";

/** Survivors one slice seals anew. */
const RESEAL_PER_SLICE = 200;

/** The key a day's mappings are sealed anew with. */
interface NextKey extends VersionedKey {
  readonly day: number;
}

/** Runs slices of the phases `keys` and `day-keys`. */
export class KeyReplacer extends NamespacePart {
  /** The phase `keys`: those of days before the cutoff's go; its own are to be replaced, unless it begins there. */
  destroyCoveredDays(row: DeletionRow): void {
    const { deletions, matchStore } = this.parts;
    const day = dayOf(row.cutoff ?? 0);
    this.#destroy(row, [day, 0], () => {
      if ((row.cutoff ?? 0) > day * DAY_MS) matchStore.noteKeyDays(row.serial, day - 1, day);
      deletions.advance(row, null);
    });
  }

  /** One slice of `day-keys`: choose a day's next version, seal some of its mappings, or destroy its old versions. */
  async replaceTouchedDay(row: DeletionRow): Promise<void> {
    const { matchStore, deletions, erasure, liveness, settings, isOwnDisk } = this.parts;
    const isWorthIt = isOwnDisk || !isSearch(row.target);
    const day = isWorthIt ? matchStore.firstDay(row.serial) : null;
    if (day === null) deletions.advance(row, null);
    else if (row.next_version === null) await this.#chooseVersion(row, day);
    else {
      const before = erasure.lastIdBefore(day * DAY_MS, erasure.lastId());
      // What an age deletion covers is not sealed again: it only waits to be deleted.
      const from = Math.max(before, liveness.watermark);
      const isDone = await this.#reseal(row, day, row.next_version, from);
      if (!isDone || settings.isHeld) return;
      this.#destroy(row, [day, row.next_version, day], () => {
        matchStore.forgetDay(row.serial, day);
        deletions.chooseVersion(row.serial, null);
        deletions.advance(row, 0);
      });
    }
  }

  async #chooseVersion(row: DeletionRow, day: number): Promise<void> {
    const { deletions, keys, keyring, liveness } = this.parts;
    const version = keys.newestDayVersion(day) + 1;
    await keyring.addDayVersion(day, version);
    deletions.chooseVersion(row.serial, version);
    // Whatever was sealed with an older version and not yet written is sealed again.
    liveness.overtake();
  }

  /**
   * Seal the next mappings of a day with ids above `from` under a version of its key. True when there are none left.
   * Not overtaken slice by slice: large batches would never get through. Attributes sealed meanwhile with an old version
   * are told from their mapping's version when they are written.
   */
  async #reseal(row: DeletionRow, day: number, version: number, from: number): Promise<boolean> {
    const { deletions, erasure, keyring, liveness, settings, storage } = this.parts;
    const { epoch } = liveness;
    const end = erasure.lastIdBefore((day + 1) * DAY_MS, erasure.lastId());
    const after = Math.max(row.cursor, from);
    const old = erasure.sealedBefore(version, after, end, RESEAL_PER_SLICE);
    const last = old.at(-1);
    if (last === undefined) return true;
    const key = await keyring.dayKey(day, version);
    // Another deletion has replaced it: it has sealed all under a later one, but for what it could not open.
    if (key === null) return true;
    const mappings = await this.#sealMappings(old, { day, key, version });
    const attributes = await this.#sealAttributes(old, { day, key, version });
    const quarantined = mappings.unread + attributes.unread;
    if (TEST_BUILD) await failpoint("delete.resealed");
    // A mask may have added a pair, under the old key, to a mapping that is about to get the next.
    const hasNewPair = erasure.countAttributes(old.map(({ id }) => id)) !== attributes.stored;
    // Held meanwhile, or read too early: the slice is done again.
    if (settings.isHeld || liveness.epoch !== epoch || hasNewPair) return false;
    storage.transactionSync(() => {
      erasure.reseal(version, mappings.sealed);
      erasure.resealAttributes(version, attributes.sealed);
      // A search has counted what it could not open when it came to it.
      deletions.advance(row, last.id, isSearch(row.target) ? {} : { quarantined });
    });
    return false;
  }

  /** Destroy keys (see KeyStore) and note them, in one block with `progress`. */
  #destroy(
    row: DeletionRow,
    which: Parameters<NamespaceBase["keys"]["destroyDayKeysBefore"]>,
    progress: () => void,
  ): void {
    const { storage, deletions, keys, keyring, liveness } = this.parts;
    storage.transactionSync(() => {
      deletions.noteDestroyed(row, keys.destroyDayKeysBefore(...which));
      progress();
    });
    keyring.forgetDayKeys();
    // Who still holds a row sealed with one of these keys reads it again.
    liveness.overtake();
  }

  async #sealMappings(old: readonly StoredMapping[], { day, key, version }: NextKey) {
    const { context } = this.parts;
    const { rows, opened } = await this.#openOfDay(old, {
      dayOf: () => day,
      contextOf: (m) => context("value", day, m.keyVersion, m.id, m.kind),
    });
    const resealed = await key.seal(opened, (i) => {
      const { id, kind } = rows[i] as StoredMapping;
      return context("value", day, version, id, kind);
    });
    const bytes = viewsOf(resealed);
    const sealed = rows.map(({ id }, i) => ({ id, sealed: bytes[i] as Uint8Array<ArrayBuffer> }));
    return { sealed, unread: old.length - rows.length };
  }

  async #sealAttributes(old: readonly StoredMapping[], { day, key }: NextKey) {
    const { erasure, context } = this.parts;
    const stored = erasure.attributes(old.map((m) => m.id));
    const { rows, opened } = await this.#openOfDay(stored, {
      dayOf: () => day,
      contextOf: ({ mappingId }) => context("attribute", mappingId),
    });
    const contextOf = (i: number) => context("attribute", rows[i]?.mappingId ?? 0);
    const bytes = viewsOf(await key.seal(opened, contextOf));
    const sealed = rows.map(({ mappingId, digest }, i) => {
      return { mappingId, digest, sealed: bytes[i] as Uint8Array<ArrayBuffer> };
    });
    return { sealed, stored: stored.length, unread: stored.length - rows.length };
  }

  /**
   * Those of a day's rows that open. A row that is damaged is left as it is: it loses its key, which could not open it any
   * more. Throws UnreadableKey when it is a key that is damaged: a restore may bring that back, and all its rows with it.
   */
  async #openOfDay<Row extends SealedRow>(old: readonly Row[], places: Places<Row>) {
    const { keyring } = this.parts;
    const readable = await openReadable(keyring, old, places);
    if (readable.rows.length < old.length) {
      for (const version of new Set(old.map(({ keyVersion }) => keyVersion))) {
        await keyring.dayKey(places.dayOf(old[0] as Row), version);
      }
    }
    return readable;
  }
}
