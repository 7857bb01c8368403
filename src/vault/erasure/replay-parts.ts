// Replay parts: what an older copy needs to repeat an erasure of single mappings, which is the search and the list of what
// it found. Both are sealed with the namespace's record key and stored apart from its data (registry/replay-keeper.ts).

import { hex } from "../../core/ids.ts";
import { ok } from "../../core/result.ts";
import { fromHex, toBase64 } from "../../crypto/encoding.ts";
import type { LedgerEntry, ReplayNote } from "../../erasure/ledger-entry.ts";
import { REPLAY_MS } from "../../erasure/receipt.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { ReplayView } from "../deletion-rpc.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Reply } from "../rpc.ts";
import type { DeletionRow } from "../store/deletion-row.ts";
import { matchKey, type RemovedMatch } from "../store/matches.ts";

/** Removed matches that one part lists; as JSON they stay under 1 MB. */
const MATCHES_PER_PART = 15_000;
/** Matches, and pairs of removed mappings, that a replay removes in one block: 25 ms at most. */
const MATCHES_PER_BLOCK = 500;
const PAIRS_PER_BLOCK = 2_000;

/** A part that a replay needs is no longer stored: the copy is older than parts are kept. */
export class ReplayExpired extends Error {
  constructor() {
    super("the parts of a replay are gone");
    this.name = "ReplayExpired";
  }
}

/** A list of finds, stored as JSON: ids of mappings, and [id, pair digest] of single pairs. The digests are not blinded. */
interface RemovedList {
  readonly ids: readonly number[];
  readonly pairs: readonly (readonly [number, string])[];
}

/** Stores, reads and applies the replay parts of one namespace. */
export class ReplayParts extends NamespacePart {
  /** The note in a ledger entry that names a part. */
  async note(part: Uint8Array<ArrayBuffer>): Promise<ReplayNote> {
    return { sha256: [await sha256(part)] };
  }

  /** Store a part until a time (milliseconds since 1970); called before a ledger entry names it. */
  async keep(part: Uint8Array<ArrayBuffer>, until: number): Promise<ReplayNote> {
    const note = await this.note(part);
    const [hash = ""] = note.sha256;
    await this.parts.registry.callKeeper((keeper) => keeper.keepPart(hash, part, until));
    return note;
  }

  /**
   * Seal and store what a deletion found, in parts, because it may be too much for one call. The closing entry then names
   * the parts. Repeated, it makes other parts; those that no entry names are deleted at their time.
   */
  async stage(row: DeletionRow): Promise<ReplayNote> {
    const { matchStore, blindings, records, clock } = this.parts;
    const until = (row.finished ?? clock()) + REPLAY_MS;
    await blindings.prepare(1);
    const hashes: string[] = [];
    let after: RemovedMatch | null = null;
    for (;;) {
      const some: RemovedMatch[] = matchStore.remembered(row.serial, after, MATCHES_PER_PART);
      after = some.at(-1) ?? null;
      if (after === null) return { sha256: hashes };
      // Reading, sealing and handing over a part takes 25 ms.
      if (hashes.length > 0) await yieldToCallers();
      const text = JSON.stringify(this.#listOf(some));
      const part = await records.seal(text, "finds", row.accepted, hashes.length);
      hashes.push(...(await this.keep(part, until)).sha256);
      if (TEST_BUILD) await failpoint("delete.staged");
    }
  }

  /** The sealed parts of an entry, in order. Throws ReplayExpired when one is missing. */
  async *fetch(entry: LedgerEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { replay } = JSON.parse(entry.details) as { replay?: ReplayNote };
    for (const [number, hash] of (replay?.sha256 ?? []).entries()) {
      const sealed = await this.#part(entry.position, number, hash);
      if (sealed === null) throw new ReplayExpired();
      yield new Uint8Array(sealed);
    }
  }

  /** Whether all parts of an entry are still stored. */
  async areThere(entry: LedgerEntry): Promise<boolean> {
    try {
      for await (const _ of this.fetch(entry));
      return true;
    } catch (error) {
      if (error instanceof ReplayExpired) return false;
      throw error;
    }
  }

  /** The parts of a deletion in base64, for the privacy officer to keep with the receipt; empty once they are gone. */
  async view(trackingId: string): Promise<Reply<ReplayView>> {
    const textsOf = (phase: "accepted" | "finished") => this.#textsOf(trackingId, phase);
    return ok({ search: await textsOf("accepted"), found: await textsOf("finished") });
  }

  async #textsOf(trackingId: string, phase: "accepted" | "finished"): Promise<string[]> {
    const entry = await this.parts.registry.entryOf(trackingId, phase);
    const texts: string[] = [];
    if (entry === null) return texts;
    try {
      for await (const sealed of this.fetch(entry)) texts.push(toBase64(sealed));
    } catch (error) {
      if (!(error instanceof ReplayExpired)) throw error;
    }
    return texts;
  }

  /** A part by its hash, or null. The Registry has parts of entries older than the ReplayKeeper, by position and number. */
  async #part(position: number, number: number, hash: string): Promise<ArrayBuffer | null> {
    const { registry } = this.parts;
    return (
      (await registry.callKeeper((keeper) => keeper.findPart(hash))) ??
      (await registry.call((calls, nid) => calls.ledgerReplay(nid, position, number)))
    );
  }

  #listOf(removed: readonly RemovedMatch[]): RemovedList {
    const { blindings } = this.parts;
    return {
      ids: removed.flatMap(({ id, pair }) => (pair === null ? [id] : [])),
      pairs: removed.flatMap(({ id, pair }) =>
        pair === null ? [] : [[id, hex(blindings.revealMarked(pair))] as const],
      ),
    };
  }

  /**
   * Remove what a finished deletion had found, as far as it covered it and this copy still has it. Mappings that are dead
   * since the deletion's acceptance are left to its slices, because all requests wait for this.
   */
  async apply(entry: LedgerEntry, row: DeletionRow): Promise<void> {
    const upTo = row.cutoff_id ?? 0;
    const { blindings, records } = this.parts;
    await blindings.prepare(1);
    let number = 0;
    for await (const part of this.fetch(entry)) {
      const text = await records.open(part, "finds", row.accepted, number);
      const { ids, pairs } = JSON.parse(text) as RemovedList;
      const matches = [
        ...ids.map((id): RemovedMatch => ({ id, pair: null })),
        ...pairs.flatMap(([id, pair]): RemovedMatch[] =>
          blindings.inUse.map((one) => ({ id, pair: one.blindMarked(fromHex(pair)) })),
        ),
      ].filter(({ id }) => id <= upTo);
      for (let from = 0; from < matches.length; from += MATCHES_PER_BLOCK) {
        const some = matches.slice(from, from + MATCHES_PER_BLOCK);
        await this.#applySome(row, some);
        await yieldToCallers();
        const ids = some.map(({ id }) => id);
        while (this.parts.matchStore.removePairsOfMissing(ids, PAIRS_PER_BLOCK)) {
          await yieldToCallers();
        }
      }
      number += 1;
    }
  }

  async #applySome(row: DeletionRow, matches: readonly RemovedMatch[]): Promise<void> {
    const { storage, matchStore, liveness, verdicts } = this.parts;
    const whole = matches.filter(({ pair }) => pair === null).map(({ id }) => id);
    const pairs = matches.flatMap(({ id, pair }) => (pair === null ? [] : [{ id, pair }]));
    const all = matches.map(({ id }) => id);
    await verdicts.prepare(() => all);
    storage.transactionSync(() => {
      const living = new Set(matchStore.living(all));
      // A pair that was stored again after this database began the erasure stays, as it did in the erasure.
      const later = matchStore.usedSince(row.serial, pairs);
      matchStore.noteDays(row.serial, [...living]);
      matchStore.removeMappings(whole.filter((id) => living.has(id)));
      // Only of living mappings: one made dead by another erasure would live again without the pair.
      matchStore.removePairs(
        pairs.filter((match) => living.has(match.id) && !later.has(matchKey(match))),
      );
      // Remembered for this copy's run of the deletion, which searches the job results that depend on them.
      matchStore.remember(row.serial, matches);
    });
    liveness.outdatePlans();
  }
}

async function sha256(part: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", part)));
}
