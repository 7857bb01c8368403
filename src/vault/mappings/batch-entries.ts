// The distinct (value, kind) pairs of a batch. A repeated value is one entry, so it gets one mapping and one token;
// when it is repeated in another part of the batch, its mapping is found there.
import { prefixesOf } from "../../core/byte-slices.ts";
import type { EntityName } from "../../core/entities.ts";
import { PLAIN_KIND } from "../../tokens/kinds.ts";
import type { Stage } from "../../tokens/stages.ts";
import type { MaskBatch } from "../rpc.ts";

/** A value that needs a mapping, and what is known of that mapping so far. */
export interface BatchEntry {
  readonly value: string;
  readonly kind: number;
  /** Its index among the entries, in order of collection. */
  readonly index: number;
  /** 0 until a mapping is found or an id reserved. */
  id: number;
  created: number;
  keyVersion: number;
  /** Stages that produce the token of a new mapping; null for free-length tokens. */
  stages: readonly Stage[] | null;
  /** The token, when it is stored with the mapping; null when it is made from the id. */
  token: string | null;
  tokenDigest: Uint8Array<ArrayBuffer>;
  /** JSON texts of the attribute pairs to store with the mapping. */
  pairs: ReadonlySet<string>;
  /** Entity types to record with the mapping. */
  entities: ReadonlySet<EntityName>;
  /** Some occurrence of the value in the batch has no attributes. */
  isUsedWithoutPairs: boolean;
  /** Its mapping has attributes and, as far as is known, was never used without; for a new one: it gets attributes. */
  isOwned: boolean;
}

/** Entries of a batch, or of a part of it. */
export interface BatchEntries {
  /** Each entry at its index. */
  readonly all: readonly BatchEntry[];
  readonly byKind: ReadonlyMap<number, BatchEntry[]>;
  readonly ofValues: readonly BatchEntry[];
}

/** Attribute pairs of a part, without its last value's: making one takes 5 us, writing one 5 us (15 in large old tables). */
const MAX_PART_PAIRS = 2_000;

const NO_BYTES = new Uint8Array(0);
/** Shared by all entries without pairs, which are most. */
const NO_PAIRS: ReadonlySet<string> = new Set();
const NO_ENTITIES: ReadonlySet<EntityName> = new Set();

/** Collect the entries of a batch: in one part, or in several when its values have many attributes. */
export function* collectEntries(batch: MaskBatch): Generator<BatchEntries> {
  let from = 0;
  do {
    const part = collectPart(batch, from);
    from += part.ofValues.length;
    yield part;
  } while (from < batch.values.length);
}

function collectPart(batch: MaskBatch, from: number): BatchEntries {
  const all: BatchEntry[] = [];
  const byKind = new Map<number, BatchEntry[]>();
  const known = new Map<number, Map<string, BatchEntry>>();
  const ofValues: BatchEntry[] = [];
  let pairCount = 0;
  for (let i = from; i < batch.values.length && pairCount < MAX_PART_PAIRS; i++) {
    const value = batch.values[i] as string;
    const kind = batch.kinds[i] ?? 0;
    let ofKind = known.get(kind);
    if (ofKind === undefined) {
      ofKind = new Map();
      known.set(kind, ofKind);
      byKind.set(kind, []);
    }
    let entry = ofKind.get(value);
    if (entry === undefined) {
      entry = newEntry(value, kind, all.length);
      ofKind.set(value, entry);
      byKind.get(kind)?.push(entry);
      all.push(entry);
    }
    const attributes = batch.attributes[i] ?? null;
    const pairs = attributes === null ? [] : pairsOf(attributes);
    if (pairs.length === 0) entry.isUsedWithoutPairs = true;
    else entry.pairs = new Set([...entry.pairs, ...pairs]);
    const entity = batch.entities?.[i] ?? null;
    if (entity !== null && !entry.entities.has(entity)) {
      entry.entities = new Set([...entry.entities, entity]);
    }
    pairCount += pairs.length;
    ofValues.push(entry);
  }
  return { all, byKind, ofValues };
}

/**
 * Sort entries by their digests, in place, so that lookups and writes in index order visit each page of the index once.
 * Compares 32 bits only: a nearly sorted order is as good. `digests` has all the batch's digests, by entry index.
 */
export function sortByDigest(entries: BatchEntry[], digests: Uint8Array): void {
  const prefixes = prefixesOf(digests);
  entries.sort((a, b) => (prefixes[a.index] ?? 0) - (prefixes[b.index] ?? 0));
}

/** Consecutive entries of the same kind and `orderOf`, as groups. */
export function* groupsOfKind(
  entries: readonly BatchEntry[],
): Generator<readonly [BatchEntry, ...BatchEntry[]]> {
  for (let from = 0; from < entries.length; ) {
    const first = entries[from] as BatchEntry;
    let to = from + 1;
    while (to < entries.length && goTogether(first, entries[to] as BatchEntry)) to++;
    yield [first, ...entries.slice(from + 1, to)];
    from = to;
  }
}

function goTogether(a: BatchEntry, b: BatchEntry): boolean {
  return a.kind === b.kind && orderOf(a) === orderOf(b);
}

/** Insertion order of a kind's new entries: first those whose token is stored with the mapping. */
export function orderOf({ stages }: BatchEntry): number {
  return stages === null ? 1 : 0;
}

function newEntry(value: string, kind: number, index: number): BatchEntry {
  return {
    value,
    kind,
    index,
    id: 0,
    created: 0,
    keyVersion: 0,
    stages: null,
    token: null,
    tokenDigest: NO_BYTES,
    pairs: NO_PAIRS,
    entities: NO_ENTITIES,
    isUsedWithoutPairs: false,
    isOwned: false,
  };
}

/** `[key, value]` of each member of an attributes object; anything else is one pair without a key. */
function pairsOf(attributes: string): string[] {
  const parsed: unknown = JSON.parse(attributes);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return [JSON.stringify(["", parsed])];
  }
  return Object.entries(parsed).map((pair) => JSON.stringify(pair));
}

/** Whether the value is used both with attributes and without: an erasure by attribute must then keep its mapping. */
export const addsUseWithoutPairs = ({ pairs, isUsedWithoutPairs, isOwned }: BatchEntry) =>
  pairs.size > 0 ? isUsedWithoutPairs || !isOwned : isOwned;
/** Whether the value comes with attributes. */
export const hasPairs = ({ pairs }: BatchEntry) => pairs.size > 0;
/** Whether its token is minted and stored with the mapping. */
export const isFixedShape = ({ stages }: BatchEntry) => stages !== null;
/** Whether the token is made from the id. Texts that auto-detect left unchanged have no token. */
export const isMadeFromId = ({ token, kind }: BatchEntry) => token === null && kind !== PLAIN_KIND;
