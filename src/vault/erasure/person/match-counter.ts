// Counts what an erasure by value, token or attribute would remove, in slices and by the erasure's own rules. Changes
// nothing and stores nothing of what it finds.

import { addCounts, type MatchCounts, NO_MATCHES } from "../../../erasure/search.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { Matcher } from "./matcher.ts";
import { PairSearch } from "./pair-search.ts";
import {
  exactMatches,
  judgeValues,
  type Match,
  type SearchSlice,
  searchValues,
} from "./value-search.ts";

/** A limit above the exact matches of any request (1,000 values, each under many kinds). */
const ALL = 1_000_000;

/** The counts of one slice; `last` as in SearchSlice. */
export interface CountedSlice extends Pick<SearchSlice, "last" | "quarantined"> {
  readonly counts: MatchCounts;
}

/** Counts the matches of one search. */
export class MatchCounter {
  readonly #base: NamespaceBase;
  readonly #matcher: Matcher;
  /** Ids of living mappings whose value matches exactly. */
  readonly #exact: ReadonlySet<number>;

  private constructor(base: NamespaceBase, matcher: Matcher, exact: readonly number[]) {
    this.#base = base;
    this.#matcher = matcher;
    this.#exact = new Set(exact);
  }

  /** Make the counter of a search, and find its exact matches. */
  static async of(base: NamespaceBase, matcher: Matcher): Promise<MatchCounter> {
    const exact = await livingOf(base, exactMatches(base, matcher.search, ALL));
    return new MatchCounter(base, matcher, exact);
  }

  /** The counts before the first slice: the exact matches. */
  get start(): MatchCounts {
    return { ...NO_MATCHES, exact: this.#exact.size };
  }

  /** Count one slice of the phase `values`, after an id. */
  async values(after: number): Promise<CountedSlice> {
    const { last, matches, quarantined } = await searchValues(this.#base, this.#matcher, after);
    return { last, counts: await this.#countsOf(matches, new Set()), quarantined };
  }

  /** Count one slice of the phase `pairs`, after an id, without the pairs of mappings that would be removed as a whole. */
  async pairs(after: number): Promise<CountedSlice> {
    let counts = NO_MATCHES;
    const count = async (matches: readonly Match[]): Promise<void> => {
      counts = addCounts(counts, await this.#countsOf(matches, await this.#going(matches)));
    };
    const { last, matches, quarantined } = await new PairSearch(this.#base, this.#matcher).slice(
      after,
      count,
    );
    await count(matches);
    return { last, counts, quarantined };
  }

  async #countsOf(matches: readonly Match[], going: ReadonlySet<number>): Promise<MatchCounts> {
    const living = new Set(await livingOf(this.#base, idsOf(matches)));
    let counts = NO_MATCHES;
    for (const { id, as } of matches) {
      if (as === null || !living.has(id) || this.#exact.has(id) || going.has(id)) continue;
      counts = addCounts(counts, { [as]: 1 });
    }
    return counts;
  }

  /** Mappings of matching pairs whose values match, too, so that the erasure would remove them as a whole. */
  async #going(matches: readonly Match[]): Promise<Set<number>> {
    if (this.#matcher.search.pair !== null) return new Set();
    const { mappings, liveness, verdicts } = this.#base;
    const ids = idsOf(matches);
    await verdicts.prepare(() => ids);
    const rows = mappings.byId(ids, liveness.watermark);
    const { matches: ofValues } = await judgeValues(this.#base, this.#matcher, rows);
    return new Set(idsOf(ofValues));
  }
}

async function livingOf(
  { matchStore, verdicts }: NamespaceBase,
  ids: readonly number[],
): Promise<number[]> {
  await verdicts.prepare(() => ids);
  return matchStore.living(ids);
}

function idsOf(matches: readonly Match[]): number[] {
  return [...new Set(matches.map(({ id }) => id))];
}
