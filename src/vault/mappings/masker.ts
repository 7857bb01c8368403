// Masking in the vault: find or make the mapping of every value of a batch, and return its tokens.
//
// All asynchronous work (digests, sealing) comes first, then one synchronous block writes everything. If another
// request has meanwhile added one of the values, the block's additions are rolled back or reused, and the batch is
// planned again and finds that value. So equal values share a token under any concurrency, and the caller's extra
// write (a job's result and progress) commits together with the mappings it refers to, or after them: values with
// many attributes are written in several blocks.

import {
  type ByteSlices,
  DIGEST_BYTES,
  digestsAt,
  joinedSlices,
  slicesAt,
  slicesBetween,
} from "../../core/byte-slices.ts";
import type { PlannedWith } from "../../core/policy.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { dayOf } from "../../core/time.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { inPortions, yieldToCallers } from "../../platform/yield-to-callers.ts";
import { makerOf } from "../../tokens/makers.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { MaskBatch, Reply } from "../rpc.ts";
import type { MappingType } from "../store/mapping-types.ts";
import { sealAttributes } from "./attribute-sealer.ts";
import {
  addsUseWithoutPairs,
  type BatchEntries,
  type BatchEntry,
  collectEntries,
  hasPairs,
  isFixedShape,
  isMadeFromId,
  orderOf,
  sortByDigest,
} from "./batch-entries.ts";
import { entityNumbers } from "./entity-types.ts";
import { findByDigest, prepareToFind } from "./find-by-digest.ts";
import { ShapedTokens, tokenRenderer } from "./mapping-tokens.ts";
import { type Additions, type ExtraWrite, MaskBlock, type Outcome } from "./mask-block.ts";

/** How often a batch is planned; each new plan means that another request made progress. */
const MAX_PLANS = 32;
/** Bytes that a recorded entity type takes. */
const TYPE_BYTES = 20;

/** Result of masking a batch: the token and mapping id of each value. */
export interface Masked {
  readonly tokens: string[];
  readonly mappingIds: number[];
}

/** Part of a batch, usually all of it. Values and digests are ordered by entry index. */
interface Part {
  readonly entries: BatchEntries;
  /** As UTF-8. */
  readonly values: ByteSlices;
  /** Concatenated, not blinded. */
  readonly digests: Uint8Array<ArrayBuffer>;
}

type PrepareWrite = (masked: Masked) => Promise<ExtraWrite>;

interface Parts extends NamespaceBase {
  /** Removes those of these mappings that an erasure under way would remove later; whether there were any. */
  readonly openSearches: { removeFound(known: readonly BatchEntry[]): Promise<boolean> };
}

/** Masks batches of one namespace. */
export class Masker extends NamespacePart<Parts> {
  readonly #block: MaskBlock;
  readonly #shapedTokens: ShapedTokens;

  constructor(base: Parts) {
    super(base);
    this.#block = new MaskBlock(base);
    this.#shapedTokens = new ShapedTokens(base);
  }

  /**
   * Mask a batch; `extraWrite` prepares the caller's part of the block. Fails with `policy_changed` when the batch was
   * planned with another version of the policy set, with `storage_full` when new mappings no longer fit, or `busy`.
   */
  async mask(batch: MaskBatch, extraWrite?: PrepareWrite): Promise<Reply<Masked>> {
    const parts: Part[] = [];
    for (const entries of collectEntries(batch)) {
      if (parts.length > 0) await yieldToCallers();
      parts.push(await this.#digestValues(entries));
    }
    for (let plan = 0; plan < MAX_PLANS; plan++) {
      const masked = await this.#maskParts(parts, batch.policySetVersion, extraWrite);
      if (masked.ok) return masked;
      if (masked.error !== "overtaken") return err({ code: masked.error });
    }
    return err({ code: "busy" });
  }

  /** The reply for a caller: the tokens. Fails as `mask` does. */
  async answer(batch: MaskBatch): Promise<Reply<string[]>> {
    const reply = await this.mask(batch);
    return reply.ok ? ok(reply.value.tokens) : reply;
  }

  /**
   * Plan and write a batch, each part in its own turn like a separate mask. A change that invalidates the plan of one
   * part invalidates all parts. The last part's block also does the extra write.
   */
  async #maskParts(
    parts: readonly Part[],
    policySetVersion: PlannedWith,
    extraWrite?: PrepareWrite,
  ): Promise<Result<Masked, Exclude<Outcome, "done">>> {
    const { epoch } = this.parts.liveness;
    let masked: Masked = { tokens: [], mappingIds: [] };
    for (const part of parts) {
      if (part !== parts[0]) {
        await yieldToCallers();
        if (TEST_BUILD) await failpoint("mask.next-part");
      }
      if (this.parts.policySetVersion.isOutdated(policySetVersion)) return err("policy_changed");
      const additions = await this.#additionsOf(part);
      if (!additions.ok) return additions;
      if (TEST_BUILD) await failpoint("mask.sealed");
      const { tokens, mappingIds } = await this.#tokensOf(part.entries);
      masked = {
        tokens: masked.tokens.concat(tokens),
        mappingIds: masked.mappingIds.concat(mappingIds),
      };
      const isLast = part === parts.at(-1);
      const extra = isLast && extraWrite !== undefined ? await extraWrite(masked) : null;
      if (TEST_BUILD) await failpoint("mask.before-commit");
      const outcome = await this.#block.run({
        epoch,
        policySetVersion,
        additions: additions.value,
        extra,
      });
      if (outcome !== "done") return err(outcome);
    }
    return ok(masked);
  }

  /** Find a part's mappings, and seal its additions. "overtaken": a key or mapping they need is being destroyed. */
  async #additionsOf(part: Part): Promise<Result<Additions, "storage_full" | "overtaken">> {
    await prepareToFind(this.parts, part.digests);
    const stored = this.parts.blindings.newest.blind(part.digests);
    const fresh = this.#findMappings(part, stored);
    const known = part.entries.all.filter(({ id }) => id !== 0);
    if (await this.parts.openSearches.removeFound(known)) return err("overtaken");
    // Refuse before sealing in vain; the block checks again, with the exact size.
    const isAdding = fresh.length > 0 || part.entries.all.some(hasPairs);
    if (isAdding && !this.parts.capacity.couldFit(0)) return err("storage_full");
    await this.#reserveIds(fresh);
    return this.#sealAdditions(part, stored, fresh);
  }

  async #digestValues(entries: BatchEntries): Promise<Part> {
    const key = await this.parts.keyring.digestKey();
    const values = utf8Slices(entries.all.map(({ value }) => value));
    const digests = new Uint8Array(DIGEST_BYTES * entries.all.length);
    const digestPortion = async (portion: readonly BatchEntry[]) => {
      const from = portion[0]?.index ?? 0;
      const ofPortion = await key.digest(slicesBetween(values, from, from + portion.length));
      digests.set(ofPortion, DIGEST_BYTES * from);
    };
    await inPortions(entries.all, digestPortion, lettersOf);
    await this.parts.blindings.prepare(entries.all.length);
    return { entries, values, digests };
  }

  /** Look up every entry by stored digest; returns those without a mapping, by kind and then `orderOf`. */
  #findMappings({ entries, digests }: Part, stored: Uint8Array<ArrayBuffer>): BatchEntry[] {
    let fresh: BatchEntry[] = [];
    for (const [kind, ofKind] of entries.byKind) {
      for (const entry of ofKind) entry.id = 0;
      sortByDigest(ofKind, stored);
      const { watermark } = this.parts.liveness;
      const indexes = indexesOf(ofKind);
      const digestsOfKind = digestsAt(digests, indexes);
      const found = findByDigest(
        this.parts,
        kind,
        digestsOfKind,
        watermark,
        digestsAt(stored, indexes),
      );
      for (const row of found) {
        const entry = ofKind[row.position];
        if (entry === undefined) continue;
        entry.id = row.id;
        entry.created = row.created;
        entry.keyVersion = row.keyVersion;
        entry.token = row.token;
      }
      const owned = this.parts.attributes.owned(found.map(({ id }) => id));
      for (const entry of ofKind)
        entry.isOwned = entry.id === 0 ? hasPairs(entry) : owned.has(entry.id);
      const missing = ofKind.filter(({ id }) => id === 0);
      for (const entry of missing) {
        const maker = makerOf(kind, entry.value);
        entry.stages = maker.family === "fixed" ? maker.stages : null;
      }
      // In reverse: the pages read last are still in memory.
      fresh = fresh.concat(missing.reverse().sort((a, b) => orderOf(a) - orderOf(b)));
    }
    return fresh;
  }

  /** Give new entries ids and a creation time, and mint the tokens that are stored with the mapping. */
  async #reserveIds(fresh: readonly BatchEntry[]): Promise<void> {
    if (fresh.length === 0) return;
    const { first, created } = await this.parts.ids.reserve(fresh.length);
    for (let i = 0; i < fresh.length; i++) {
      const entry = fresh[i] as BatchEntry;
      entry.id = first + i;
      entry.created = created;
      entry.token = null;
    }
    const shaped = fresh.filter(isFixedShape);
    if (shaped.length > 0) await this.#shapedTokens.mint(shaped);
  }

  async #sealAdditions(
    { entries, values }: Part,
    digests: Uint8Array<ArrayBuffer>,
    fresh: readonly BatchEntry[],
  ): Promise<Result<Additions, "overtaken">> {
    const { keyring, context } = this.parts;
    const [firstFresh] = fresh;
    const sealed: ByteSlices[] = [];
    if (firstFresh !== undefined) {
      const day = dayOf(firstFresh.created);
      const { key, version } = await keyring.currentDayKey(day);
      await inPortions(
        fresh,
        async (portion) => {
          for (const entry of portion) entry.keyVersion = version;
          const plaintexts = slicesAt(values, indexesOf(portion));
          const ofPortion = await key.seal(plaintexts, (i) => {
            const { id, kind } = portion[i] as BatchEntry;
            return context("value", day, version, id, kind);
          });
          sealed.push(ofPortion);
        },
        lettersOf,
      );
    }
    const withPairs = entries.all.filter(hasPairs);
    const attributes = withPairs.length === 0 ? [] : await sealAttributes(this.parts, withPairs);
    if (attributes === null) return err("overtaken");
    const unpaired = entries.all.filter(addsUseWithoutPairs).map(({ id }) => id);
    const types = await this.#newTypes(entries, fresh);
    return ok({ fresh, digests, sealed: joinedSlices(sealed), attributes, unpaired, types });
  }

  /** Entity types that the mappings lack; none when they do not fit. The write skips those added meanwhile. */
  async #newTypes({ all }: BatchEntries, fresh: readonly BatchEntry[]): Promise<MappingType[]> {
    const typed = all.filter(({ entities }) => entities.size > 0);
    if (typed.length === 0) return [];
    const numbers = await entityNumbers(
      this.parts,
      typed.flatMap((one) => [...one.entities]),
    );
    const typesOf = ({ id, entities }: BatchEntry) =>
      Array.from(entities, (entity): MappingType => [id, numbers.get(entity) ?? 0]);
    const isFresh = new Set(fresh);
    const known = typed.filter((entry) => !isFresh.has(entry)).flatMap(typesOf);
    const ofFresh = typed.filter((entry) => isFresh.has(entry)).flatMap(typesOf);
    const types = ofFresh.concat(this.parts.mappingTypes.missing(known));
    return this.parts.capacity.fits(TYPE_BYTES * types.length) ? types : [];
  }

  async #tokensOf({ all, ofValues }: BatchEntries): Promise<Masked> {
    const free = all.filter(isMadeFromId);
    const { tokenOf } = await tokenRenderer(
      this.parts,
      free.map(({ id }) => id),
    );
    const tokens = all.map((entry) => entry.token ?? tokenOf(entry));
    return {
      tokens: ofValues.map(({ index }) => tokens[index] as string),
      mappingIds: ofValues.map(({ id }) => id),
    };
  }
}

const indexesOf = (entries: readonly BatchEntry[]) => entries.map(({ index }) => index);
const lettersOf = ({ value }: BatchEntry) => value.length;
