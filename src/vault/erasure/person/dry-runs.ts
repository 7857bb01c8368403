// Dry runs of erasures by value, token or attribute. A small namespace is counted before the answer. A large one is counted
// slice by slice like an erasure, with a row in the table of deletions. A dry run affects nothing else, a legal hold does
// not stop it, and its search is deleted when it ends.

import { newTrackingId } from "../../../core/ids.ts";
import { MAX_INLINE_DRY_RUN_ROWS, MAX_OPEN_DELETIONS } from "../../../core/limits.ts";
import { err, ok } from "../../../core/result.ts";
import { DAY_MS } from "../../../core/time.ts";
import { phaseAfter } from "../../../erasure/deletion.ts";
import { addCounts, matchedMappings, type SearchTerms } from "../../../erasure/search.ts";
import { yieldToCallers } from "../../../platform/yield-to-callers.ts";
import type { PersonPreview, PersonQuery, StartedDryRun } from "../../deletion-rpc.ts";
import { NamespacePart } from "../../namespace-base.ts";
import type { Reply } from "../../rpc.ts";
import type { DeletionRow } from "../../store/deletion-row.ts";
import type { DeletionViews } from "../deletion-views.ts";
import { type CountedSlice, MatchCounter } from "./match-counter.ts";
import { countsOf } from "./person-eraser.ts";
import type { SearchTermsMaker } from "./search-terms.ts";
import type { Searches } from "./searches.ts";

/** Shortest time for which an ended dry run can be read. */
const KEPT_MS = DAY_MS;

/** Does the dry runs of one namespace. */
export class DryRuns extends NamespacePart<{
  readonly searches: Searches;
  readonly searchTerms: SearchTermsMaker;
  readonly views: DeletionViews;
}> {
  /** The counter of the dry run whose slice ran last. Serial numbers of forgotten dry runs are used again. */
  #current: { readonly trackingId: string; readonly counter: MatchCounter } | null = null;

  /**
   * Count what an erasure would find now, without jobs, which end by themselves within a day. In a large namespace, start a
   * dry run and give its tracking id. Fails with `too_many_deletions`.
   */
  async run(person: PersonQuery, userId: string): Promise<Reply<PersonPreview | StartedDryRun>> {
    const { searches, searchTerms, ids, erasure } = this.parts;
    const terms = await searchTerms.of(person);
    if (erasure.hasMoreRowsThan(MAX_INLINE_DRY_RUN_ROWS)) return this.#begin(person, terms, userId);
    const search = { ...terms, upTo: ids.last, serial: Number.MAX_SAFE_INTEGER };
    const counter = await MatchCounter.of(this.parts, await searches.matcherOf(search));
    let counts = counter.start;
    for (const phase of ["values", "pairs"] as const) {
      if (phase === "values" && person.target === "attribute") continue;
      for (let after: number | null = 0; after !== null; ) {
        const slice: CountedSlice = await counter[phase](after);
        counts = addCounts(counts, slice.counts);
        after = slice.last;
        await yieldToCallers();
      }
    }
    return ok({ mappings: matchedMappings(counts), matches: counts });
  }

  /** Run one slice of a dry run. */
  async slice(row: DeletionRow): Promise<void> {
    const { storage, deletions, clock } = this.parts;
    const counter = await this.#counterOf(row);
    const count = row.phase === "values" ? counter.values(row.cursor) : counter.pairs(row.cursor);
    const { last, counts, quarantined } = await count;
    const total = addCounts(row.matches === null ? counter.start : countsOf(row), counts);
    storage.transactionSync(() => {
      deletions.countMatches(row.serial, JSON.stringify(total), matchedMappings(total));
      deletions.advance(row, last, { quarantined });
      const isOver = last === null && phaseAfter(row.target, row.phase) !== "pairs";
      if (isOver) deletions.endDryRun(row.serial, clock());
    });
  }

  async #begin(
    { target }: PersonQuery,
    terms: SearchTerms,
    userId: string,
  ): Promise<Reply<StartedDryRun>> {
    const { deletions, searches, views, random, clock, ids } = this.parts;
    const accepted = clock();
    const requester = await views.sealRequester(userId, accepted);
    const search = await searches.seal(terms, accepted);
    const trackingId = newTrackingId(random, accepted);
    if (deletions.countDryRuns() >= MAX_OPEN_DELETIONS) return err({ code: "too_many_deletions" });
    deletions.forgetDryRuns(accepted - KEPT_MS);
    const of = {
      trackingId,
      target,
      requester,
      cutoff: null,
      cutoffId: ids.last,
      accepted,
      search,
    };
    deletions.beginDryRun(of);
    return ok({ trackingId });
  }

  async #counterOf(row: DeletionRow): Promise<MatchCounter> {
    if (this.#current?.trackingId !== row.tracking_id) {
      const { searches } = this.parts;
      const search = { ...(await searches.open(row)), serial: Number.MAX_SAFE_INTEGER };
      const counter = await MatchCounter.of(this.parts, await searches.matcherOf(search));
      this.#current = { trackingId: row.tracking_id, counter };
    }
    return this.#current.counter;
  }
}
