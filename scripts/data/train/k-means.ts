// Spherical k-means: groups unit vectors by angle. Plain arithmetic and a fixed start, so that equal vectors
// always give equal classes.

/** Vectors of `dimensions` numbers each, concatenated, of length 1. */
export interface VectorTable {
  readonly values: Float32Array;
  readonly dimensions: number;
}

/** Scale every vector of `table` to length 1; zero vectors stay. */
export function normalize({ values, dimensions }: VectorTable): void {
  for (let at = 0; at < values.length; at += dimensions) {
    let sum = 0;
    for (let d = 0; d < dimensions; d++) sum += (values[at + d] as number) ** 2;
    if (sum === 0) continue;
    const factor = 1 / Math.sqrt(sum);
    for (let d = 0; d < dimensions; d++) values[at + d] = (values[at + d] as number) * factor;
  }
}

/**
 * Centres of `count` classes after `rounds` rounds over all vectors. The first centres are vectors at equal
 * distances in the table; an empty class restarts at the vector that fits its class worst.
 */
export function findCentres(
  table: VectorTable,
  count: number,
  rounds: number,
  told: (round: number) => void,
): VectorTable {
  const { values, dimensions } = table;
  const size = values.length / dimensions;
  const centres = { values: new Float32Array(count * dimensions), dimensions };
  for (let c = 0; c < count; c++) {
    const from = Math.floor((c * size) / count) * dimensions;
    centres.values.set(values.subarray(from, from + dimensions), c * dimensions);
  }
  for (let round = 0; round < rounds; round++) {
    const { classes, fits } = nearest(table, centres);
    moveCentres(table, centres, classes, fits);
    told(round + 1);
  }
  return centres;
}

/** The nearest centre of each vector, and its cosine with the vector. */
export function nearest(
  table: VectorTable,
  centres: VectorTable,
): { classes: Uint16Array; fits: Float32Array } {
  const { values, dimensions } = table;
  const size = values.length / dimensions;
  const classes = new Uint16Array(size);
  const fits = new Float32Array(size);
  const vector = new Float64Array(dimensions);
  for (let i = 0; i < size; i++) {
    for (let d = 0; d < dimensions; d++) vector[d] = values[i * dimensions + d] as number;
    const [best, fit] = nearestTo(vector, centres);
    classes[i] = best;
    fits[i] = fit;
  }
  return { classes, fits };
}

function nearestTo(vector: Float64Array, centres: VectorTable): [number, number] {
  const { values, dimensions } = centres;
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let at = 0, c = 0; at < values.length; at += dimensions, c++) {
    let a = 0;
    let b = 0;
    for (let d = 0; d < dimensions; d += 2) {
      a += (vector[d] as number) * (values[at + d] as number);
      b += (vector[d + 1] as number) * (values[at + d + 1] as number);
    }
    if (a + b > most) {
      most = a + b;
      best = c;
    }
  }
  return [best, most];
}

function moveCentres(
  table: VectorTable,
  centres: VectorTable,
  classes: Uint16Array,
  fits: Float32Array,
): void {
  const { values, dimensions } = table;
  const sums = new Float64Array(centres.values.length);
  const counts = new Uint32Array(sums.length / dimensions);
  classes.forEach((c, i) => {
    counts[c] = (counts[c] as number) + 1;
    for (let d = 0; d < dimensions; d++) {
      const at = c * dimensions + d;
      sums[at] = (sums[at] as number) + (values[i * dimensions + d] as number);
    }
  });
  const worst = [...fits.keys()].sort((a, b) => (fits[a] as number) - (fits[b] as number));
  let spare = 0;
  for (let c = 0; c < counts.length; c++) {
    if (counts[c] === 0) {
      const from = (worst[spare++] as number) * dimensions;
      sums.set(values.subarray(from, from + dimensions), c * dimensions);
    }
  }
  centres.values.set(sums);
  normalize(centres);
}
