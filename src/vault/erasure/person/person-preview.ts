// The dry run of an erasure by value, token or attribute: what would be found, counted, nothing touched.

import { addCounts, matchedMappings, NO_MATCHES, type Search } from "../../../erasure/search.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { PersonPreview, PersonQuery } from "../../rpc.ts";
import { PairSearch } from "./pair-search.ts";
import type { PersonEraser } from "./person-eraser.ts";
import type { Searches } from "./searches.ts";
import { type SearchSlice, searchValues } from "./value-search.ts";

/** More exact matches than one request can name (1,000 values, each under many kinds). */
const ALL = 1_000_000;

interface Parts extends NamespaceBase {
  readonly searches: Searches;
  readonly eraser: PersonEraser;
}

/** What an erasure would find now, jobs left out: they end by themselves within a day. */
export async function previewPerson(base: Parts, person: PersonQuery): Promise<PersonPreview> {
  const { searches, eraser, ids } = base;
  const search: Search = {
    ...(await searches.of(person)),
    upTo: ids.last,
    serial: Number.MAX_SAFE_INTEGER,
  };
  const matcher = await searches.matcherOf(search);
  const exact = new Set(eraser.exact(search, ALL));
  let counts = { ...NO_MATCHES, exact: exact.size };
  const going = new Set(exact);
  const add = async (slice: (after: number) => Promise<SearchSlice>): Promise<void> => {
    for (let after = 0; ; ) {
      const { last, matches } = await slice(after);
      for (const { id, as } of matches) {
        if (as === null || going.has(id)) continue;
        if (as === "normalised" || as === "contained") going.add(id);
        counts = addCounts(counts, { [as]: 1 });
      }
      if (last === null) break;
      after = last;
      await scheduler.wait(0);
    }
  };
  if (search.pair === null) await add((after) => searchValues(base, matcher, after));
  const pairSearch = new PairSearch(base, matcher);
  await add((after) => pairSearch.slice(after));
  return { mappings: matchedMappings(counts), matches: counts };
}
