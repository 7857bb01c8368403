// Results of jobs: sealed and written slice by slice, together with the job's progress; the last slice ends the job. Also
// tells whether all mappings that a result depends on are alive, from memory or by checking some chunks at a time.

import { BoundedCache } from "../../core/bounded-cache.ts";
import { Part } from "../../core/part.ts";
import { isOpen } from "../../jobs/job.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { ExtraWrite } from "../mappings/mask-block.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { CheckedChunk } from "../store/job-chunks.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobEnds } from "./job-ends.ts";
import { chunkBytes, type SealedJob } from "./sealed-job.ts";

/** The result of a chunk. */
export interface DoneChunk {
  readonly items: number;
  /** The outcomes as they are stored: JSON texts joined by commas. */
  readonly outcomes: Uint8Array<ArrayBuffer>;
  /**
   * Bytes that a reader is given for this chunk, without brackets; an upper bound. Counted when the result is made, so that
   * an answer can be limited without reading it. Blanks and unknown members of the submission may count.
   */
  readonly answerBytes: number;
  readonly mappingIds: readonly number[];
}

interface Slice {
  readonly job: JobRow;
  readonly sealedJob: SealedJob;
  /** Number of the slice's first chunk. */
  readonly number: number;
  /** An epoch in which the slice's mappings were alive. */
  readonly epoch: number;
}

/** Bytes of the brackets counted for each chunk: at least the comma after it, or the brackets of the whole list. */
const BRACKETS_BYTES = 2;

/** Writes results of one namespace's jobs. */
export class ResultWriter extends NamespacePart<{
  readonly livingResults: LivingResults;
  readonly ends: JobEnds;
}> {
  /** Seal a slice's part of the result. Gives the synchronous `write` that finishes the slice, and the bytes it stores. */
  async prepare(
    { job, sealedJob, number, epoch }: Slice,
    done: readonly DoneChunk[],
  ): Promise<ExtraWrite> {
    const { jobs, chunks } = this.parts;
    const parts: { sealed: Uint8Array<ArrayBuffer>; mappingIds: readonly number[] }[] = [];
    const progress = { chunks: done.length, items: 0, resultBytes: 0 };
    let bytes = 0;
    for (const [i, { items, outcomes, answerBytes, mappingIds }] of done.entries()) {
      const sealed = await sealedJob.sealChunk("result", number + i, outcomes);
      parts.push({ sealed, mappingIds });
      bytes += chunkBytes(sealed, mappingIds);
      progress.items += items;
      progress.resultBytes += answerBytes + BRACKETS_BYTES;
    }
    const write = () => {
      const isNew = number === job.done_chunks;
      const goesOn = isNew ? jobs.advance(job, progress) : isOpen(jobs.find(job.serial)?.state);
      if (!goesOn) throw new Error("the job moved on without this slice");
      for (const [i, { sealed, mappingIds }] of parts.entries()) {
        chunks.add(job.serial, "result", number + i, sealed, mappingIds);
      }
      if (isNew && number === 0) this.parts.livingResults.noteAlive(job.serial, epoch);
      if (number + parts.length < job.chunks && job.done_chunks < job.chunks) return;
      this.endIfAlive(job);
    };
    return { bytes, write };
  }

  /** End a job SUCCESS when all its chunks are written, unless an erasure since the first may have hit its mappings. */
  endIfAlive({ serial }: JobRow): void {
    const { jobs, livingResults, clock, retentionMs } = this.parts;
    if (!livingResults.isAlive(serial)) return;
    const now = clock();
    jobs.succeed(serial, now, now + retentionMs);
    this.parts.ends.noteEnd(serial);
  }
}

/** Most jobs remembered; the least recently used are forgotten, and checked again when asked for. */
const MAX_JOBS = 10_000;

/**
 * Knows which jobs' results depend on living mappings only. Remembers that until the next erasure, in memory, so after a
 * start every result is checked. Mostly nothing has been erased since a job's first chunk was written.
 */
export class LivingResults extends Part<Pick<NamespaceBase, "liveness" | "chunks" | "verdicts">> {
  readonly #epochs = new BoundedCache<number>(MAX_JOBS);

  /** Note that a job's mappings were alive in `epoch`: its first result chunk is being written, or all were checked. */
  noteAlive(serial: number, epoch: number): void {
    this.#epochs.set(String(serial), epoch);
  }

  /** Whether all mappings of a job's result are known to be alive. False after each new epoch, until they are checked. */
  isAlive(serial: number): boolean {
    return this.#epochs.get(String(serial)) === this.parts.liveness.epoch;
  }

  /**
   * Number of the first chunk of a job's result that needs a mapping which is gone, or null. Yields to other callers: after
   * an erasure during a yield, null vouches only for the chunks as they were when they were checked.
   */
  async firstLostChunk(serial: number): Promise<number | null> {
    if (this.isAlive(serial)) return null;
    const { chunks, liveness, verdicts } = this.parts;
    const { epoch } = liveness;
    const lost = await firstMatchingChunk(async (after, limit) => {
      const next = { job: serial, after, limit };
      await verdicts.prepare(() => chunks.mappingsOf(next));
      return chunks.lost(next, liveness.watermark);
    });
    if (lost === null) this.noteAlive(serial, epoch);
    return lost;
  }

  /** The SUCCESS jobs whose result needs a mapping that is gone, or that `isOlderWithoutMappings`. Yields to callers. */
  async erasedAmong(found: readonly JobRow[], cutoff: number): Promise<JobRow[]> {
    const erased: JobRow[] = [];
    for (const job of found.filter(({ state }) => state === "SUCCESS")) {
      const isErased =
        (await this.firstLostChunk(job.serial)) !== null ||
        (await this.isOlderWithoutMappings(job, cutoff));
      if (isErased) erased.push(job);
    }
    return erased;
  }

  /**
   * Whether a SUCCESS job was submitted before a cutoff and its result has no mappings to check. The erasure then covers its
   * payload by the time of submission, as with a FAILED job: a text in which nothing was found may hold a value that was
   * missed, and an anonymized value is stored nowhere else.
   */
  async isOlderWithoutMappings(
    { serial, state, submitted }: JobRow,
    cutoff: number,
  ): Promise<boolean> {
    if (state !== "SUCCESS" || submitted >= cutoff) return false;
    const { chunks } = this.parts;
    const withAny = (after: number, limit: number) =>
      chunks.covered({ job: serial, after, limit }, Number.MAX_SAFE_INTEGER);
    return (await firstMatchingChunk(withAny)) === null;
  }
}

/** Chunks checked between two yields to other callers. Checking the 200 chunks of 100,000 items takes 40 ms. */
const CHUNKS_PER_TURN = 32;

/** Chunks checked since the last yield, in all calls: many jobs may be checked in a row. */
let chunksSinceYield = 0;

/** Counts checked chunks, and yields to other callers once they are many. */
async function noteChecked(chunks: number): Promise<void> {
  chunksSinceYield += chunks;
  if (chunksSinceYield < CHUNKS_PER_TURN) return;
  chunksSinceYield = 0;
  await yieldToCallers();
}

/** First result chunk that matches, or null. `check` tests up to `limit` chunks after `after` (of hundreds, up to 1 MB each). */
export async function firstMatchingChunk(
  check: (
    after: number,
    limit: number,
  ) => readonly CheckedChunk[] | Promise<readonly CheckedChunk[]>,
): Promise<number | null> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const some = await check(after, CHUNKS_PER_TURN);
    const found = some.find(({ isMatch }) => isMatch);
    if (found !== undefined) return found.number;
    await noteChecked(some.length);
    const last = some.at(-1);
    if (last === undefined || some.length < CHUNKS_PER_TURN) return null;
    after = last.number;
  }
}
