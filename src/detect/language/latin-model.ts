// The model of the languages in Latin letters: logistic regression over the rows of features.ts, in integers.

import { LATIN_WEIGHTS } from "../../../models/languages.ts";
import { ROWS, rowsOf } from "./features.ts";
import { LATIN_LANGUAGES } from "./languages.ts";

/** Number of languages; each row has a weight for each. */
const COUNT = LATIN_LANGUAGES.length;

/** Indexed by language times `ROWS` plus row; null until they are unpacked. */
let weights: Int8Array | null = null;

/** The shipped weights, unpacked when a text in Latin letters is first seen. */
function shippedWeights(): Int8Array {
  if (weights !== null) return weights;
  const bytes = atob(LATIN_WEIGHTS);
  weights = new Int8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) weights[i] = bytes.charCodeAt(i);
  return weights;
}

/**
 * Adds to `sums`, from index `at` on, how well the words of `text` between two offsets fit each of `LATIN_LANGUAGES`, in
 * sixteenths of a natural log odds. `rows` is scratch space for one more row than there are code units.
 */
export function addFits(
  text: string,
  from: number,
  to: number,
  sums: Int32Array,
  at: number,
  rows: Int32Array,
): void {
  const table = shippedWeights();
  const count = rowsOf(text, from, to, rows);
  for (let k = 0; k < COUNT; k++) {
    const column = k * ROWS;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += table[column + (rows[i] as number)] as number;
    sums[at + k] = (sums[at + k] as number) + sum;
  }
}
