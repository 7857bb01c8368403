// Lets readers wait for the end of jobs instead of polling. Code that ends a job calls `noteEnd`.
import { isOpen } from "../../jobs/job.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller } from "../rpc.ts";
import { mayRead } from "./job-views.ts";

/** Longest wait of one call; a caller that wants to wait longer calls again. */
const MAX_WAIT_MS = 10_000;

/** A call that waits until all jobs in `openJobs` (serial numbers) have ended. */
interface Waiter {
  readonly openJobs: Set<number>;
  readonly resolve: () => void;
}

/** Keeps the calls that wait for jobs of one namespace. */
export class JobEnds extends NamespacePart {
  readonly #waiters = new Set<Waiter>();

  /** Note that a job has ended, and resume the calls that waited for it alone. */
  noteEnd(serial: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.openJobs.delete(serial) && waiter.openJobs.size === 0) waiter.resolve();
    }
  }

  /**
   * Resolves when all of these jobs that the caller may read have ended, or after `ms` milliseconds (MAX_WAIT_MS at most).
   * The object may close during the wait: the call then breaks off and the Worker repeats it.
   */
  async waitFor(caller: Caller, trackingIds: readonly string[], ms: number): Promise<void> {
    const { jobs, recycler } = this.parts;
    const user = await this.parts.keyring.digest("user", caller.userId);
    const found = jobs.findAll(trackingIds);
    const open = found.filter((job) => isOpen(job.state) && mayRead(caller, user, job));
    if (open.length === 0) return;
    await recycler.outside(() => this.#wait(new Set(open.map(({ serial }) => serial)), ms));
  }

  async #wait(open: Set<number>, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { openJobs: open, resolve };
    const timer = setTimeout(resolve, Math.min(ms, MAX_WAIT_MS));
    this.#waiters.add(waiter);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(waiter);
  }
}
