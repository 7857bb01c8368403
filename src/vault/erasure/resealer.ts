// Seals survivors anew under another version of their day's key, so that the present one can die.

import type { DayKey } from "../../crypto/keys.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { openRows } from "../mappings/open-rows.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { StoredMapping } from "../store/mappings.ts";

/** Survivors one slice seals anew. */
const RESEAL_PER_SLICE = 200;

/** A key and the version its sealed things name. */
interface NextKey {
  readonly key: DayKey;
  readonly version: number;
}

/** A slice sealed anew and not yet written. */
export interface Resealed {
  /** The id it came to. */
  readonly last: number;
  /** False when what was read may have changed: then the slice is to be done again. */
  isCurrent(): boolean;
  /** Replace what is stored; belongs into a transaction. */
  write(): void;
}

/** Reseals mappings of one namespace. */
export class Resealer {
  readonly #parts: NamespaceBase;

  constructor(parts: NamespaceBase) {
    this.#parts = parts;
  }

  /**
   * Seal the next mappings of a day with ids in (after, end] under a version of its key. Null when there
   * are none. Not overtaken slice by slice: large batches would never get through. Attributes sealed
   * meanwhile with an old version are told from their mapping's version when they are written.
   */
  async prepare(
    of: Readonly<{ day: number; version: number; after: number; end: number }>,
  ): Promise<Resealed | null> {
    const { erasure, liveness } = this.#parts;
    const { epoch } = liveness;
    const { day, version } = of;
    const old = erasure.sealedBefore(version, of.after, of.end, RESEAL_PER_SLICE);
    const last = old.at(-1);
    if (last === undefined) return null;
    const next = { key: await this.#dayKey(day, version), version };
    const mappings = await this.#sealMappings(old, day, next);
    const attributes = await this.#sealAttributes(old, day, next);
    if (TEST_BUILD) await failpoint("delete.resealed");
    return {
      last: last.id,
      // A mask may have added a pair, under the old key, to a mapping that is about to get the next.
      isCurrent: () =>
        liveness.epoch === epoch &&
        erasure.countAttributes(old.map(({ id }) => id)) === attributes.length,
      write: () => {
        erasure.reseal(version, mappings);
        erasure.resealAttributes(version, attributes);
      },
    };
  }

  async #sealMappings(old: readonly StoredMapping[], day: number, next: NextKey) {
    const { keyring, context } = this.#parts;
    const values = await openRows(keyring, old, {
      dayOf: () => day,
      contextOf: (m) => context("value", day, m.keyVersion, m.id, m.kind),
    });
    const sealed = await next.key.sealAll(values ?? keyIsMissing(), (i) => {
      const { id, kind } = old[i] as StoredMapping;
      return context("value", day, next.version, id, kind);
    });
    return old.map((m, i) => ({ id: m.id, sealed: sealed[i] ?? new Uint8Array(0) }));
  }

  async #sealAttributes(old: readonly StoredMapping[], day: number, next: NextKey) {
    const { erasure, keyring, context } = this.#parts;
    const stored = erasure.attributes(old.map((m) => m.id));
    const pairs = await openRows(keyring, stored, {
      dayOf: () => day,
      contextOf: ({ mappingId }) => context("attribute", mappingId),
    });
    const contextOf = (i: number) => context("attribute", stored[i]?.mappingId ?? 0);
    const sealed = await next.key.sealAll(pairs ?? keyIsMissing(), contextOf);
    return stored.map((a, i) => ({
      mappingId: a.mappingId,
      digest: a.digest,
      sealed: sealed[i] ?? new Uint8Array(0),
    }));
  }

  async #dayKey(day: number, version: number): Promise<DayKey> {
    return (await this.#parts.keyring.dayKey(day, version)) ?? keyIsMissing();
  }
}

function keyIsMissing(): never {
  throw new Error("day key of a survivor is missing");
}
