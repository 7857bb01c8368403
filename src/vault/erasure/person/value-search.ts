// Looks through the values of a namespace for what a search looks for. Reads only; whoever asked
// removes what was found, in a block of its own.

import { fromUtf8Slices } from "../../../crypto/encoding.ts";
import type { MatchCounts } from "../../../erasure/search.ts";
import { openReadable, placesOfValues } from "../../mappings/open-rows.ts";
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
  /** Rows that do not open: whether they match nobody can tell, so they stay. */
  readonly quarantined: number;
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
    const readable = await openReadable(base.keyring, rows, placesOfValues(base));
    const quarantined = rows.length - readable.rows.length;
    if (quarantined > 0 && liveness.epoch !== epoch) continue;
    const verdicts = await matcher.match(fromUtf8Slices(readable.opened));
    const matches = readable.rows.flatMap(({ id }, i): Match[] => {
      const verdict = verdicts[i] ?? null;
      return verdict === null ? [] : [{ id, pair: null, as: verdict }];
    });
    return { last: rows.at(-1)?.id ?? null, matches, quarantined };
  }
}
