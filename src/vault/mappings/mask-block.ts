// The one synchronous block that ends a mask: it writes new mappings and attributes, and the caller's extra write.
// The runtime commits all writes of one turn together, so after a crash there is all of the block or nothing.

import { type ByteSlices, digestsAt, slicesBetween } from "../../core/byte-slices.ts";
import type { PlannedWith } from "../../core/policy.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { NewAttribute } from "../store/attributes.ts";
import type { MappingType } from "../store/mapping-types.ts";
import type { NewMappings } from "../store/mappings.ts";
import { type BatchEntry, groupsOfKind } from "./batch-entries.ts";

// One commit for concurrent calls. The runtime commits the writes of an event-loop turn at the end of that turn, and
// each commit waits for the disk. Calls that arrived together are admitted one after the other, each in its own turn,
// so each would need its own commit.

/** Lets the synchronous blocks of several calls run in one turn. */
export class CommitGroup {
  readonly #step: () => Promise<unknown>;
  /** The pending step of the waiting calls; the first of them started it. */
  #waiting: Promise<unknown> | null = null;

  /** `step` must end in a later turn, after all calls that have arrived were admitted; a single call pays for it, too. */
  constructor(step: () => Promise<unknown>) {
    this.#step = step;
  }

  /**
   * Run a block in the same turn as those of others. Its result or error goes to its own caller only; an error of the
   * step goes to all. State may change before it runs, so the block must check again whatever its plan relied on.
   */
  async run<T>(block: () => T): Promise<T> {
    this.#waiting ??= this.#step().finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
    return block();
  }
}

/** Bytes that a new mapping or attribute takes in addition to its sealed data: digests, index entries, headers. */
const ROW_BYTES = 160;

/** What else a block writes, and its size in bytes; `write` runs inside the block, in its own transaction or the block's. */
export interface ExtraWrite {
  readonly bytes: number;
  write(): void;
}

/** What a plan adds to the database: sealed new mappings and attributes. */
export interface Additions {
  readonly fresh: readonly BatchEntry[];
  /** Stored digests of all the batch's entries, by entry index. */
  readonly digests: Uint8Array<ArrayBuffer>;
  /** Sealed values of `fresh`, in the same order. */
  readonly sealed: ByteSlices;
  readonly attributes: readonly NewAttribute[];
  /** Ids of mappings that are now used both with attributes and without. */
  readonly unpaired: readonly number[];
  /** Entity types to record; the plan checked that they fit. */
  readonly types: readonly MappingType[];
}

/** Everything a block writes, and what it was planned with. */
interface Plan {
  readonly epoch: number;
  readonly policySetVersion: PlannedWith;
  readonly additions: Additions;
  readonly extra: ExtraWrite | null;
}

/** Result of a block. */
export type Outcome = "done" | "overtaken" | "policy_changed" | "storage_full";

/** State that the plan relied on has changed. */
class PlanOvertaken extends Error {}

/** Writes what masks have planned. */
export class MaskBlock extends NamespacePart {
  readonly #group: CommitGroup;

  constructor(parts: NamespaceBase) {
    super(parts);
    // Mostly there is nothing to wait for, yet this resolves only after all calls that have arrived were admitted.
    this.#group = new CommitGroup(() => parts.storage.sync());
  }

  /** Write a plan, in one turn with other calls' plans. A job's slice does not wait for others. */
  async run(plan: Plan): Promise<Outcome> {
    const isAlone = plan.extra !== null || addsNothing(plan.additions);
    return isAlone ? this.#write(plan) : this.#group.run(() => this.#write(plan));
  }

  /** Writes all, or nothing that counts when overtaken or too large. The extra write may fail alone. */
  #write({ epoch, policySetVersion, additions, extra }: Plan): Outcome {
    const { fresh, attributes } = additions;
    if (this.parts.policySetVersion.isOutdated(policySetVersion)) return "policy_changed";
    if (this.parts.liveness.epoch !== epoch) return "overtaken";
    if (addsNothing(additions) && extra === null) return "done";
    const bytes = bytesOf(additions) + (extra?.bytes ?? 0);
    if (bytes > 0 && !this.parts.capacity.fits(bytes)) return "storage_full";
    const { storage, ids } = this.parts;
    // Not rolled back with the rest: the next reservation relies on it.
    if (fresh.length > 0) ids.storeCeiling();
    try {
      // Without attributes nothing has to be rolled back: see insertMappings. A transaction copies every page before
      // changing it, and the runtime commits a block as a whole anyway.
      if (attributes.length === 0) {
        this.#insertMappings(additions);
        this.#noteUses(additions);
        if (extra !== null) storage.transactionSync(extra.write);
      } else {
        storage.transactionSync(() => {
          this.#insertMappings(additions);
          this.#noteUses(additions);
          this.#insertAttributes(attributes);
          extra?.write();
        });
      }
      return "done";
    } catch (error) {
      if (error instanceof PlanOvertaken) return "overtaken";
      throw error;
    }
  }

  #noteUses({ unpaired, types }: Additions): void {
    this.parts.attributes.noteUseWithoutPairs(unpaired);
    this.parts.mappingTypes.add(types);
  }

  /** Throws PlanOvertaken unless every attribute was sealed with its mapping's current key version. */
  #insertAttributes(attributes: readonly NewAttribute[]): void {
    if (attributes.length === 0) return;
    const { liveness } = this.parts;
    const fitting = this.parts.attributes.countFitting(attributes, liveness.watermark);
    if (fitting < attributes.length) throw new PlanOvertaken();
    // In table order: inserting a row between others makes SQLite move those, which leaves copies of them in the file.
    this.parts.attributes.insert(attributes.toSorted((a, b) => a.mappingId - b.mappingId));
  }

  /** Leaves nothing written when it is overtaken or fails. */
  #insertMappings({ fresh, digests, sealed }: Additions): void {
    const { mappings, liveness } = this.parts;
    const groups: NewMappings[] = [];
    let from = 0;
    for (const rows of groupsOfKind(fresh)) {
      const [{ kind, created, keyVersion }] = rows;
      const to = from + rows.length;
      groups.push({
        kind,
        created,
        keyVersion,
        rows,
        digests: digestsAt(
          digests,
          rows.map(({ index }) => index),
        ),
        sealed: slicesBetween(sealed, from, to),
      });
      from = to;
    }
    if (!mappings.insertAll(groups, liveness.watermark)) throw new PlanOvertaken();
  }
}

function addsNothing({ fresh, attributes, unpaired, types }: Additions): boolean {
  return [fresh, attributes, unpaired, types].every(({ length }) => length === 0);
}

function bytesOf({ fresh, sealed, attributes }: Additions): number {
  let bytes = ROW_BYTES * (fresh.length + attributes.length) + sealed.bytes.length;
  for (const attribute of attributes) bytes += attribute.sealed.length;
  return bytes;
}
