// Lets go of ended jobs: results and payload after the retention time, the bare row 30 days later.

import type { ErrorCode } from "../../core/errors.ts";
import { DAY_MS } from "../../core/time.ts";
import type { Clock } from "../../platform/clock.ts";
import type { JobChunkStore } from "../store/job-chunks.ts";
import type { JobRow, JobStore } from "../store/jobs.ts";

/** How long the bare row of an ended job stays, so that a late poll still gets an answer. */
const ROW_RETENTION_MS = 30 * DAY_MS;

/** Purges ended jobs of one namespace. */
export class JobPurger {
  readonly #jobs: JobStore;
  readonly #chunks: JobChunkStore;
  readonly #storage: DurableObjectStorage;
  readonly #clock: Clock;

  constructor(
    stores: { jobs: JobStore; chunks: JobChunkStore },
    storage: DurableObjectStorage,
    clock: Clock,
  ) {
    this.#jobs = stores.jobs;
    this.#chunks = stores.chunks;
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * One bounded step of whatever is over its time. The key goes first: from then on nothing of the
   * job can be read, however long its chunks take to delete. False when nothing is due.
   */
  purgeSome(): boolean {
    const now = this.#clock();
    const job = this.#jobs.nextExpired(now);
    if (job === null) return false;
    this.#storage.transactionSync(() => this.#step(job, now));
    return true;
  }

  /** Results are no longer to be had, now. */
  purge(job: JobRow, errorCode: string | null): void {
    this.#storage.transactionSync(() => {
      this.#jobs.purge(job.serial, errorCode);
      this.#jobs.reschedule(job.serial, this.#clock());
    });
  }

  /** A job that cannot end well any more, because what it has read was erased: nothing of it stays. */
  failErased(job: JobRow): void {
    const now = this.#clock();
    this.#storage.transactionSync(() => {
      this.#jobs.fail(job.serial, { code: "erased" satisfies ErrorCode, index: null }, now, now);
      this.#jobs.purge(job.serial, null);
    });
  }

  #step(job: JobRow, now: number): void {
    if (job.job_key !== null) {
      this.#jobs.purge(job.serial, null);
    } else if (!this.#chunks.deleteSome(job.serial)) {
      const removeAt = (job.finished ?? now) + ROW_RETENTION_MS;
      if (now >= removeAt) this.#jobs.remove(job.serial);
      else this.#jobs.reschedule(job.serial, removeAt);
    }
  }
}
