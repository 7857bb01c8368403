// Finds mappings by the digests of their values, which are stored blinded: under one version, or, while digests move
// from an older version to a newer one (vault/erasure/index-renewer.ts), under either.

import { DIGEST_BYTES, digestsAt } from "../../core/byte-slices.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { FoundMapping } from "../store/mappings.ts";

/** Judge the mappings with these digests (not blinded) before a look-up, while pairs are being erased. Prepare blindings. */
export function prepareToFind(
  { matchStore, blindings, liveness, verdicts }: NamespaceBase,
  digests: Uint8Array<ArrayBuffer>,
): Promise<void> {
  return verdicts.prepare(() =>
    matchStore.byDigest(
      blindings.inUse.map((blinding) => blinding.blind(digests)),
      { after: liveness.watermark, upTo: Number.MAX_SAFE_INTEGER, limit: Number.MAX_SAFE_INTEGER },
    ),
  );
}

/**
 * Live mappings (ids above `watermark`) of a kind with these digests, concatenated and not blinded; `stored` are the
 * same digests under the newest blinding. Synchronous; blindings must be prepared.
 */
export function findByDigest(
  { mappings, blindings }: Pick<NamespaceBase, "mappings" | "blindings">,
  kind: number,
  digests: Uint8Array<ArrayBuffer>,
  watermark: number,
  stored = blindings.newest.blind(digests),
): FoundMapping[] {
  const found = mappings.find(kind, stored, watermark);
  const count = digests.length / DIGEST_BYTES;
  const { older } = blindings;
  if (older === null || found.length === count) return found;
  const known = new Set(found.map(({ position }) => position));
  const others = Array.from({ length: count }, (_, i) => i).filter((i) => !known.has(i));
  for (const row of mappings.find(kind, older.blind(digestsAt(digests, others)), watermark)) {
    found.push({ ...row, position: others[row.position] as number });
  }
  return found;
}
