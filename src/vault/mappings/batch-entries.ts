// The distinct (value, kind) pairs of a batch. The same value twice in one batch is one slot, so it
// gets one mapping and one token.
import { digestsAt, prefixesOf } from "../../core/byte-slices.ts";
import type { Stage } from "../../tokens/stages.ts";
import type { MaskBatch } from "../rpc.ts";
import { placesInOrder } from "./digest-order.ts";

/** A value that needs a mapping, and what is known of that mapping so far. */
export interface BatchEntry {
  readonly value: string;
  readonly kind: number;
  /** Its number among the slots, in the order they were collected. */
  readonly place: number;
  /** 0 until a mapping is found or an id reserved. */
  id: number;
  created: number;
  keyVersion: number;
  /** Where the token of a new mapping comes from; null for free-length tokens. */
  stages: readonly Stage[] | null;
  /** The token, where it is kept with the mapping. */
  token: string | null;
  /** What the answer gives. */
  shown: string;
  /** Digest of a token minted now. */
  tokenDigest: Uint8Array<ArrayBuffer>;
  /** JSON texts of the attribute pairs to keep with the mapping. */
  pairs: ReadonlySet<string>;
}

/** Slots of a batch; `slotOf[i]` is the slot of the i-th value. */
export interface Slots {
  /** Each at its place. */
  readonly all: readonly BatchEntry[];
  readonly byKind: ReadonlyMap<number, BatchEntry[]>;
  readonly slotOf: readonly BatchEntry[];
}

const NO_BYTES = new Uint8Array(0);
/** A slot's place. Here, and not where it is used: V8 would compile it anew for every batch. */
export const placeOf = ({ place }: BatchEntry): number => place;
/** One for all slots without: most have none. */
const NO_PAIRS: ReadonlySet<string> = new Set();

/** Collect the slots of a batch. */
export function collectSlots(batch: MaskBatch): Slots {
  const all: BatchEntry[] = [];
  const byKind = new Map<number, BatchEntry[]>();
  const known = new Map<number, Map<string, BatchEntry>>();
  const slotOf: BatchEntry[] = [];
  for (let i = 0; i < batch.values.length; i++) {
    const value = batch.values[i] as string;
    const kind = batch.kinds[i] ?? 0;
    let ofKind = known.get(kind);
    if (ofKind === undefined) {
      ofKind = new Map();
      known.set(kind, ofKind);
      byKind.set(kind, []);
    }
    let slot = ofKind.get(value);
    if (slot === undefined) {
      slot = newSlot(value, kind, all.length);
      ofKind.set(value, slot);
      byKind.get(kind)?.push(slot);
      all.push(slot);
    }
    const attributes = batch.attributes[i] ?? null;
    if (attributes !== null) slot.pairs = new Set([...slot.pairs, ...pairsOf(attributes)]);
    slotOf.push(slot);
  }
  return { all, byKind, slotOf };
}

/** Put slots in the order of their digests, in place; `digests` has those of all slots, in the order of their places. */
export function sortByDigest(slots: BatchEntry[], digests: Uint8Array): void {
  const unsorted = slots.slice();
  const places = placesInOrder(prefixesOf(digestsAt(digests, unsorted.map(placeOf))));
  for (let i = 0; i < places.length; i++) slots[i] = unsorted[places[i] as number] as BatchEntry;
}

function newSlot(value: string, kind: number, place: number): BatchEntry {
  return {
    value,
    kind,
    place,
    id: 0,
    created: 0,
    keyVersion: 0,
    stages: null,
    token: null,
    shown: "",
    tokenDigest: NO_BYTES,
    pairs: NO_PAIRS,
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

/** Runs of equal kind, all with a token or all without, in a list that stands in that order. */
export function* runsOfKind(slots: readonly BatchEntry[]): Generator<readonly BatchEntry[]> {
  for (let from = 0; from < slots.length; ) {
    let to = from;
    while (to < slots.length && goTogether(slots[from], slots[to])) to++;
    yield slots.slice(from, to);
    from = to;
  }
}

function goTogether(a: BatchEntry | undefined, b: BatchEntry | undefined): boolean {
  return a?.kind === b?.kind && (a?.token == null) === (b?.token == null);
}
