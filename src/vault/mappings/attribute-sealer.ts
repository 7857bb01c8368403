// Seals the attribute pairs of a batch, and makes the digests for finding them.

import { byteSlicesOf, digestsBetween, viewsOf } from "../../core/byte-slices.ts";
import { dayOf } from "../../core/time.ts";
import { utf8Slices } from "../../crypto/encoding.ts";
import { inPortions } from "../../platform/yield-to-callers.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { NewAttribute } from "../store/attributes.ts";
import type { BatchEntry } from "./batch-entries.ts";

interface Pair {
  readonly entry: BatchEntry;
  /** JSON text of the name and value. */
  readonly text: string;
}

/**
 * Seal the pairs of entries whose mappings were found or reserved, under the key of the mapping's day, so that they
 * become unreadable along with the mapping. Null when such a key has just been destroyed.
 */
export async function sealAttributes(
  base: NamespaceBase,
  entries: readonly BatchEntry[],
): Promise<NewAttribute[] | null> {
  const pairs = entries.flatMap((entry) => Array.from(entry.pairs, (text) => ({ entry, text })));
  let attributes: NewAttribute[] = [];
  let hasLostKey = false;
  await inPortions(
    pairs,
    async (portion) => {
      for (const ofKey of Map.groupBy(portion, keyName).values()) {
        const sealed = await sealPairs(base, ofKey);
        if (sealed === null) hasLostKey = true;
        else attributes = attributes.concat(sealed);
      }
    },
    lettersOf,
  );
  return hasLostKey ? null : attributes;
}

const lettersOf = ({ text }: Pair) => text.length;

/** Seal pairs whose mappings share one day key. */
async function sealPairs(
  { keyring, blindings, context }: NamespaceBase,
  pairs: readonly Pair[],
): Promise<NewAttribute[] | null> {
  const { created, keyVersion } = (pairs[0] as Pair).entry;
  const key = await keyring.dayKey(dayOf(created), keyVersion);
  if (key === null) return null;
  const texts = pairs.map(({ text }) => text);
  const names = texts.map((text) => (JSON.parse(text) as [string, unknown])[0]);
  const distinct = [...new Set(names)];
  const nameDigests = await keyring.digestAll("attribute-name", distinct);
  const digests = byteSlicesOf(await keyring.digestAll("attribute", texts)).bytes;
  const contextOf = (i: number) => context("attribute", pairs[i]?.entry.id ?? 0);
  const sealed = viewsOf(await key.seal(utf8Slices(texts), contextOf));
  await blindings.prepare(pairs.length);
  const { newest } = blindings;
  const stored = newest.blind(digests);
  const digestOfName = new Map(
    distinct.map((name, i) => [name, newest.blindMarked(nameDigests[i] ?? NO_BYTES)]),
  );
  return pairs.map(({ entry }, i) => ({
    mappingId: entry.id,
    digest: digestsBetween(stored, i, i + 1),
    nameDigest: digestOfName.get(names[i] ?? "") ?? NO_BYTES,
    keyVersion: entry.keyVersion,
    sealed: sealed[i] ?? NO_BYTES,
  }));
}

const NO_BYTES = new Uint8Array(0);

/** Identifies the day key of a pair's mapping. */
function keyName({ entry }: Pair): string {
  return `${dayOf(entry.created)}.${entry.keyVersion}`;
}
