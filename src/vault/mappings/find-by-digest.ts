// Finding mappings by the digests of their values, which are stored blinded: under one version, or under either of two
// while those of the older one go over to the newer (vault/erasure/index-renewer.ts).

import { DIGEST_BYTES, digestsAt } from "../../core/byte-slices.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { FoundMapping } from "../store/mappings.ts";

/**
 * Have mappings with these digests, not blinded and of whatever kind, judged before they are looked up. Costs nothing while no
 * erasure by attribute is under way; blindings must be prepared.
 */
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
 * Living mappings (with ids above `watermark`) of a kind with these digests, which stand end to end and are not blinded;
 * `stored` are the same as the newest blinding has them. Synchronous; blindings must be prepared.
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
