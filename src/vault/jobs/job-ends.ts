// Lets readers wait for the end of jobs, without asking again and again: who ends a job tells it here.
import { isOpen } from "../../jobs/job.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller } from "../rpc.ts";
import { mayRead, userDigest } from "./job-views.ts";

/** Longest that one call waits; who wants more calls again. */
const MAX_WAIT_MS = 10_000;

/** One who waits, until all of these have ended. */
interface Waiter {
  readonly open: Set<number>;
  readonly done: () => void;
}

/** Knows who waits for jobs of one namespace. */
export class JobEnds extends NamespacePart<Pick<NamespaceBase, "jobs" | "keyring" | "recycler">> {
  readonly #waiters = new Set<Waiter>();

  /** A job has ended, or was looked at for it: whoever waits for nothing else goes on. */
  tell(serial: number): void {
    for (const waiter of this.#waiters) {
      if (waiter.open.delete(serial) && waiter.open.size === 0) waiter.done();
    }
  }

  /**
   * Resolves when those of these jobs that the caller may read have ended, or after so many milliseconds. The object may
   * close meanwhile: then the call is cut, and whoever asked asks again.
   */
  async until(caller: Caller, trackingIds: readonly string[], ms: number): Promise<void> {
    const { jobs, recycler } = this.parts;
    const user = await userDigest(this.parts, caller);
    const found = jobs.findAll(trackingIds);
    const open = found.filter((job) => isOpen(job.state) && mayRead(caller, user, job));
    if (open.length === 0) return;
    await recycler.outside(() => this.#wait(new Set(open.map(({ serial }) => serial)), ms));
  }

  async #wait(open: Set<number>, ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter = { open, done: resolve };
    const timer = setTimeout(resolve, Math.min(ms, MAX_WAIT_MS));
    this.#waiters.add(waiter);
    await promise;
    clearTimeout(timer);
    this.#waiters.delete(waiter);
  }
}
