// Seals what a slice of a job gave, and writes it together with the job's progress; the last one ends the job.

import type { ExtraWrite } from "../mappings/mask-block.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";
import type { DoneChunk } from "./job-slice.ts";
import { chunkBytes, type SealedJob } from "./sealed-job.ts";
import type { UntouchedResults } from "./untouched-results.ts";

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
  /** The next turn, behind every one given before: each slice done moves its job to the end of the queue. */
  readonly nextTurn: () => number;
}

/** Those of a chunk's list are more than the comma behind it, or those of the whole. */
const BRACKETS_BYTES = 2;

/** Writes results of one namespace's jobs. */
export class ResultWriter {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Seal a slice's part of the result; gives the writes that finish the slice. */
  async prepare(
    { job, sealedJob, number, epoch }: Slice,
    done: readonly DoneChunk[],
  ): Promise<ExtraWrite> {
    const { jobs, chunks, nextTurn } = this.#parts;
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
      if (isNew && !jobs.advance(job, { ...progress, turn: nextTurn() })) {
        throw new Error("the job moved on without this slice");
      }
      for (const [i, { sealed, mappingIds }] of parts.entries()) {
        chunks.add(job.serial, "result", number + i, sealed, mappingIds);
      }
      if (isNew && number === 0) this.#parts.untouched.began(job.serial, epoch);
      if (number + parts.length < job.chunks && job.done_chunks < job.chunks) return;
      // All chunks are there: done, unless something in them was erased while the job ran.
      if (!this.#hasLost(job)) this.#succeed(job);
    };
    return { bytes, write };
  }

  #hasLost(job: JobRow): boolean {
    const { chunks, untouched, liveness } = this.#parts;
    if (untouched.has(job.serial)) return false;
    return chunks.firstLost(job.serial, liveness.watermark) !== null;
  }

  #succeed(job: JobRow): void {
    const { jobs, clock, retentionMs } = this.#parts;
    const now = clock();
    jobs.succeed(job.serial, now, now + retentionMs);
  }
}
