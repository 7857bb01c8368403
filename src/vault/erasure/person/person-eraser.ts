// Removes what an erasure by value, token or attribute finds. Before the request is answered, values that match exactly
// go, and mappings with exactly the attribute are made dead; the rest goes slice by slice. What goes and what is counted commit together, and every removed
// mapping is remembered for the closing ledger entry, so that a restored copy can repeat it.

import type { Blinding } from "../../../crypto/blinding.ts";
import { fromHex } from "../../../crypto/encoding.ts";
import {
  addCounts,
  type MatchCounts,
  matchedMappings,
  NO_MATCHES,
  type Search,
} from "../../../erasure/search.ts";
import { failpoint } from "../../../platform/failpoint.ts";
import { NamespacePart } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import { pairKey } from "../../store/matches.ts";
import { exactMatches, type Match } from "./value-search.ts";

/** Mappings one block removes. */
const MAPPINGS_PER_BLOCK = 500;

/** Removes the matches of one namespace's searches. */
export class PersonEraser extends NamespacePart {
  /**
   * Remove mappings whose value matches exactly: as many as were asked for, times the kinds they are masked as. Can be
   * done again: what is gone is not found twice.
   */
  async eraseExact(row: DeletionRow, search: Search): Promise<void> {
    await this.parts.blindings.prepare(search.digests.length);
    for (;;) {
      const ids = exactMatches(this.parts, search, MAPPINGS_PER_BLOCK);
      if (ids.length === 0) return;
      const matches = ids.map((id): Match => ({ id, pair: null, as: "exact" }));
      this.parts.storage.transactionSync(() => this.remove(row, matches));
      if (TEST_BUILD) await failpoint("delete.exact");
      else await scheduler.wait(0);
    }
  }

  /**
   * Have the mappings with exactly the pair that is looked for be dead, however many they are: their rows are left to the
   * search. Belongs into a transaction; blindings must be prepared.
   */
  coverPair({ pair, upTo, serial }: Search): void {
    if (pair === null) return;
    const { attributes, blindings, liveness } = this.parts;
    const stored = (blinding: Blinding) => ({
      digest: blinding.blind(fromHex(pair.digest)),
      nameDigest: blinding.blindMarked(fromHex(pair.name)),
    });
    const { newest, older } = blindings;
    attributes.cover(serial, upTo, stored(newest), stored(older ?? newest));
    liveness.overtake();
  }

  /**
   * Remove matches and count them; belongs into a transaction, and mappings that lose pairs must have been judged
   * (state/cover-verdicts.ts). What is gone already is not counted again.
   */
  remove(row: DeletionRow, matches: readonly Match[]): void {
    const { matchStore, liveness } = this.parts;
    if (matches.length === 0) return;
    const whole = matches.filter(({ pair }) => pair === null);
    const pairs = matches.flatMap(({ id, pair }) => (pair === null ? [] : [{ id, pair }]));
    this.#removeDead(row, idsIn(pairs));
    matchStore.noteDays(
      row.serial,
      matches.map(({ id }) => id),
    );
    const mappings = new Set(matchStore.removeMappings(whole.map(({ id }) => id)));
    const removedPairs = matchStore.removePairs(pairs);
    const removed = matches.filter(({ id, pair }) =>
      pair === null ? mappings.has(id) : removedPairs.has(pairKey(id, pair)),
    );
    matchStore.remember(row.serial, removed);
    const counts: Record<keyof MatchCounts, number> = { ...NO_MATCHES };
    for (const { as } of removed) if (as !== null) counts[as] += 1;
    this.count(row, counts);
    liveness.overtake();
  }

  /**
   * Remove those of the mappings that another erasure, by attribute, has made dead, as its slices will: without the pair
   * that it covers them by they would live again.
   */
  #removeDead({ serial }: DeletionRow, ids: readonly number[]): void {
    const { attributes, deletions } = this.parts;
    for (const [trackingId, dead] of attributes.deadBy(ids, serial)) {
      const row = deletions.find(trackingId);
      const matches = dead.map(({ id }): Match => ({ id, pair: null, as: "exact" }));
      if (row !== null) this.remove(row, matches);
    }
  }

  /** Add to a deletion's counts; belongs into a transaction. */
  count(row: DeletionRow, found: Partial<MatchCounts>): void {
    const { deletions } = this.parts;
    const before = countsOf(deletions.find(row.tracking_id) ?? row);
    const total = addCounts(before, found);
    deletions.countMatches(row.serial, JSON.stringify(total), matchedMappings(total));
  }
}

/** The mappings of pairs, each once. */
function idsIn(pairs: readonly { readonly id: number }[]): number[] {
  return [...new Set(pairs.map(({ id }) => id))];
}

/** A deletion's counts of matches. */
export function countsOf(row: DeletionRow): MatchCounts {
  return row.matches === null ? NO_MATCHES : (JSON.parse(row.matches) as MatchCounts);
}
