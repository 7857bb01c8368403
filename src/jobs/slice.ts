// How a job's items are cut into chunks, and how many chunks one slice does: one turn of the alarm and one commit.
// Chunks are bounded by items and bytes, not by the clock, which stands still on the platform while something works.
import type { JobKind } from "./job.ts";

/**
 * Items of one chunk. Short values to mask: some 5 ms of work; several chunks may be done at once, see below. Values
 * that come back from an unmask are up to 4 KiB each, and a chunk's part of the result must fit into a row (2 MB on
 * the platform).
 */
export const MAX_SLICE_ITEMS: Readonly<Record<JobKind, number>> = { mask: 500, unmask: 200 };
/** Bytes of one slice as JSON text, unless a single item is larger. Dense texts: some 60 ms of detection. */
export const MAX_SLICE_BYTES = 64 * 1024;

/**
 * Chunks of short items that one slice masks at most. While others call, each of them waits for a slice, and the job's
 * share of the time pulls against that. While nobody calls, more values share a page of the index of digests in a
 * larger commit. What was measured with these, all runs: docs/decisions/slices-by-items.md.
 */
export const MAX_SLICE_CHUNKS: { readonly besideCallers: number; readonly alone: number } = {
  besideCallers: 3,
  alone: 16,
};

/** Slices one alarm runs before it arms the next one; an empty alarm round costs 3 ms. */
export const SLICES_PER_ALARM = 80;

/** What a submission does in one step, between two pauses. */
interface Step {
  readonly slices: number;
  readonly bytes: number;
}

/** Slices of one step: 8,000 short items, some 10 ms. */
const STEP_SLICES = 16;
/** Bytes of one step, the last slice aside: an item may be as large. */
const STEP_BYTES = 1024 ** 2;

/** Whether nothing more belongs into a step. */
export function isStepFull({ slices, bytes }: Step): boolean {
  return slices >= STEP_SLICES || bytes >= STEP_BYTES;
}

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
