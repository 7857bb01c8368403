// Searches the values of a namespace for matches of a search. Reads only; the caller removes the matches.

import { byteSlicesOf } from "../../../core/byte-slices.ts";
import { fromHex, fromUtf8Slices } from "../../../crypto/encoding.ts";
import type { MatchCounts, Search } from "../../../erasure/search.ts";
import { openReadable, valueSealBinding } from "../../mappings/open-rows.ts";
import type { NamespaceBase } from "../../namespace-base.ts";
import type { StoredMapping } from "../../store/mappings.ts";
import type { Matcher } from "./matcher.ts";

const MAPPINGS_PER_SLICE = 200;

/** A matching mapping, or one matching pair of it, and the count it adds to. */
export interface Match {
  readonly id: number;
  /** Marked digest of the pair, when only that is to be removed; null for the whole mapping. */
  readonly pair: Uint8Array<ArrayBuffer> | null;
  /** Null for a further pair of a mapping that was counted already. */
  readonly as: keyof MatchCounts | null;
}

/** What one slice found; `last` is the last id it searched, null when it found no more rows to search. */
export interface SearchSlice {
  readonly last: number | null;
  readonly matches: readonly Match[];
  /** Number of rows that do not open: whether they match is unknown, so they stay. */
  readonly quarantined: number;
}

/** Ids of at most `limit` stored mappings, of any kind, whose value matches exactly. Blindings must be prepared. */
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

/** Search the values of the next mappings after an id. */
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

/** The matches among these mappings' values, and the number of rows that do not open. */
export async function judgeValues(
  base: NamespaceBase,
  matcher: Matcher,
  rows: readonly StoredMapping[],
): Promise<Omit<SearchSlice, "last">> {
  const readable = await openReadable(base.keyring, rows, valueSealBinding(base));
  const verdicts = await matcher.match(fromUtf8Slices(readable.opened));
  const matches = readable.rows.flatMap(({ id }, i): Match[] => {
    const verdict = verdicts[i] ?? null;
    return verdict === null ? [] : [{ id, pair: null, as: verdict }];
  });
  return { matches, quarantined: rows.length - readable.rows.length };
}
