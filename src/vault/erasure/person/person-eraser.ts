// Removes what an erasure by value, token or attribute finds. Exact matches go before the request is
// answered; the rest slice by slice. What goes and what is counted commit together, and every removed
// mapping is remembered for the closing ledger entry, so that a restored copy can repeat it.

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
import type { DeletionRow } from "../../store/deletions.ts";
import { pairKey } from "../../store/matches.ts";
import type { Match } from "./value-search.ts";

/** Mappings one block removes. */
const MAPPINGS_PER_BLOCK = 500;

/** Removes the matches of one namespace's searches. */
export class PersonEraser extends NamespacePart {
  /** Ids of at most `limit` exact matches there are now behind an id. */
  exact(search: Search, limit: number, behind = 0): number[] {
    const { matchStore, liveness } = this.parts;
    const within = { after: Math.max(behind, liveness.watermark), upTo: search.upTo, limit };
    if (search.pair !== null) {
      const { digest, name } = search.pair;
      return matchStore.byPair({ digest: fromHex(digest), name: fromHex(name) }, within);
    }
    return search.digests.length === 0
      ? []
      : matchStore.byDigest(search.digests.map(fromHex), within);
  }

  /** Remove the exact matches of a deletion. Can be done again: what is gone is not found twice. */
  async eraseExact(row: DeletionRow, search: Search): Promise<void> {
    let behind = 0;
    for (;;) {
      const ids = this.exact(search, MAPPINGS_PER_BLOCK, behind);
      if (ids.length === 0) return;
      const matches = ids.map((id): Match => ({ id, pair: null, as: "exact" }));
      this.parts.storage.transactionSync(() => this.remove(row, matches));
      // Mappings found by a pair come in order; those of other holders are not looked at again.
      if (search.pair !== null) behind = ids.at(-1) ?? behind;
      if (TEST_BUILD) await failpoint("delete.exact");
      else await scheduler.wait(0);
    }
  }

  /**
   * Remove matches and count them; belongs into a transaction. What is gone already is not counted
   * again.
   */
  remove(row: DeletionRow, matches: readonly Match[]): void {
    const { matchStore, liveness } = this.parts;
    if (matches.length === 0) return;
    const whole = matches.filter(({ pair }) => pair === null);
    const pairs = matches.flatMap(({ id, pair }) => (pair === null ? [] : [{ id, pair }]));
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

  /** Add to a deletion's counts; belongs into a transaction. */
  count(row: DeletionRow, found: Partial<MatchCounts>): void {
    const { deletions } = this.parts;
    const before = countsOf(deletions.find(row.tracking_id) ?? row);
    const total = addCounts(before, found);
    deletions.countMatches(row.serial, JSON.stringify(total), matchedMappings(total));
  }
}

/** A deletion's counts of matches. */
export function countsOf(row: DeletionRow): MatchCounts {
  return row.matches === null ? NO_MATCHES : (JSON.parse(row.matches) as MatchCounts);
}
