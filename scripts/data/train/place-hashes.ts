// Finds the numbers by which buckets of hashes are moved so that no two hashes share a slot
// (src/detect/tagger/hash.ts).

import { BUCKETS, bucketOf, type Placement, slotOf } from "../../../src/detect/tagger/hash.ts";

/** The move of each bucket. Throws when the slots are too few. Equal hashes give equal moves. */
export function placeHashes(hashes: Int32Array, placement: Placement): Uint16Array<ArrayBuffer> {
  const buckets: number[][] = Array.from({ length: BUCKETS }, () => []);
  for (const hash of hashes) (buckets[bucketOf(hash, placement)] as number[]).push(hash);
  const isTaken = new Uint8Array(placement.slots);
  const moves = new Uint16Array(BUCKETS);
  // The fullest first: they are the hardest to place.
  const order = buckets.map((_, bucket) => bucket).filter((bucket) => sizeOf(bucket) > 0);
  order.sort((a, b) => sizeOf(b) - sizeOf(a) || a - b);
  for (const bucket of order) {
    const own = buckets[bucket] as number[];
    const moved = firstMove(own, isTaken, placement);
    for (const hash of own) isTaken[slotOf(hash, moved, placement)] = 1;
    moves[bucket] = moved;
  }
  return moves;

  function sizeOf(bucket: number): number {
    return (buckets[bucket] as number[]).length;
  }
}

/** Moves are tried in an order that leads all over the table, or its beginning would fill first. */
const STRIDE = 40_503;

function firstMove(own: readonly number[], isTaken: Uint8Array, placement: Placement): number {
  for (let tried = 0; tried < BUCKETS; tried++) {
    const moved = (tried * STRIDE) % BUCKETS;
    if (own.every((hash) => isTaken[slotOf(hash, moved, placement)] === 0)) return moved;
  }
  throw new Error("too few slots for so many hashes");
}
