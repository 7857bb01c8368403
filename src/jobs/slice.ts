// How a job's items are split into chunks, and how many chunks one slice processes; a slice is one turn of the alarm
// and one commit. Limits are items and bytes, not time, because the platform's clock stands still during work.
import type { JobKind } from "./job.ts";

/**
 * Items of one chunk. Masking a chunk of short values is some 5 ms of work; a slice may take several, see below. Values
 * returned by an unmask have up to 4 KiB each, and a chunk's part of the result must fit in a row (2 MB on the platform).
 */
export const MAX_CHUNK_ITEMS: Readonly<Record<JobKind, number>> = { mask: 500, unmask: 200 };
/** Bytes of one chunk as JSON text, unless a single item is larger. Dense texts need some 60 ms of detection. */
export const MAX_CHUNK_BYTES = 64 * 1024;

/**
 * Maximum chunks of short items that one slice masks. More delays other calls, which wait for a slice; fewer reduces
 * the job's share of the time. Measurements with other numbers: docs/decisions/slices-by-items.md.
 */
export const MAX_SLICE_CHUNKS = 4;

/** Slices one alarm runs before it arms the next one; an empty alarm round costs 3 ms. */
export const SLICES_PER_ALARM = 80;

/** Work that a submission does in one step, between two pauses. */
interface Step {
  readonly chunks: number;
  readonly bytes: number;
}

/** Chunks of one step: 8,000 short items, some 10 ms. */
const STEP_CHUNKS = 16;
/** Bytes of one step without its last chunk: a single item may be as large. */
const STEP_BYTES = 1024 ** 2;

/** Whether a step is complete. */
export function isStepFull({ chunks, bytes }: Step): boolean {
  return chunks >= STEP_CHUNKS || bytes >= STEP_BYTES;
}

/** Consecutive items of a submitted list, stored together. */
interface Chunk {
  readonly items: number;
  readonly bytes: number;
}

/** Whether an item of `bytes` still fits in a chunk of such a job. */
export function fitsChunk(kind: JobKind, chunk: Chunk, bytes: number): boolean {
  if (chunk.items === 0) return true;
  return chunk.items < MAX_CHUNK_ITEMS[kind] && chunk.bytes + bytes <= MAX_CHUNK_BYTES;
}
