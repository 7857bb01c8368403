// The one synchronous block that ends a mask: it writes new mappings and attributes, and what the caller adds to
// them. The runtime commits what is written in one turn at once, so there is all of it or nothing after a crash.

import { type ByteSlices, digestsAt, slicesBetween } from "../../core/byte-slices.ts";
import type { PlannedWith } from "../../core/policy.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { NewAttribute } from "../store/attributes.ts";
import type { MappingType } from "../store/mapping-types.ts";
import type { NewMappings } from "../store/mappings.ts";
import { type BatchEntry, groupsOfKind } from "./batch-entries.ts";

// One commit for calls that are under way together. The runtime commits what was written in one turn of
// its event loop at the end of that turn, and each commit waits for the disk. Calls that arrived together are
// let in one after the other, each in a turn of its own, so each would have a commit of its own.

/** Lets the synchronous blocks of several calls run in one turn. */
export class CommitGroup {
  readonly #step: () => Promise<unknown>;
  /** The step of those who wait now; the first of them has begun it. */
  #waiting: Promise<unknown> | null = null;

  /**
   * `step` has to end in a later turn, behind everybody who waits to be let in by now. It should cost
   * little: a call that is alone takes it as well.
   */
  constructor(step: () => Promise<unknown>) {
    this.#step = step;
  }

  /**
   * Run a block in the same turn as those of others. What it gives or throws is its caller's alone; all fail with a step
   * that fails. The world may have changed until it runs: it has to look again at whatever it was planned with.
   */
  async run<T>(block: () => T): Promise<T> {
    this.#waiting ??= this.#step().finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
    return block();
  }
}

/** Bytes a new mapping or attribute takes beside what is sealed: digests, index entries, headers. */
const ROW_BYTES = 160;

/** What else a block writes, with its size; `write` runs inside it, in a transaction of its own or the block's. */
export interface ExtraWrite {
  readonly bytes: number;
  write(): void;
}

/** What a plan adds to the database: sealed new mappings and attributes. */
export interface Additions {
  readonly fresh: readonly BatchEntry[];
  /** Of all entries of the batch, by their indexes, as they are stored. */
  readonly digests: Uint8Array<ArrayBuffer>;
  /** The values of the fresh ones, in their order. */
  readonly sealed: ByteSlices;
  readonly attributes: readonly NewAttribute[];
  /** Ids of mappings that from now on are used both with attributes and without. */
  readonly bare: readonly number[];
  /** Entity types that are not recorded yet; there is room for them. */
  readonly types: readonly MappingType[];
}

/** Everything a block writes, and what it was planned with. */
interface Plan {
  readonly epoch: number;
  readonly policySetVersion: PlannedWith;
  readonly additions: Additions;
  readonly extra: ExtraWrite | null;
}

/** What came of a block. */
export type Outcome = "done" | "overtaken" | "policy_changed" | "storage_full";

/** What the block was planned with has changed. */
class PlanOvertaken extends Error {}

/** Writes what masks have planned. */
export class MaskBlock extends NamespacePart {
  readonly #group: CommitGroup;

  constructor(parts: NamespaceBase) {
    super(parts);
    // Waits for what is being written, mostly for nothing; but it ends behind all calls that have arrived.
    this.#group = new CommitGroup(() => parts.storage.sync());
  }

  /** Write a plan, in one turn with those of others. A slice of a job does not wait for any. */
  async run(plan: Plan): Promise<Outcome> {
    const isAlone = plan.extra !== null || addsNothing(plan.additions);
    return isAlone ? this.#write(plan) : this.#group.run(() => this.#write(plan));
  }

  /**
   * All, or nothing that counts when the plan was overtaken or does not fit. What the caller adds may fail alone: the
   * mappings stay then, as if they had been masked for themselves.
   */
  #write({ epoch, policySetVersion, additions, extra }: Plan): Outcome {
    const { fresh, attributes } = additions;
    if (this.parts.policySetVersion.isOutdated(policySetVersion)) return "policy_changed";
    if (this.parts.liveness.epoch !== epoch) return "overtaken";
    if (addsNothing(additions) && extra === null) return "done";
    const bytes = bytesOf(additions) + (extra?.bytes ?? 0);
    if (bytes > 0 && !this.parts.capacity.fits(bytes)) return "storage_full";
    const { storage, ids } = this.parts;
    // Outside of what may be undone: whoever comes next relies on it.
    if (fresh.length > 0) ids.note();
    try {
      // Values without attributes need nothing undone: see insertMappings. What can be undone has every page copied
      // before it is changed; the runtime commits a block at once anyway.
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

  #noteUses({ bare, types }: Additions): void {
    this.parts.attributes.noteBare(bare);
    this.parts.mappingTypes.add(types);
  }

  /** Attributes must have been sealed with the key version their mapping has now. */
  #insertAttributes(attributes: readonly NewAttribute[]): void {
    if (attributes.length === 0) return;
    const { liveness } = this.parts;
    const fitting = this.parts.attributes.countFitting(attributes, liveness.watermark);
    if (fitting < attributes.length) throw new PlanOvertaken();
    // In the order of their table: a row put between others makes SQLite move those, and leave copies behind.
    this.parts.attributes.insert(attributes.toSorted((a, b) => a.mappingId - b.mappingId));
  }

  /** Overtaken, or when it fails, it has added nothing. */
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

function addsNothing({ fresh, attributes, bare, types }: Additions): boolean {
  return [fresh, attributes, bare, types].every(({ length }) => length === 0);
}

function bytesOf({ fresh, sealed, attributes }: Additions): number {
  let bytes = ROW_BYTES * (fresh.length + attributes.length) + sealed.bytes.length;
  for (const attribute of attributes) bytes += attribute.sealed.length;
  return bytes;
}
