// Runs background jobs, one slice at a time. A slice writes what it has done in one turn, which is one commit: run twice
// it changes nothing, killed half-way it leaves nothing that counts. Mappings may stay of a slice whose last part fails,
// or of a pass that is given up: the next try finds them.

import type { ErrorCode, VaultError } from "../../core/errors.ts";
import type { RandomSource } from "../../core/random-source.ts";
import type { ContextMaker } from "../../crypto/context.ts";
import { retryDelay } from "../../jobs/retry.ts";
import {
  type AnyUnmaskItem,
  planUnmaskItems,
  questionOf,
  renderUnmaskedItems,
  restoreItems,
  textsIn,
} from "../../masking/unmask/unmask-items.ts";
import type { Clock } from "../../platform/clock.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { errorName, log } from "../../platform/log.ts";
import type { Keyring } from "../keys/keyring.ts";
import type { Masker } from "../mappings/masker.ts";
import type { Unmasker } from "../mappings/unmasker.ts";
import type { Capacity } from "../state/capacity.ts";
import type { Liveness } from "../state/liveness.ts";
import type { PolicySetVersion } from "../state/policy-set-version.ts";
import type { JobChunkStore } from "../store/job-chunks.ts";
import type { JobRow, JobStore } from "../store/jobs.ts";
import type { IntactResults } from "./intact-results.ts";
import { chunkText, JobBox } from "./job-box.ts";
import { JobMasker } from "./job-masker.ts";
import type { OpenJob } from "./job-planner.ts";
import type { JobPurger } from "./job-purger.ts";
import type { JobRules } from "./job-rules.ts";
import { ResultWriter } from "./result-writer.ts";
import { ItemFailed, SliceFailed } from "./slice-failures.ts";
import type { Turns } from "./turns.ts";

/** Times a slice is planned anew because a policy changed meanwhile; then it waits like a failed one. */
const MAX_PLANS = 8;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly jobs: JobStore;
  readonly chunks: JobChunkStore;
  readonly keyring: Keyring;
  readonly masker: Masker;
  readonly intact: IntactResults;
  readonly liveness: Liveness;
  readonly unmasker: Unmasker;
  readonly capacity: Capacity;
  readonly context: ContextMaker;
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly turns: Turns;
  readonly purger: JobPurger;
  readonly rules: JobRules;
  readonly policySetVersion: PolicySetVersion;
  /** How long a finished job's result can be read, in milliseconds. */
  readonly retentionMs: number;
}

/** Runs slices of one namespace's jobs. */
export class JobRunner {
  readonly #parts: Parts;
  readonly #results: ResultWriter;
  readonly #masker: JobMasker;
  #claimedNow = new Set<number>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#results = new ResultWriter(parts);
    this.#masker = new JobMasker({ ...parts, results: this.#results });
  }

  /**
   * At the start of an alarm: a job an earlier alarm claimed and never released took the object
   * down with it (or was interrupted); that counts as a failed try of its slice.
   */
  countCrashes(): void {
    for (const job of this.#parts.jobs.claimed()) this.#countFailure(job, "internal");
    this.releaseClaims();
  }

  /** At the end of an alarm: everything begun was finished or counted. */
  releaseClaims(): void {
    this.#parts.jobs.releaseClaims();
    this.#claimedNow = new Set();
  }

  /**
   * Run one slice of the job whose turn it is: one of its chunks, up to `most` of short items, or a part of a pass over
   * more. Gives how many chunks masked in a pass take as long, 0 when it failed or that is not known; null when no job is
   * due.
   */
  async runSlice(most = 1): Promise<number | null> {
    const { jobs, clock } = this.#parts;
    const job = jobs.nextRunnable(clock());
    if (job === null) return null;
    if (!this.#claimedNow.has(job.serial)) {
      jobs.claim(job.serial);
      this.#claimedNow.add(job.serial);
      // Or the claim would be committed together with the slice, and be lost in its crash.
      await this.#parts.storage.sync();
    }
    try {
      return await this.#run(job, most);
    } catch (error) {
      log("job.slice-failed", { error: errorName(error), attempts: job.attempts + 1 });
      this.#countFailure(job, error instanceof SliceFailed ? error.code : "internal");
      return 0;
    }
  }

  /** Gives how many chunks it did. */
  async #run(job: JobRow, most: number): Promise<number> {
    const box = await this.#box(job);
    if (job.meta === null) throw new Error("an open job has no meta");
    const meta = await box.openMeta(job.meta);
    if (meta.itemError !== null) {
      this.#fail(job, meta.itemError);
      return 0;
    }
    this.#parts.jobs.start(job.serial, this.#parts.clock());
    const number = this.#nextChunk(job);
    if (job.kind === "unmask" && number !== job.done_chunks) {
      this.#parts.purger.failErased(job);
      return 0;
    }
    try {
      const open = { job, box, meta };
      return await this.#planUntilDone(() =>
        job.kind === "mask" ? this.#masker.slice(open, { number, most }) : this.#unmaskSlice(open),
      );
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      // Where a slice that is masked again stands in the whole is not known.
      const isNext = number === job.done_chunks;
      const where = isNext ? { index: job.done_items + error.index } : {};
      this.#fail(job, { code: error.code, ...where });
      return 0;
    }
  }

  async #planUntilDone(slice: () => Promise<number | "outdated">): Promise<number> {
    for (let plan = 0; plan < MAX_PLANS; plan++) {
      const chunks = await slice();
      if (chunks !== "outdated") return chunks;
    }
    throw new SliceFailed("busy");
  }

  /**
   * The chunk to work on: the next one, or, with all done and the job still open, one whose mappings
   * were erased meanwhile. Masked again, its values get new tokens.
   */
  #nextChunk(job: JobRow): number {
    if (job.done_chunks < job.chunks) return job.done_chunks;
    const lost = this.#parts.chunks.firstLost(job.serial, this.#parts.liveness.watermark);
    return lost ?? job.chunks - 1;
  }

  /** Outdated when there may be a wrapper that its plan does not know. */
  async #unmaskSlice({ job, box, meta }: OpenJob): Promise<number | "outdated"> {
    const { items } = await box.readPayload<AnyUnmaskItem>(job.done_chunks);
    const { strict = false, partial = false } = meta;
    const batchCipher = await this.#parts.keyring.batchCipher();
    const cipher = await batchCipher.forTexts(textsIn(items));
    const { wrappers, policySetVersion } = await this.#parts.rules.wrappers();
    const plan = planUnmaskItems(items, { cipher, strict, wrappers });
    const { epoch } = this.#parts.liveness;
    const unmasked = await this.#parts.unmasker.unmask(questionOf(plan));
    const restored = restoreItems(plan, unmasked, { partial });
    if (!restored.ok) throw new ItemFailed(restored);
    const { outcomes } = restored;
    const done = {
      items: items.length,
      outcomes: chunkText(outcomes),
      answerBytes: chunkText(renderUnmaskedItems(items, outcomes)).length,
      mappingIds: unmasked.mappingIds,
    };
    const slice = { job, box, number: job.done_chunks, epoch };
    const { bytes, write } = await this.#results.prepare(slice, [done]);
    if (TEST_BUILD) await failpoint("job.unmasked");
    if (this.#parts.policySetVersion.current !== policySetVersion) return "outdated";
    // Values are longer than their tokens: a result can be far larger than what was submitted.
    if (!this.#parts.capacity.fits(bytes)) throw new SliceFailed("storage_full");
    this.#parts.storage.transactionSync(write);
    return 1;
  }

  #fail(job: JobRow, error: VaultError): void {
    const { storage, jobs, chunks, clock, retentionMs } = this.#parts;
    const now = clock();
    this.#parts.intact.forget(job.serial);
    this.#masker.forget(job.serial);
    storage.transactionSync(() => {
      const { code, index = null } = error;
      jobs.fail(job.serial, { code, index }, now, now + retentionMs);
      chunks.deletePart(job.serial, "result");
    });
  }

  #countFailure(job: JobRow, code: ErrorCode): void {
    const attempts = job.attempts + 1;
    const delay = retryDelay(attempts);
    if (delay === null) this.#fail(job, { code });
    else this.#parts.jobs.postpone(job.serial, attempts, this.#parts.clock() + delay);
  }

  async #box(job: JobRow): Promise<JobBox> {
    const { keyring, chunks, context, random } = this.#parts;
    if (job.job_key === null) throw new Error("an open job has no key");
    const key = await keyring.jobKey(job.serial, job.job_key);
    return new JobBox({ serial: job.serial, key }, chunks, context, random);
  }
}
