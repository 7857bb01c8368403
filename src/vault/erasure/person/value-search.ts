// Looks through the values of a namespace for what a search looks for. Reads only; whoever asked
// removes what was found, in a block of its own.

import { byteSlicesOf } from "../../../core/byte-slices.ts";
import { fromHex, fromUtf8Slices } from "../../../crypto/encoding.ts";
import type { MatchCounts, Search } from "../../../erasure/search.ts";
import { openReadable, placesOfValues } from "../../mappings/open-rows.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { StoredMapping } from "../../store/mappings.ts";
import type { Matcher } from "./matcher.ts";

/** Mappings one slice opens. */
const MAPPINGS_PER_SLICE = 200;

/** A mapping, or one pair of it, and what it counts as. */
export interface Match {
  readonly id: number;
  /** Digest of the pair, marked, when only that is to go. */
  readonly pair: Uint8Array<ArrayBuffer> | null;
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

/** Ids of at most `limit` mappings there are now whose value matches exactly, under whatever kind. */
export function exactMatches(
  { matchStore, blindings, liveness }: NamespaceBase,
  { digests, upTo }: Search,
  limit: number,
): number[] {
  if (digests.length === 0) return [];
  const within = { after: liveness.watermark, upTo, limit };
  const bytes = byteSlicesOf(digests.map(fromHex)).bytes;
  return matchStore.byDigest(
    blindings.inUse.map((blinding) => blinding.blind(bytes)),
    within,
  );
}

/** The next mappings behind an id, their values compared. */
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
    const judged = await judgeValues(base, matcher, rows);
    if (judged.quarantined > 0 && liveness.epoch !== epoch) continue;
    return { last: rows.at(-1)?.id ?? null, ...judged };
  }
}

/** Which of these mappings have values that match. */
export async function judgeValues(
  base: NamespaceBase,
  matcher: Matcher,
  rows: readonly StoredMapping[],
): Promise<Omit<SearchSlice, "last">> {
  const readable = await openReadable(base.keyring, rows, placesOfValues(base));
  const verdicts = await matcher.match(fromUtf8Slices(readable.opened));
  const matches = readable.rows.flatMap(({ id }, i): Match[] => {
    const verdict = verdicts[i] ?? null;
    return verdict === null ? [] : [{ id, pair: null, as: verdict }];
  });
  return { matches, quarantined: rows.length - readable.rows.length };
}
