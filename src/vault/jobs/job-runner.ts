// Runs background jobs, one slice at a time. A slice writes its results without an await between the writes, so in one
// commit: a slice that runs twice changes nothing, one that is killed half-way counts for nothing. Mappings may stay of a
// slice whose result cannot be written; the next try finds them.

import { BoundedCache } from "../../core/bounded-cache.ts";
import type { ErrorCode, VaultError } from "../../core/errors.ts";
import { MAX_OPEN_JOBS_FOR_FEW } from "../../core/limits.ts";
import { isOpen, retryDelay } from "../../jobs/job.ts";
import { errorName, log } from "../../platform/log.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";
import type { SliceWork } from "./job-audit.ts";
import { JobMasker } from "./job-masker.ts";
import { ItemFailed, type JobParts, StepFailed } from "./job-slice.ts";
import { JobUnmasker } from "./job-unmasker.ts";
import { ResultWriter } from "./results.ts";
import { SealedJob } from "./sealed-job.ts";

/** Most times a slice is planned while policies keep changing; after that it waits like a failed one. */
const MAX_PLANS = 8;

/** Runs slices of one namespace's jobs. */
export class JobRunner extends NamespacePart<JobParts> {
  readonly #masker: JobMasker;
  readonly #unmasker: JobUnmasker;
  readonly #results: ResultWriter;
  #claimedByAlarm = new Set<number>();
  #turns = 0;
  /** Number of each user's last turn; as many users as can have open jobs. Empty when the object starts. */
  readonly #lastTurns = new BoundedCache<number>(MAX_OPEN_JOBS_FOR_FEW);

  constructor(parts: JobParts) {
    super(parts);
    const results = new ResultWriter(parts);
    this.#results = results;
    this.#masker = new JobMasker({ ...parts, results });
    this.#unmasker = new JobUnmasker({ ...parts, results });
  }

  /**
   * To be called at the start of an alarm. A job that an earlier alarm claimed and never released has crashed the object or
   * was interrupted; that counts as a failed try of its slice.
   */
  countCrashes(): void {
    for (const job of this.parts.jobs.claimed()) this.#countFailure(job, "internal");
    this.releaseClaims();
  }

  /** To be called at the end of an alarm, when each slice that was begun has ended or been counted as failed. */
  releaseClaims(): void {
    this.parts.jobs.releaseClaims();
    this.#claimedByAlarm = new Set();
  }

  /** Run one slice of the job whose turn it is: one chunk, or up to `most` of short items to mask. False: none is due. */
  async runSlice(most: number): Promise<boolean> {
    const { jobs } = this.parts;
    const job = this.#next();
    if (job === null) return false;
    if (!this.#claimedByAlarm.has(job.serial)) {
      jobs.claim(job.serial);
      this.#claimedByAlarm.add(job.serial);
      // Otherwise the claim would be committed together with the slice, and a crash of the slice would lose it.
      await this.parts.storage.sync();
    }
    try {
      await this.#run(job, most);
    } catch (error) {
      // The job was cancelled during the slice, so the slice was not written: this is no failure.
      if (!isOpen(jobs.find(job.serial)?.state)) return true;
      log("job.slice-failed", { error: errorName(error), attempts: job.attempts + 1 });
      this.#countFailure(job, error instanceof StepFailed ? error.code : "internal");
    }
    return true;
  }

  /** The job that is next. Users take turns, and so do the jobs of each: a user with many jobs gets no larger share. */
  #next(): JobRow | null {
    const { jobs, clock } = this.parts;
    const candidates = jobs.nextOfEachUser(clock());
    const turnOf = ({ user }: { user: string }) => this.#lastTurns.get(user) ?? 0;
    const [first] = candidates;
    if (first === undefined) return null;
    const next = candidates.reduce(
      (best, other) => (turnOf(other) < turnOf(best) ? other : best),
      first,
    );
    this.#lastTurns.set(next.user, ++this.#turns);
    return jobs.find(next.serial);
  }

  async #run(job: JobRow, most: number): Promise<void> {
    const sealedJob = await SealedJob.of(job, this.parts);
    if (sealedJob === null || job.meta === null)
      throw new Error("an open job has no key or no meta");
    const meta = await sealedJob.openMeta(job.meta);
    if (meta.itemError !== null) return this.#fail(job, meta.itemError);
    this.parts.jobs.start(job.serial, this.parts.clock());
    const number = await this.#nextChunk(job);
    if (number === null) return this.#results.endIfAlive(job);
    if (job.kind === "unmask" && number !== job.done_chunks) {
      return this.parts.purger.failAndPurge(job, "erased");
    }
    const open = { job, sealedJob, meta };
    // A slice that has failed is tried again one chunk at a time.
    const chunks = job.attempts > 0 ? 1 : most;
    const began = this.parts.clock();
    try {
      const work = await this.#planUntilDone(() =>
        job.kind === "mask" ? this.#masker.slice(open, number, chunks) : this.#unmasker.slice(open),
      );
      this.parts.jobAudit.note(job, work, began);
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      // For a chunk that is masked again, the number of items before it is not known.
      const isNext = number === job.done_chunks;
      const where = isNext ? { index: job.done_items + error.index } : {};
      this.#fail(job, { code: error.code, ...where });
    }
  }

  async #planUntilDone(slice: () => Promise<SliceWork | null>): Promise<SliceWork> {
    for (let plan = 0; plan < MAX_PLANS; plan++) {
      const work = await slice();
      if (work !== null) return work;
    }
    throw new StepFailed("busy");
  }

  /**
   * Number of the chunk to work on: the next one, or, when all are done and the job is still open, the first whose mappings
   * were erased meanwhile (masked again, its values get new tokens). Null when there is none.
   */
  async #nextChunk(job: JobRow): Promise<number | null> {
    if (job.done_chunks < job.chunks) return job.done_chunks;
    return this.parts.livingResults.firstLostChunk(job.serial);
  }

  #fail(job: JobRow, { code, index }: VaultError): void {
    const { storage, jobs, clock } = this.parts;
    const error = { code, index: index ?? null };
    storage.transactionSync(() => jobs.fail(job.serial, error, clock()));
    this.parts.ends.noteEnd(job.serial);
  }

  #countFailure(job: JobRow, code: ErrorCode): void {
    const attempts = job.attempts + 1;
    const delay = retryDelay(attempts);
    if (delay === null) this.#fail(job, { code });
    else this.parts.jobs.postpone(job.serial, attempts, this.parts.clock() + delay);
  }
}
