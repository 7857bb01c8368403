// Removes what an erasure by value, token or attribute finds. Before the request is answered, exact matches of a value are
// removed and mappings with exactly the attribute are made dead; the rest is removed slice by slice. Removals and counts
// commit together. Every removed match is recorded for the closing ledger entry, so that a restored copy can repeat it.

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
import { yieldToCallers } from "../../../platform/yield-to-callers.ts";
import { NamespacePart } from "../../namespace-base.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import { matchKey } from "../../store/matches.ts";
import { exactMatches, type Match } from "./value-search.ts";

const MAPPINGS_PER_BLOCK = 500;

/** Removes the matches of one namespace's searches. */
export class PersonEraser extends NamespacePart {
  /** Remove all mappings of exactly these values, one per kind. Repeatable, because removed ones are not found again. */
  async eraseExact(row: DeletionRow, search: Search): Promise<void> {
    await this.parts.blindings.prepare(search.digests.length);
    for (;;) {
      const ids = exactMatches(this.parts, search, MAPPINGS_PER_BLOCK);
      if (ids.length === 0) return;
      const matches = ids.map((id): Match => ({ id, pair: null, as: "exact" }));
      this.parts.storage.transactionSync(() => this.remove(row, matches));
      if (TEST_BUILD) await failpoint("delete.exact");
      await yieldToCallers();
    }
  }

  /** Make all mappings with the sought pair dead; slices delete their rows. In a transaction, with blindings prepared. */
  coverPair({ pair, upTo, serial }: Search): void {
    if (pair === null) return;
    const { attributes, blindings, liveness } = this.parts;
    const stored = (blinding: Blinding) => ({
      digest: blinding.blind(fromHex(pair.digest)),
      nameDigest: blinding.blindMarked(fromHex(pair.name)),
    });
    const { newest, older } = blindings;
    attributes.cover(serial, upTo, stored(newest), stored(older ?? newest));
    liveness.outdatePlans();
  }

  /**
   * Remove matches and count them; what is gone already does not count again. Call it in a transaction, after the mappings
   * that lose pairs have been judged (state/cover-verdicts.ts).
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
      pair === null ? mappings.has(id) : removedPairs.has(matchKey({ id, pair })),
    );
    matchStore.remember(row.serial, removed);
    const counts: Record<keyof MatchCounts, number> = { ...NO_MATCHES };
    for (const { as } of removed) if (as !== null) counts[as] += 1;
    this.count(row, counts);
    liveness.outdatePlans();
  }

  /** Remove those that another erasure, by attribute, has made dead: without that pair they would live again. */
  #removeDead({ serial }: DeletionRow, ids: readonly number[]): void {
    const { attributes, deletions } = this.parts;
    for (const [trackingId, dead] of attributes.deadBy(ids, serial)) {
      const row = deletions.find(trackingId);
      const matches = dead.map(({ id }): Match => ({ id, pair: null, as: "exact" }));
      if (row !== null) this.remove(row, matches);
    }
  }

  /** Add to a deletion's counts. Call it in a transaction. */
  count(row: DeletionRow, found: Partial<MatchCounts>): void {
    const { deletions } = this.parts;
    const before = countsOf(deletions.find(row.tracking_id) ?? row);
    const total = addCounts(before, found);
    deletions.countMatches(row.serial, JSON.stringify(total), matchedMappings(total));
  }
}

function idsIn(pairs: readonly { readonly id: number }[]): number[] {
  return [...new Set(pairs.map(({ id }) => id))];
}

/** A deletion's counts of matches. */
export function countsOf(row: DeletionRow): MatchCounts {
  return row.matches === null ? NO_MATCHES : (JSON.parse(row.matches) as MatchCounts);
}
