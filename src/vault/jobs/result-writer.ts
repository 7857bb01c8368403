// Seals what a slice of a job gave, and writes it together with the job's progress; the last one ends the job.
import type { Clock } from "../../platform/clock.ts";
import type { AlsoWritten } from "../mappings/mask-block.ts";
import type { Liveness } from "../state/liveness.ts";
import type { JobChunkStore } from "../store/job-chunks.ts";
import type { JobRow, JobStore } from "../store/jobs.ts";
import type { IntactResults } from "./intact-results.ts";
import { chunkBytes, type JobBox } from "./job-box.ts";
import type { Turns } from "./turns.ts";

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
  readonly box: JobBox;
  /** Its first chunk. */
  readonly number: number;
  /** Its mappings were alive in it. */
  readonly epoch: number;
  /** Whether the job has the next slice as well. */
  readonly keepsTurn?: boolean;
}

interface Parts {
  readonly jobs: JobStore;
  readonly chunks: JobChunkStore;
  readonly intact: IntactResults;
  readonly liveness: Liveness;
  readonly clock: Clock;
  readonly turns: Turns;
  /** How long a finished job's result can be read, in milliseconds. */
  readonly retentionMs: number;
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
    { job, box, number, epoch, keepsTurn = false }: Slice,
    done: readonly DoneChunk[],
  ): Promise<AlsoWritten> {
    const { jobs, chunks, turns } = this.#parts;
    const parts: { sealed: Uint8Array<ArrayBuffer>; mappingIds: readonly number[] }[] = [];
    const progress = { chunks: done.length, items: 0, resultBytes: 0 };
    let bytes = 0;
    for (const [i, { items, outcomes, answerBytes, mappingIds }] of done.entries()) {
      const sealed = await box.sealChunk("result", number + i, outcomes);
      parts.push({ sealed, mappingIds });
      bytes += chunkBytes(sealed, mappingIds);
      progress.items += items;
      progress.resultBytes += answerBytes + BRACKETS_BYTES;
    }
    const write = () => {
      const isNew = number === job.done_chunks;
      const turn = keepsTurn ? job.turn : turns.next();
      if (isNew && !jobs.advance(job, { ...progress, turn })) {
        throw new Error("the job moved on without this slice");
      }
      for (const [i, { sealed, mappingIds }] of parts.entries()) {
        chunks.add(job.serial, "result", number + i, sealed, mappingIds);
      }
      if (isNew && number === 0) this.#parts.intact.began(job.serial, epoch);
      if (number + parts.length < job.chunks && job.done_chunks < job.chunks) return;
      // All chunks are there: done, unless something in them was erased while the job ran.
      if (!this.#hasLost(job)) this.#succeed(job);
    };
    return { bytes, write };
  }

  #hasLost(job: JobRow): boolean {
    const { chunks, intact, liveness } = this.#parts;
    if (intact.has(job.serial)) return false;
    return chunks.firstLost(job.serial, liveness.watermark) !== null;
  }

  #succeed(job: JobRow): void {
    const { jobs, clock, retentionMs } = this.#parts;
    const now = clock();
    jobs.succeed(job.serial, now, now + retentionMs);
  }
}
