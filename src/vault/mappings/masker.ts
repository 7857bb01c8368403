// Masking in the vault: find or make the mapping of every value of a batch, and give its tokens.
//
// All asynchronous work (digests, sealing) comes first, then one synchronous block writes
// everything. If another request took one of the values meanwhile, what the block has added is taken back or
// found, and the batch is planned again: then the value is found. So equal values share a token under any
// concurrency, and whatever the caller adds to the block (a job's result and progress) commits
// together with the mappings it speaks of.

import {
  type ByteSlices,
  DIGEST_BYTES,
  digestsAt,
  joinedSlices,
  prefixesOf,
  slicesAt,
  slicesBetween,
} from "../../core/byte-slices.ts";
import { err, ok } from "../../core/result.ts";
import { dayOf } from "../../core/time.ts";
import type { ContextMaker } from "../../crypto/context.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import { makerOf } from "../../tokens/makers.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { MaskBatch, Reply } from "../rpc.ts";
import { inRuns } from "../runtime/runs.ts";
import type { Capacity } from "../state/capacity.ts";
import type { Liveness } from "../state/liveness.ts";
import type { MappingIds } from "../state/mapping-ids.ts";
import type { PolicySetVersion } from "../state/policy-set-version.ts";
import type { MappingStore } from "../store/mappings.ts";
import { AttributeSealer } from "./attribute-sealer.ts";
import {
  type BatchEntry,
  collectSlots,
  placeOf,
  type Slots,
  sortByDigest,
} from "./batch-entries.ts";
import type { FreeTokens } from "./free-tokens.ts";
import { type Additions, type AlsoWritten, MaskBlock } from "./mask-block.ts";
import type { ShapedTokens } from "./shaped-tokens.ts";

/** Times a batch is planned anew; each time somebody else made progress. */
const MAX_PLANS = 32;

/** What masking a batch gave, value by value: the token, and the mapping it stands for. */
export interface Masked {
  readonly tokens: string[];
  readonly mappingIds: number[];
}

/** The values of a batch as UTF-8, and their digests end to end: both by the places of slots. */
interface Digested {
  readonly values: ByteSlices;
  readonly digests: Uint8Array<ArrayBuffer>;
}

/** Prepares what else the block writes. */
export type AlsoCommit = (masked: Masked) => Promise<AlsoWritten>;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly mappings: MappingStore;
  readonly shapedTokens: ShapedTokens;
  readonly freeTokens: FreeTokens;
  readonly keyring: Keyring;
  readonly ids: MappingIds;
  readonly liveness: Liveness;
  readonly policySetVersion: PolicySetVersion;
  readonly context: ContextMaker;
  readonly capacity: Capacity;
}

// Up here and not where they are used: what V8 compiled for a function is gone when all its instances are, and
// those made for a batch live no longer than it.
const textOf = (slot: BatchEntry) => slot.value;
const idOf = (slot: BatchEntry) => slot.id;
const shownOf = (slot: BatchEntry) => slot.shown;
const isMissing = (slot: BatchEntry) => slot.id === 0;
const isFixed = (slot: BatchEntry) => slot.stages !== null;
const isFree = (slot: BatchEntry) => slot.stages === null;
/** Whether its token is made from its id. Texts that auto-detect left alone have none. */
const isMadeFromId = ({ token, kind }: BatchEntry) => token === null && kind !== PLAIN_KIND;
const hasPairs = (slot: BatchEntry) => slot.pairs.size > 0;

/** Masks batches of one namespace. */
export class Masker {
  readonly #parts: Parts;
  readonly #attributes: AttributeSealer;
  readonly #block: MaskBlock;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attributes = new AttributeSealer(parts);
    this.#block = new MaskBlock(parts);
  }

  /**
   * Tokens of a batch. Fails with `policy_changed` when it was planned with another version of the policy set,
   * `storage_full` when new mappings no longer fit, or `busy`.
   */
  async mask(batch: MaskBatch, alsoCommit?: AlsoCommit): Promise<Reply<Masked>> {
    const slots = collectSlots(batch);
    const { policySetVersion } = batch;
    const digested = await this.#digestValues(slots);
    for (let plan = 0; plan < MAX_PLANS; plan++) {
      const { epoch } = this.#parts.liveness;
      if (this.#parts.policySetVersion.isOutdated(policySetVersion))
        return err({ code: "policy_changed" });
      const fresh = this.#findMappings(slots, digested);
      // Refused before anything is sealed for nothing; the block asks again, with the exact size.
      const isAdding = fresh.length > 0 || slots.all.some(hasPairs);
      if (isAdding && !this.#parts.capacity.couldFit(0)) return err({ code: "storage_full" });
      await this.#reserve(fresh);
      const additions = await this.#sealAdditions(slots, digested, fresh);
      if (additions === null) continue;
      if (TEST_BUILD) await failpoint("mask.sealed");
      const masked = await this.#tokensOf(slots);
      const also = alsoCommit === undefined ? null : await alsoCommit(masked);
      if (TEST_BUILD) await failpoint("mask.before-commit");
      const outcome = await this.#block.run({ epoch, policySetVersion, additions, also });
      if (outcome === "done") return ok(masked);
      if (outcome !== "overtaken") return err({ code: outcome });
    }
    return err({ code: "busy" });
  }

  /** Have what is about to be written wait, until the result is called: see `CommitGroup.hold`. */
  holdWrites(): () => boolean {
    return this.#block.hold();
  }

  /** The beginnings of the digests of values, given as UTF-8: by them `placesInOrder` tells the order of the index. */
  async digestPrefixes(values: ByteSlices): Promise<number[]> {
    const key = await this.#parts.keyring.digestKey();
    return prefixesOf(await key.digest(values));
  }

  /** The values as UTF-8 and their digests, by the slots' places. Puts the slots of each kind in the order of digests. */
  async #digestValues(slots: Slots): Promise<Digested> {
    const key = await this.#parts.keyring.digestKey();
    const values = utf8Slices(slots.all.map(textOf));
    const digests = new Uint8Array(DIGEST_BYTES * slots.all.length);
    await inRuns(slots.all, async (run) => {
      const from = run[0]?.place ?? 0;
      const ofRun = await key.digest(slicesBetween(values, from, from + run.length));
      digests.set(ofRun, DIGEST_BYTES * from);
    });
    for (const ofKind of slots.byKind.values()) sortByDigest(ofKind, digests);
    return { values, digests };
  }

  /**
   * Look every slot up; gives those without a mapping, kind by kind, and of each kind first those whose
   * token is kept with the mapping.
   */
  #findMappings(slots: Slots, { digests }: Digested): BatchEntry[] {
    let fresh: BatchEntry[] = [];
    for (const [kind, ofKind] of slots.byKind) {
      for (const slot of ofKind) slot.id = 0;
      const found = this.#parts.mappings.find(
        kind,
        digestsAt(digests, ofKind.map(placeOf)),
        this.#parts.liveness.watermark,
      );
      for (const row of found) {
        const slot = ofKind[row.position];
        if (slot === undefined) continue;
        slot.id = row.id;
        slot.created = row.created;
        slot.keyVersion = row.keyVersion;
        slot.token = row.token;
      }
      const missing = ofKind.filter(isMissing);
      for (const slot of missing) {
        const maker = makerOf(kind, slot.value);
        slot.stages = maker.family === "fixed" ? maker.stages : null;
      }
      // Backwards: the pages that were looked at last are the ones still in memory.
      const fixed = missing.filter(isFixed).reverse();
      const free = missing.filter(isFree).reverse();
      fresh = fresh.concat(fixed, free);
    }
    return fresh;
  }

  async #reserve(fresh: readonly BatchEntry[]): Promise<void> {
    if (fresh.length === 0) return;
    const { first, created } = await this.#parts.ids.reserve(fresh.length);
    for (let i = 0; i < fresh.length; i++) {
      const slot = fresh[i] as BatchEntry;
      slot.id = first + i;
      slot.created = created;
      slot.token = null;
    }
    const shaped = fresh.filter(isFixed);
    if (shaped.length > 0) await this.#parts.shapedTokens.mint(shaped);
  }

  /** Null when a key it needs has just been destroyed: the plan is outdated. */
  async #sealAdditions(
    slots: Slots,
    { values, digests }: Digested,
    fresh: readonly BatchEntry[],
  ): Promise<Additions | null> {
    const { keyring, context } = this.#parts;
    const [firstFresh] = fresh;
    const sealed: ByteSlices[] = [];
    if (firstFresh !== undefined) {
      const day = dayOf(firstFresh.created);
      const { key, version } = await keyring.currentDayKey(day);
      await inRuns(fresh, async (run) => {
        for (const slot of run) slot.keyVersion = version;
        const ofRun = slicesAt(values, run.map(placeOf));
        const box = await key.seal(ofRun, (i) => {
          const { id, kind } = run[i] as BatchEntry;
          return context("value", day, version, id, kind);
        });
        sealed.push(box);
      });
    }
    const withPairs = slots.all.filter(hasPairs);
    const attributes = withPairs.length === 0 ? [] : await this.#attributes.seal(withPairs);
    if (attributes === null) return null;
    return { fresh, digests, sealed: joinedSlices(sealed), attributes };
  }

  async #tokensOf(slots: Slots): Promise<Masked> {
    const free = slots.all.filter(isMadeFromId);
    const { tokenOf } = await this.#parts.freeTokens.teller(free.map(idOf));
    for (const slot of slots.all) slot.shown = slot.token ?? tokenOf(slot);
    return {
      tokens: slots.slotOf.map(shownOf),
      mappingIds: slots.slotOf.map(idOf),
    };
  }
}
