// Results of jobs: sealed and written slice by slice together with the job's progress, the last of which ends the job; and
// which of them speak of living mappings only: known without a look at them, or looked at some chunks at a time.

import { BoundedCache } from "../../core/bounded-cache.ts";
import { isOpen } from "../../jobs/job.ts";
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { ExtraWrite } from "../mappings/mask-block.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { LookedAt } from "../store/job-chunks.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobEnds } from "./job-ends.ts";
import { chunkBytes, type SealedJob } from "./sealed-job.ts";

/** What came of a chunk. */
export interface DoneChunk {
  readonly items: number;
  /** What is stored: the outcomes as JSON texts joined by commas. */
  readonly outcomes: Uint8Array<ArrayBuffer>;
  /**
   * Bytes of what a reader is given, without brackets and never too few, told where it is made, so that an answer can
   * be bounded without reading it. Blanks and unknown members of what was sent may count.
   */
  readonly answerBytes: number;
  /** The mappings both depend on. */
  readonly mappingIds: readonly number[];
}

/** Of what a slice is. */
interface Slice {
  readonly job: JobRow;
  readonly sealedJob: SealedJob;
  /** Its first chunk. */
  readonly number: number;
  /** Its mappings were alive in it. */
  readonly epoch: number;
}

interface Parts extends NamespaceBase {
  readonly untouched: UntouchedResults;
  readonly ends: JobEnds;
}

/** Those of a chunk's list are more than the comma behind it, or those of the whole. */
const BRACKETS_BYTES = 2;

/** Writes results of one namespace's jobs. */
export class ResultWriter extends NamespacePart<Parts> {
  /** Seal a slice's part of the result; gives the writes that finish the slice. */
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
      if (isNew && number === 0) this.parts.untouched.began(job.serial, epoch);
      if (number + parts.length < job.chunks && job.done_chunks < job.chunks) return;
      this.endIfUntouched(job);
    };
    return { bytes, write };
  }

  /** All chunks of a job are there: done, unless something in them was erased while it ran, or may have been. */
  endIfUntouched({ serial }: JobRow): void {
    const { jobs, untouched, clock, retentionMs } = this.parts;
    if (!untouched.has(serial)) return;
    const now = clock();
    jobs.succeed(serial, now, now + retentionMs);
    this.parts.ends.tell(serial);
  }
}

/** More are not remembered: those that nobody asked for are looked at again. */
const MOST_JOBS = 10_000;

/**
 * Remembers jobs for as long as nothing is erased; in memory only, so that after a start all are looked at. Mostly
 * nothing has been erased since a job's first chunk was written.
 */
export class UntouchedResults extends NamespacePart<
  Pick<NamespaceBase, "liveness" | "chunks" | "verdicts">
> {
  /** The epoch in which the mappings of each job were alive. */
  readonly #epochs = new BoundedCache<number>(MOST_JOBS);

  /** The first chunk of a job's result is being written; its mappings were alive in `epoch`. */
  began(serial: number, epoch: number): void {
    this.#epochs.set(String(serial), epoch);
  }

  /** Whether nothing has been erased since the job's first chunk was written. */
  has(serial: number): boolean {
    return this.#epochs.get(String(serial)) === this.parts.liveness.epoch;
  }

  /**
   * The first chunk of a job's result that needs a mapping which is gone, or null. Others are served in between: when
   * something is erased then, null says of no more than what was looked at.
   */
  async firstLost(serial: number): Promise<number | null> {
    if (this.has(serial)) return null;
    const { chunks, liveness, verdicts } = this.parts;
    const { epoch } = liveness;
    const lost = await firstChunk(async (after, limit) => {
      const next = { job: serial, after, limit };
      await verdicts.prepare(() => chunks.mappingsOf(next));
      return chunks.lost(next, liveness.watermark);
    });
    if (lost === null) this.began(serial, epoch);
    return lost;
  }

  /**
   * Whether a job that ended well was submitted before a cutoff, and its result has no mapping to be judged by: what was
   * submitted is covered by its time then, as with one that FAILED. A text in which nothing was found may have what nobody
   * found in it, and of what was anonymized the value stands nowhere else.
   */
  async isOlderWithout({ serial, state, submitted }: JobRow, cutoff: number): Promise<boolean> {
    if (state !== "SUCCESS" || submitted >= cutoff) return false;
    const { chunks } = this.parts;
    const withAny = (after: number, limit: number) =>
      chunks.covered({ job: serial, after, limit }, Number.MAX_SAFE_INTEGER);
    return (await firstChunk(withAny)) === null;
  }
}

/** Chunks that are looked at between two turns of callers. A look at the 200 of 100,000 items takes 40 ms. */
const CHUNKS_PER_TURN = 32;

/** Since the last turn: many jobs may be looked at in a row. */
let lookedAt = 0;

/** The first chunk of a job's result of which something is so, or null; there may be hundreds, of up to a megabyte. `look` tells it of the next `limit` behind one. */
export async function firstChunk(
  look: (after: number, limit: number) => readonly LookedAt[] | Promise<readonly LookedAt[]>,
): Promise<number | null> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const some = await look(after, CHUNKS_PER_TURN);
    const found = some.find(({ isSo }) => isSo);
    if (found !== undefined) return found.number;
    lookedAt += some.length;
    if (lookedAt >= CHUNKS_PER_TURN) {
      lookedAt = 0;
      await yieldToCallers();
    }
    const last = some.at(-1);
    if (last === undefined || some.length < CHUNKS_PER_TURN) return null;
    after = last.number;
  }
}
