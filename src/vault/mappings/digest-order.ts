// The order of digests. What is looked up and written in the order of its index comes to each of the index's pages
// once. By 32 bits: nearly in order is as good.

/** More are left as they are: 20 bits beside 32 of a digest still fit a number. */
const MAX_SORTED = 2 ** 20;

/** The places of digests in a list, in the order of their prefixes (core/byte-slices.ts). */
export function placesInOrder(prefixes: ArrayLike<number>): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(prefixes.length);
  // One number holds both what is sorted by and where it came from: numbers are sorted without a callback.
  const keys = new Float64Array(prefixes.length);
  const isSorted = keys.length <= MAX_SORTED;
  for (let i = 0; i < keys.length; i++) keys[i] = (prefixes[i] as number) * MAX_SORTED + i;
  if (isSorted) keys.sort();
  for (let i = 0; i < keys.length; i++) places[i] = isSorted ? (keys[i] as number) % MAX_SORTED : i;
  return places;
}
