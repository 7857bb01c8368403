// Replaces day keys. SQLite leaves copies of moved rows in free space of the file, sealed under their day's key, which a
// holder of file and root key can read until that key is destroyed. So surviving rows are sealed under the day's next
// version, then the older versions are destroyed.
//
// A deletion by age destroys the keys of the days before the cutoff's day. It replaces the key of that day, and of later
// days to which a clock that was ahead assigned covered mappings. An erasure of single mappings replaces the key of each day
// that it has touched, but only where the file is on our own disk: on the platform nobody reads free space, the platform's
// history keeps the rows for 30 days anyway, and each written row costs.

import { viewsOf } from "../../core/byte-slices.ts";
import { DAY_MS, dayOf } from "../../core/time.ts";
import { isSearch } from "../../erasure/deletion.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { VersionedKey } from "../keys/keyring.ts";
import { openReadable, type SealBinding, type SealedRow } from "../mappings/open-rows.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import type { AttributeKey, StoredAttribute } from "../store/erasure.ts";
import type { StoredMapping } from "../store/mappings.ts";

/** Surviving values, and attribute pairs of survivors, that one slice seals anew. */
const RESEAL_PER_SLICE = 200;
const RESEAL_PAIRS_PER_SLICE = 1_000;
/** Sorts before every digest. */
const NO_DIGEST = new ArrayBuffer(0);

/** The key version under which a day's mappings are sealed anew. */
interface NextKey extends VersionedKey {
  readonly day: number;
}

/** The mappings of a day to be sealed anew, with ids in (from, end], and the version of the day's key to seal them under. */
interface Survivors {
  readonly day: number;
  readonly version: number;
  readonly from: number;
  readonly end: number;
}

/**
 * Runs slices of the phases `keys`, `day-keys` and `day-pairs`. The last two take turns, day by day: once a day's values
 * have the next version, masking seals new attributes of them under it, too; then the old attributes follow, page by page,
 * because one mapping may have a million.
 */
export class KeyReplacer extends NamespacePart {
  /** The last pair that was sealed anew, and its deletion. After a start, that pair's mapping is gone through again. */
  #last: (AttributeKey & { readonly serial: number }) | null = null;

  /** Run the phase `keys`: destroy keys of days before the cutoff's; note that day unless the cutoff is its first moment. */
  destroyCoveredDays(row: DeletionRow): void {
    const { deletions, matchStore } = this.parts;
    const day = dayOf(row.cutoff ?? 0);
    this.#destroy(row, [day, 0], () => {
      if ((row.cutoff ?? 0) > day * DAY_MS) matchStore.noteKeyDays(row.serial, day - 1, day);
      deletions.advance(row, null);
    });
  }

  /** Run one slice of `day-keys`: choose a day's next version, or seal some of its values under it. */
  async replaceTouchedDay(row: DeletionRow): Promise<void> {
    const { matchStore, deletions, isOwnDisk } = this.parts;
    const isWorthIt = isOwnDisk || !isSearch(row.target);
    const day = isWorthIt ? matchStore.firstDay(row.serial) : null;
    if (day === null) deletions.advance(row, null);
    else if (row.next_version === null) await this.#chooseVersion(row, day);
    else {
      const isDone = await this.#resealValues(row, this.#survivorsOf(day, row.next_version));
      if (isDone) deletions.advance(row, null, { next: "day-pairs" });
    }
  }

  /** Run one slice of `day-pairs`: seal some of the day's attributes, or destroy the day's old key versions. */
  async replaceTouchedPairs(row: DeletionRow): Promise<void> {
    const { matchStore, deletions, settings } = this.parts;
    const { serial, next_version: version } = row;
    const day = matchStore.firstDay(serial);
    if (day === null || version === null) return deletions.advance(row, null);
    const isDone = await this.#resealPairs(row, this.#survivorsOf(day, version));
    if (!isDone || settings.isHeld) return;
    this.#destroy(row, [day, version, day], () => {
      matchStore.forgetDay(serial, day);
      deletions.chooseVersion(serial, null);
      deletions.advance(row, null);
    });
  }

  #survivorsOf(day: number, version: number): Survivors {
    const { erasure, liveness } = this.parts;
    const last = erasure.lastId();
    const before = erasure.lastIdBefore(day * DAY_MS, last);
    const end = erasure.lastIdBefore((day + 1) * DAY_MS, last);
    // Mappings up to the watermark are not sealed again: they only wait to be deleted.
    return { day, version, from: Math.max(before, liveness.watermark), end };
  }

  async #chooseVersion(row: DeletionRow, day: number): Promise<void> {
    const { deletions, keys, keyring, liveness } = this.parts;
    const version = keys.newestDayVersion(day) + 1;
    await keyring.addDayVersion(day, version);
    deletions.chooseVersion(row.serial, version);
    // Values sealed under an older version but not written yet must be sealed again.
    liveness.outdatePlans();
  }

  /**
   * Seal the next values; true when none is left. Does not raise the epoch for each slice, because then large batches would
   * never complete. Attributes sealed meanwhile under an old version are noticed when written, by their mapping's version.
   */
  async #resealValues(row: DeletionRow, { day, version, from, end }: Survivors): Promise<boolean> {
    const { erasure, keyring, liveness } = this.parts;
    const { epoch } = liveness;
    const after = Math.max(row.cursor, from);
    const old = erasure.sealedBefore(version, after, end, RESEAL_PER_SLICE);
    const last = old.at(-1);
    if (last === undefined) return true;
    const key = await keyring.dayKey(day, version);
    // Another deletion has replaced this version and sealed all that it could open under a later one.
    if (key === null) return true;
    const { sealed, unread } = await this.#sealMappings(old, { day, key, version });
    await this.#write(row, { epoch, cursor: last.id, unread }, () => {
      erasure.reseal(version, sealed);
    });
    return false;
  }

  /** Seal the next attribute pairs, whose mappings all have this version or a later one; true when none is left. */
  async #resealPairs(row: DeletionRow, { day, version, from, end }: Survivors): Promise<boolean> {
    const { erasure, keyring, liveness } = this.parts;
    const { epoch } = liveness;
    const after = { mappingId: Math.max(row.cursor, from) + 1, digest: NO_DIGEST };
    const isKnown = this.#last?.serial === row.serial && this.#last.mappingId >= after.mappingId;
    const next = isKnown && this.#last !== null ? this.#last : after;
    const pairs = erasure.attributes(next, end, RESEAL_PAIRS_PER_SLICE);
    const last = pairs.at(-1);
    if (last === undefined) return true;
    const key = await keyring.dayKey(day, version);
    if (key === null) return true;
    const old = pairs.filter((pair) => pair.isOwned === 1 && pair.keyVersion < version);
    const { sealed, unread } = await this.#sealAttributes(old, { day, key, version });
    // The last mapping may have more pairs, so the cursor stays before it.
    const progress = { epoch, cursor: last.mappingId - 1, unread };
    const isWritten = await this.#write(row, progress, () => {
      erasure.resealAttributes(version, sealed);
    });
    if (isWritten) this.#last = { ...last, serial: row.serial };
    return isWritten && pairs.length < RESEAL_PAIRS_PER_SLICE;
  }

  /** Write what was sealed. False when a legal hold began meanwhile or the rows are outdated: the slice is then repeated. */
  async #write(
    row: DeletionRow,
    { epoch, cursor, unread }: { epoch: number; cursor: number; unread: number },
    write: () => void,
  ): Promise<boolean> {
    const { storage, settings, liveness, deletions } = this.parts;
    if (TEST_BUILD) await failpoint("delete.resealed");
    if (settings.isHeld || liveness.epoch !== epoch) return false;
    storage.transactionSync(() => {
      write();
      // A search has already counted the rows that it could not open.
      deletions.advance(row, cursor, isSearch(row.target) ? {} : { quarantined: unread });
    });
    return true;
  }

  /** Destroy keys (see KeyStore) and record them in the deletion's row, in one transaction with `progress`. */
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
    // Code that holds a row sealed under one of these keys must read it again.
    liveness.outdatePlans();
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

  async #sealAttributes(old: readonly StoredAttribute[], { day, key }: NextKey) {
    const { context } = this.parts;
    const { rows, opened } = await this.#openOfDay(old, {
      dayOf: () => day,
      contextOf: ({ mappingId }) => context("attribute", mappingId),
    });
    const contextOf = (i: number) => context("attribute", rows[i]?.mappingId ?? 0);
    const bytes = viewsOf(await key.seal(opened, contextOf));
    const sealed = rows.map(({ mappingId, digest }, i) => {
      return { mappingId, digest, sealed: bytes[i] as Uint8Array<ArrayBuffer> };
    });
    return { sealed, unread: old.length - rows.length };
  }

  /**
   * The rows of a day that open, opened. A damaged row stays as it is and loses its key, which could not open it anyway.
   * Throws UnreadableKey when a key is damaged: a restore may bring that key back, and all its rows with it.
   */
  async #openOfDay<Row extends SealedRow>(old: readonly Row[], binding: SealBinding<Row>) {
    const { keyring } = this.parts;
    const readable = await openReadable(keyring, old, binding);
    if (readable.rows.length < old.length) {
      for (const version of new Set(old.map(({ keyVersion }) => keyVersion))) {
        await keyring.dayKey(binding.dayOf(old[0] as Row), version);
      }
    }
    return readable;
  }
}
