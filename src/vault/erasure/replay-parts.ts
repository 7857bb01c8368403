// What a restored older copy needs to repeat an erasure of single mappings: the search, and the list of
// what it found. Both are sealed with the namespace's own key before the Registry keeps them.

import { hex } from "../../core/ids.ts";
import { fromHex, fromUtf8, toBase64, utf8 } from "../../crypto/encoding.ts";
import { open, seal } from "../../crypto/seal.ts";
import type { LedgerEntry, ReplayNote } from "../../erasure/ledger-entry.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { ReplayView } from "../rpc.ts";
import type { DeletionRow } from "../store/deletions.ts";
import type { RemovedMatch } from "../store/matches.ts";

/** Removed matches one part lists; as JSON they stay under 1 MB. */
const MATCHES_PER_PART = 15_000;
/** Removed again in one block: 25 ms at most. */
const MATCHES_PER_BLOCK = 500;

/** The Registry no longer has what a replay needs: the copy is older than the parts are kept. */
export class ReplayExpired extends Error {
  constructor() {
    super("the parts of a replay are gone");
    this.name = "ReplayExpired";
  }
}

/** A part as JSON: ids of mappings, and [id, pair digest] of single pairs. The digests are not blinded. */
interface RemovedList {
  readonly ids: readonly number[];
  readonly pairs: readonly (readonly [number, string])[];
}

/** Writes and applies replay parts of one namespace. */
export class ReplayParts extends NamespacePart {
  /** What the ledger entry says of one part. */
  async note(part: Uint8Array<ArrayBuffer>): Promise<ReplayNote> {
    return { sha256: [await sha256(part)] };
  }

  /**
   * Give the Registry what a deletion found, sealed, part by part: all of it may be more than one call
   * takes. The closing entry then claims the parts. Done again it begins anew.
   */
  async stage(row: DeletionRow): Promise<ReplayNote> {
    const { matchStore, blindings, registry, keyring, context, random } = this.parts;
    const key = await keyring.recordKey();
    await blindings.prepare(1);
    const hashes: string[] = [];
    let behind: RemovedMatch | null = null;
    for (;;) {
      const some: RemovedMatch[] = matchStore.remembered(row.serial, behind, MATCHES_PER_PART);
      behind = some.at(-1) ?? null;
      if (behind === null) return { sha256: hashes };
      const number = hashes.length;
      const place = context("finds", row.accepted, number);
      const part = await seal(key, utf8(JSON.stringify(this.#listOf(some))), place, random);
      await registry.call((calls, nid) => calls.stageReplay(nid, number, part));
      if (TEST_BUILD) await failpoint("delete.staged");
      hashes.push(await sha256(part));
    }
  }

  /** Parts of an entry, as the Registry keeps them. Throws ReplayExpired when one is missing. */
  async *fetch(entry: LedgerEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { replay } = JSON.parse(entry.details) as { replay?: ReplayNote };
    const expected = replay?.sha256.length ?? 0;
    for (let number = 0; number < expected; number++) {
      const sealed = await this.#part(entry.position, number);
      if (sealed === null) throw new ReplayExpired();
      yield new Uint8Array(sealed);
    }
  }

  /** Whether the Registry still has all parts of an entry. */
  async areThere(entry: LedgerEntry): Promise<boolean> {
    try {
      for await (const _ of this.fetch(entry));
      return true;
    } catch (error) {
      if (error instanceof ReplayExpired) return false;
      throw error;
    }
  }

  /** The parts of a job as the privacy officer keeps them beside the receipt. */
  async view(trackingId: string): Promise<ReplayView> {
    const { registry } = this.parts;
    const { accepted, finished } = await registry.call((calls, nid) =>
      calls.positionsOfJob(nid, trackingId),
    );
    return { search: await this.#textsAt(accepted), found: await this.#textsAt(finished) };
  }

  async #textsAt(position: number | null): Promise<string[]> {
    const texts: string[] = [];
    if (position === null) return texts;
    for (;;) {
      const sealed = await this.#part(position, texts.length);
      if (sealed === null) return texts;
      texts.push(toBase64(new Uint8Array(sealed)));
    }
  }

  #part(position: number, number: number): Promise<ArrayBuffer | null> {
    return this.parts.registry.call((calls, nid) => calls.ledgerReplay(nid, position, number));
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
   * Remove what a finished deletion had found, as far as this copy still has it and it was covered. What the deletion's
   * acceptance has made dead already is left to its slices: everybody waits for this.
   */
  async apply(entry: LedgerEntry, row: DeletionRow): Promise<void> {
    const upTo = row.cutoff_id ?? 0;
    const { blindings, keyring, context } = this.parts;
    const key = await keyring.recordKey();
    await blindings.prepare(1);
    let number = 0;
    for await (const part of this.fetch(entry)) {
      const bytes = await open(key, part, context("finds", row.accepted, number));
      const { ids, pairs } = JSON.parse(fromUtf8(bytes)) as RemovedList;
      const matches = [
        ...ids.map((id): RemovedMatch => ({ id, pair: null })),
        ...pairs.flatMap(([id, pair]): RemovedMatch[] =>
          blindings.inUse.map((one) => ({ id, pair: one.blindMarked(fromHex(pair)) })),
        ),
      ].filter(({ id }) => id <= upTo);
      for (let from = 0; from < matches.length; from += MATCHES_PER_BLOCK) {
        this.#applySome(row, matches.slice(from, from + MATCHES_PER_BLOCK));
        await scheduler.wait(0);
      }
      number += 1;
    }
  }

  #applySome(row: DeletionRow, matches: readonly RemovedMatch[]): void {
    const { storage, matchStore, liveness } = this.parts;
    const whole = matches.filter(({ pair }) => pair === null).map(({ id }) => id);
    const pairs = matches.flatMap(({ id, pair }) => (pair === null ? [] : [{ id, pair }]));
    storage.transactionSync(() => {
      const living = matchStore.living(whole);
      matchStore.noteDays(row.serial, [...living, ...pairs.map(({ id }) => id)]);
      matchStore.removeMappings(living);
      matchStore.removePairs(pairs);
      // For jobs whose results speak of them: this copy's own run of the deletion looks there.
      if (row.state !== "SUCCESS") matchStore.remember(row.serial, matches);
    });
    liveness.overtake();
  }
}

async function sha256(part: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", part)));
}
