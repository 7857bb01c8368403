// Which jobs' results are known to speak of living mappings only, without a look at them: a look takes 40 ms for
// 100,000 items, and mostly nothing has been erased since a job's first chunk was written.
import type { Liveness } from "../state/liveness.ts";

/** More are not remembered: the oldest are looked at again. */
const MOST_JOBS = 10_000;

/** Remembers jobs for as long as nothing is erased; in memory only, so that after a start all are looked at. */
export class UntouchedResults {
  readonly #liveness: Liveness;
  readonly #jobs = new Set<number>();
  #epoch = -1;

  constructor(liveness: Liveness) {
    this.#liveness = liveness;
  }

  /** The first chunk of a job's result is being written; its mappings were alive in `epoch`. */
  began(serial: number, epoch: number): void {
    this.#refresh();
    this.#jobs.delete(serial);
    if (epoch !== this.#epoch) return;
    this.#jobs.add(serial);
    const [oldest] = this.#jobs;
    if (this.#jobs.size > MOST_JOBS && oldest !== undefined) this.#jobs.delete(oldest);
  }

  /** Whether nothing has been erased since the job's first chunk was written. */
  has(serial: number): boolean {
    this.#refresh();
    return this.#jobs.has(serial);
  }

  /** The job has ended without a result. */
  forget(serial: number): void {
    this.#jobs.delete(serial);
  }

  #refresh(): void {
    const { epoch } = this.#liveness;
    if (epoch === this.#epoch) return;
    this.#jobs.clear();
    this.#epoch = epoch;
  }
}
