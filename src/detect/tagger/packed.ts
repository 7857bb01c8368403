// Rows of weights, packed so that one addition adds two tags and a row lies in one cache line.
//
// Lanes: `LANES` numbers per row, each with two tags, the even one in the lower half. A sum of 64 rows of weights up to 127
// stays below 2^15, so the halves never mix. Rows in the model's file are denser: the feature's bucket, then numbers of four
// bytes, each byte a weight plus 128.

import { FEATURE_BITS } from "./features.ts";
import { bucketOf, type Placement, slotOf } from "./hash.ts";
import { TAG_COUNT } from "./tags.ts";

/** Numbers in a row of sums. */
export const LANES = (TAG_COUNT + 1) >> 1;

/** Numbers in a row of the file: 16 bytes, so that no row crosses the border of a cache line. */
export const ROW_WORDS = 4;

/** Placement of the features' hashes. */
export const WEIGHT_PLACEMENT: Placement = { hashBits: FEATURE_BITS, slots: 2 ** 17 };

/** The rows of features. */
export interface FeatureRows {
  /** Number that moves the features of each bucket. */
  readonly moves: Uint16Array;
  /** `ROW_WORDS` numbers per slot; the weights of a free slot are 0. */
  readonly weights: Int32Array;
}

const BYTE_BIAS = 128;
/** Selects two of a number's four bytes: the first and the third. */
const EVEN_BYTES = 0x00ff00ff;
/** The bias on both halves of a lane. */
const LANE_BIAS = BYTE_BIAS * 65_536 + BYTE_BIAS;

/** Write the row of a feature in this bucket; its `TAG_COUNT` weights begin at `at`. */
export function packRow(
  bucket: number,
  weights: Int8Array,
  at: number,
  rows: Int32Array,
  slot: number,
): void {
  const byte = (tag: number) => BYTE_BIAS + (tag < TAG_COUNT ? (weights[at + tag] as number) : 0);
  const row = slot * ROW_WORDS;
  rows[row] = bucket;
  for (let word = 1; word < ROW_WORDS; word++) {
    const tag = (word - 1) * 4;
    rows[row + word] =
      byte(tag) | (byte(tag + 2) << 8) | (byte(tag + 1) << 16) | (byte(tag + 3) << 24);
  }
}

/** Make all slots free. */
export function clearRows(rows: Int32Array): void {
  const nothing = new Int8Array(TAG_COUNT);
  for (let slot = 0; slot < WEIGHT_PLACEMENT.slots; slot++) packRow(0, nothing, 0, rows, slot);
}

/**
 * Add the rows of the first `count` features to the row of lanes at `to`. No branch depends on whether a feature is known,
 * so the processor fetches all rows at once instead of one after another.
 */
export function addFeatures(
  { moves, weights }: FeatureRows,
  features: Int32Array,
  count: number,
  lanes: Int32Array,
  to: number,
): void {
  let known = 0;
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  for (let k = 0; k < count; k++) {
    const hash = features[k] as number;
    const bucket = bucketOf(hash, WEIGHT_PLACEMENT);
    const at = slotOf(hash, moves[bucket] as number, WEIGHT_PLACEMENT) * ROW_WORDS;
    // -1 if the row is the feature's, 0 if it is another's.
    const mask = (((weights[at] as number) ^ bucket) - 1) >> 31;
    const first = (weights[at + 1] as number) & mask;
    const second = (weights[at + 2] as number) & mask;
    const third = (weights[at + 3] as number) & mask;
    known -= mask;
    a += first & EVEN_BYTES;
    b += (first >>> 8) & EVEN_BYTES;
    c += second & EVEN_BYTES;
    d += (second >>> 8) & EVEN_BYTES;
    e += third & EVEN_BYTES;
    f += (third >>> 8) & EVEN_BYTES;
  }
  const bias = known * LANE_BIAS;
  lanes[to] = (lanes[to] as number) + a - bias;
  lanes[to + 1] = (lanes[to + 1] as number) + b - bias;
  lanes[to + 2] = (lanes[to + 2] as number) + c - bias;
  lanes[to + 3] = (lanes[to + 3] as number) + d - bias;
  lanes[to + 4] = (lanes[to + 4] as number) + e - bias;
  lanes[to + 5] = (lanes[to + 5] as number) + f - bias;
}

/** Write the sums of a row of lanes, one per tag, to `out` at `to`, which needs room for `2 * LANES`. */
export function unpackLanes(lanes: Int32Array, out: Int32Array, to: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const both = lanes[lane] as number;
    const low = (both << 16) >> 16;
    out[to + lane * 2] = low;
    out[to + lane * 2 + 1] = (both - low) >> 16;
  }
}
