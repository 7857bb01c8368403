// Runs background jobs, one slice at a time. A slice writes what it has done in one turn, which is one commit: run twice
// it changes nothing, killed half-way it leaves nothing that counts. Mappings may stay of a slice whose result cannot be
// written: the next try finds them.

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

/** Times a slice is planned anew because a policy changed meanwhile; then it waits like a failed one. */
const MAX_PLANS = 8;

/** Runs slices of one namespace's jobs. */
export class JobRunner extends NamespacePart<JobParts> {
  readonly #masker: JobMasker;
  readonly #unmasker: JobUnmasker;
  readonly #results: ResultWriter;
  #claimedNow = new Set<number>();
  #turns = 0;
  /** Number of each user's last turn, as far as it may matter: no more users can have a job. Begins anew with the object. */
  readonly #lastTurns = new BoundedCache<number>(MAX_OPEN_JOBS_FOR_FEW);

  constructor(parts: JobParts) {
    super(parts);
    const results = new ResultWriter(parts);
    this.#results = results;
    this.#masker = new JobMasker({ ...parts, results });
    this.#unmasker = new JobUnmasker({ ...parts, results });
  }

  /**
   * At the start of an alarm: a job an earlier alarm claimed and never released took the object
   * down with it (or was interrupted); that counts as a failed try of its slice.
   */
  countCrashes(): void {
    for (const job of this.parts.jobs.claimed()) this.#countFailure(job, "internal");
    this.releaseClaims();
  }

  /** At the end of an alarm: everything begun was finished or counted. */
  releaseClaims(): void {
    this.parts.jobs.releaseClaims();
    this.#claimedNow = new Set();
  }

  /**
   * Run one slice of the job whose turn it is: one of its chunks, or up to `most` of short items to mask. False when no
   * job is due.
   */
  async runSlice(most: number): Promise<boolean> {
    const { jobs } = this.parts;
    const job = this.#next();
    if (job === null) return false;
    if (!this.#claimedNow.has(job.serial)) {
      jobs.claim(job.serial);
      this.#claimedNow.add(job.serial);
      // Or the claim would be committed together with the slice, and be lost in its crash.
      await this.parts.storage.sync();
    }
    try {
      await this.#run(job, most);
    } catch (error) {
      // Cancelled while the slice was done, which was not written then: nothing has failed.
      if (!isOpen(jobs.find(job.serial)?.state)) return true;
      log("job.slice-failed", { error: errorName(error), attempts: job.attempts + 1 });
      this.#countFailure(job, error instanceof StepFailed ? error.code : "internal");
    }
    return true;
  }

  /** Users take turns, and the jobs of each: who has many gets no more done than who has one. */
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
    if (number === null) return this.#results.endIfUntouched(job);
    if (job.kind === "unmask" && number !== job.done_chunks) {
      return this.parts.purger.failAndPurge(job, "erased");
    }
    const open = { job, sealedJob, meta };
    // What was tried in vain is tried again chunk by chunk.
    const chunks = job.attempts > 0 ? 1 : most;
    const began = this.parts.clock();
    try {
      const work = await this.#planUntilDone(() =>
        job.kind === "mask" ? this.#masker.slice(open, number, chunks) : this.#unmasker.slice(open),
      );
      this.parts.jobAudit.note(job, work, began);
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      // Where a slice that is masked again stands in the whole is not known.
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
   * The chunk to work on: the next one, or, with all done and the job still open, one whose mappings
   * were erased meanwhile. Masked again, its values get new tokens. Null when there is none.
   */
  async #nextChunk(job: JobRow): Promise<number | null> {
    if (job.done_chunks < job.chunks) return job.done_chunks;
    return this.parts.untouched.firstLost(job.serial);
  }

  #fail(job: JobRow, { code, index }: VaultError): void {
    const { storage, jobs, clock } = this.parts;
    const error = { code, index: index ?? null };
    storage.transactionSync(() => jobs.fail(job.serial, error, clock()));
    this.parts.ends.tell(job.serial);
  }

  #countFailure(job: JobRow, code: ErrorCode): void {
    const attempts = job.attempts + 1;
    const delay = retryDelay(attempts);
    if (delay === null) this.#fail(job, { code });
    else this.parts.jobs.postpone(job.serial, attempts, this.parts.clock() + delay);
  }
}
