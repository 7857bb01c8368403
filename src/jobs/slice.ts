// How a job's items are cut into slices: each is one stored chunk, one turn of the alarm and one
// commit. Bounded by items and bytes, not by the clock, which stands still on the platform.

/** Items of one slice: a few milliseconds of work in token mode; dense texts take longer. */
export const MAX_SLICE_ITEMS = 200;
/** Bytes of one slice as JSON text, unless a single item is larger. */
export const MAX_SLICE_BYTES = 64 * 1024;

/** Slices one alarm runs before it arms the next one; an empty alarm round costs 3 ms. */
export const SLICES_PER_ALARM = 40;

/** A run of items in a submitted list. */
export interface Slice {
  readonly items: number;
  readonly bytes: number;
}

/** Decides whether an item of `bytes` still fits behind what a slice holds. */
export function fitsSlice(slice: Slice, bytes: number): boolean {
  if (slice.items === 0) return true;
  return slice.items < MAX_SLICE_ITEMS && slice.bytes + bytes <= MAX_SLICE_BYTES;
}
