// Weights of two tags in one whole number, so that one addition adds both: the first in the lower half,
// the second in the upper. A sum of 64 rows of weights up to 127 stays below 2^15, so halves never mix.

import { TAG_COUNT } from "./tags.ts";

/** Numbers of a row. */
export const LANES = (TAG_COUNT + 1) >> 1;

/** Write `count` rows of `TAG_COUNT` weights as packed rows. */
export function packWeights(weights: Int8Array, count: number, rows: Int32Array): void {
  for (let i = 0; i < count; i++) {
    for (let lane = 0; lane < LANES; lane++) {
      const at = i * TAG_COUNT + lane * 2;
      const high = lane * 2 + 1 < TAG_COUNT ? (weights[at + 1] as number) : 0;
      rows[i * LANES + lane] = high * 65536 + (weights[at] as number);
    }
  }
}

/** Add the packed rows that begin at the first `count` numbers of `from`; the sum becomes the row at `to`. */
export function sumRows(rows: Int32Array, from: Int32Array, count: number, to: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    let sum = 0;
    for (let k = 0; k < count; k++) sum = (sum + (rows[(from[k] as number) + lane] as number)) | 0;
    rows[to + lane] = sum;
  }
}

/**
 * Add the packed rows that begin at the first `count` numbers of `from`, and write the sums of all tags
 * to `out` at `to`. Written out lane by lane: this is where tagging spends its time.
 */
export function addRows(
  rows: Int32Array,
  from: Int32Array,
  count: number,
  out: Int32Array,
  to: number,
): void {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  let i = 0;
  for (let k = 0; k < count; k++) {
    const at = from[k] as number;
    a = (a + (rows[at] as number)) | 0;
    b = (b + (rows[at + 1] as number)) | 0;
    c = (c + (rows[at + 2] as number)) | 0;
    d = (d + (rows[at + 3] as number)) | 0;
    e = (e + (rows[at + 4] as number)) | 0;
    f = (f + (rows[at + 5] as number)) | 0;
    g = (g + (rows[at + 6] as number)) | 0;
    h = (h + (rows[at + 7] as number)) | 0;
    i = (i + (rows[at + 8] as number)) | 0;
  }
  unpack(a, out, to);
  unpack(b, out, to + 2);
  unpack(c, out, to + 4);
  unpack(d, out, to + 6);
  unpack(e, out, to + 8);
  unpack(f, out, to + 10);
  unpack(g, out, to + 12);
  unpack(h, out, to + 14);
  out[to + 16] = i;
}

function unpack(both: number, out: Int32Array, at: number): void {
  const low = (both << 16) >> 16;
  out[at] = low;
  out[at + 1] = (both - low) >> 16;
}
