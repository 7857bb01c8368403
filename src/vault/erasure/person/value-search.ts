// Looks through the values of a namespace for what a search looks for. Reads only; whoever asked
// removes what was found, in a block of its own.

import type { MatchCounts } from "../../../erasure/search.ts";
import { openValues } from "../../mappings/open-rows.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { Matcher } from "./matcher.ts";

/** Mappings one slice opens. */
const MAPPINGS_PER_SLICE = 200;

/** A mapping, or one pair of it, and what it counts as. */
export interface Match {
  readonly id: number;
  /** Digest of the pair when only that is to go. */
  readonly pair: ArrayBuffer | null;
  /** Null for one more pair of a mapping that is counted already. */
  readonly as: keyof MatchCounts | null;
}

/** What one slice found; `last` is the id it came to, null when there is nothing behind it. */
export interface SearchSlice {
  readonly last: number | null;
  readonly matches: readonly Match[];
}

/** The next living mappings behind an id, their values compared. */
export async function searchValues(
  base: NamespaceBase,
  matcher: Matcher,
  after: number,
): Promise<SearchSlice> {
  const { erasure, liveness } = base;
  for (;;) {
    const { epoch } = liveness;
    const from = Math.max(after, liveness.watermark);
    const rows = erasure.survivors(from, matcher.search.upTo, MAPPINGS_PER_SLICE);
    const values = await openValues(base, rows);
    if (values === null) {
      if (liveness.epoch !== epoch) continue;
      throw new Error("day key of a live mapping is missing");
    }
    const verdicts = await matcher.match(values);
    const matches = rows.flatMap(({ id }, i): Match[] => {
      const verdict = verdicts[i] ?? null;
      return verdict === null ? [] : [{ id, pair: null, as: verdict }];
    });
    return { last: rows.at(-1)?.id ?? null, matches };
  }
}
