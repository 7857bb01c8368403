// How a job's items are cut into slices: each is one stored chunk, one turn of the alarm and one
// commit. Bounded by items and bytes, not by the clock, which stands still on the platform.
import type { JobKind } from "./job.ts";

/**
 * Items of one slice. Short values to mask: some 8 ms of work, which is what others wait for; while nobody calls
 * several are done at once. Values that come back from an unmask are up to 4 KiB each, and a slice's part of the
 * result must fit into a row (2 MB on the platform).
 */
export const MAX_SLICE_ITEMS: Readonly<Record<JobKind, number>> = { mask: 500, unmask: 200 };
/** Bytes of one slice as JSON text, unless a single item is larger. Dense texts: some 60 ms of detection. */
export const MAX_SLICE_BYTES = 64 * 1024;

/**
 * Chunks of short items one slice does when nobody else wants the object: each commit costs nearly a page of the log
 * for each value, and in larger ones fewer pages are written twice. Some 30 ms of work.
 */
export const CHUNKS_WHEN_ALONE = 4;

/** Slices one alarm runs before it arms the next one; an empty alarm round costs 3 ms. */
export const SLICES_PER_ALARM = 80;

/** A run of items in a submitted list. */
export interface Slice {
  readonly items: number;
  readonly bytes: number;
}

/** Decides whether an item of `bytes` still fits behind what a slice of such a job holds. */
export function fitsSlice(kind: JobKind, slice: Slice, bytes: number): boolean {
  if (slice.items === 0) return true;
  return slice.items < MAX_SLICE_ITEMS[kind] && slice.bytes + bytes <= MAX_SLICE_BYTES;
}
