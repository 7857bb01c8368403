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
 * Chunks of short items one slice masks at most, some 10 ms of work in a pass: each commit costs nearly a page of the log
 * for each value, and in larger ones fewer pages are written twice.
 */
const MAX_CHUNKS = 4;
/**
 * Calls that a chunk more is done for. Four take some 2 ms, a chunk 2.5: so a job has more than half of the time while
 * others call without a pause, and each of them waits for one slice (bench/NOTES.md).
 */
const CALLS_PER_CHUNK = 4;
/** What a slice may take, in milliseconds, where the disk makes chunks take longer than that. */
const LONGEST_SLICE_MS = 50;

/** Chunks that are left for a pass over them to be worth its slices: some 4,000 short items. */
export const LEAST_PASS_CHUNKS = 8;
/**
 * Chunks one pass goes over at most (vault/jobs/mask-pass.ts), each of at most as many values as it may have items. The more
 * there are, the more values share a page; but all of what was submitted in them is in memory (2 MiB, unless single items
 * are larger), another job waits for its turn until a pass is over, and an erasure has it begin anew.
 */
export const CHUNKS_PER_PASS = 32;
/**
 * Chunks of a pass that are read, or whose results are written, in the time in which one is masked and committed with
 * its part of the index.
 */
export const FOR_ONE_MASKED = { read: 4, written: 4 } as const;

/** What is known when a slice begins. */
interface Moment {
  /** Calls that came since the slice before it began. */
  readonly calls: number;
  /** Nobody has come for a while. */
  readonly isQuiet: boolean;
  /** Milliseconds a chunk took when slices were last as long as they were to be; 0 when that is not known. */
  readonly chunkMs: number;
}

/** Chunks of short items the next slice does: one at least. */
export function chunksAtOnce({ calls, isQuiet, chunkMs }: Moment): number {
  const wanted = isQuiet ? MAX_CHUNKS : Math.min(MAX_CHUNKS, Math.floor(calls / CALLS_PER_CHUNK));
  const possible = chunkMs > 0 ? Math.floor(LONGEST_SLICE_MS / chunkMs) : MAX_CHUNKS;
  return Math.max(1, Math.min(wanted, possible));
}

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
