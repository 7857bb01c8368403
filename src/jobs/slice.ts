// How a job's items are cut into chunks, and how many chunks one slice does: one turn of the alarm and one commit.
// Chunks are bounded by items and bytes, not by the clock, which stands still on the platform while something works.
import type { JobKind } from "./job.ts";

/**
 * Items of one chunk. Short values to mask: some 5 ms of work; several chunks may be done at once, see below. Values
 * that come back from an unmask are up to 4 KiB each, and a chunk's part of the result must fit into a row (2 MB on
 * the platform).
 */
export const MAX_CHUNK_ITEMS: Readonly<Record<JobKind, number>> = { mask: 500, unmask: 200 };
/** Bytes of one chunk as JSON text, unless a single item is larger. Dense texts: some 60 ms of detection. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/**
 * Chunks of short items that one slice masks at most. Who calls meanwhile waits for a slice, and the job's share of the
 * time pulls against that. What was measured with other numbers: docs/decisions/slices-by-items.md.
 */
export const MAX_SLICE_CHUNKS = 4;

/** Slices one alarm runs before it arms the next one; an empty alarm round costs 3 ms. */
export const SLICES_PER_ALARM = 80;

/** What a submission does in one step, between two pauses. */
interface Step {
  readonly chunks: number;
  readonly bytes: number;
}

/** Chunks of one step: 8,000 short items, some 10 ms. */
const STEP_CHUNKS = 16;
/** Bytes of one step, the last chunk aside: an item may be as large. */
const STEP_BYTES = 1024 ** 2;

/** Whether nothing more belongs into a step. */
export function isStepFull({ chunks, bytes }: Step): boolean {
  return chunks >= STEP_CHUNKS || bytes >= STEP_BYTES;
}

/** A run of items in a submitted list, stored as one. */
interface Chunk {
  readonly items: number;
  readonly bytes: number;
}

/** Decides whether an item of `bytes` still fits behind what a chunk of such a job holds. */
export function fitsChunk(kind: JobKind, chunk: Chunk, bytes: number): boolean {
  if (chunk.items === 0) return true;
  return chunk.items < MAX_CHUNK_ITEMS[kind] && chunk.bytes + bytes <= MAX_CHUNK_BYTES;
}
