// Deletes ended jobs: result and payload after the retention time, the remaining row 30 days after the end. Also cancels
// open jobs; the mappings that a cancelled job has made stay.

import { Part } from "../../core/part.ts";
import { err, ok } from "../../core/result.ts";
import { DAY_MS } from "../../core/time.ts";
import { isOpen, type ShownJobState } from "../../jobs/job.ts";
import type { NamespaceBase } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobEnds } from "./job-ends.ts";
import { mayCancel, shownState } from "./job-views.ts";

/** How long after a job's end its row stays, without data, so that a late poll still gets an answer. */
const ROW_RETENTION_MS = 30 * DAY_MS;

type Base = Pick<
  NamespaceBase,
  "jobs" | "jobRequests" | "chunks" | "storage" | "clock" | "liveness" | "retentionMs"
>;
interface Parts extends Base {
  readonly ends: Pick<JobEnds, "noteEnd">;
}

/** Purges ended jobs of one namespace. */
export class JobPurger extends Part<Parts> {
  /** Serial numbers of submissions that are still to be dropped. */
  readonly #abandoned = new Set<number>();

  /**
   * Do one bounded step for the job that is longest overdue. The key is destroyed first: from then on none of the job's data
   * can be read, however long deleting its chunks takes. False when no job is due.
   */
  purgeSome(): boolean {
    this.#dropAbandoned();
    const now = this.parts.clock();
    const job = this.parts.jobs.nextExpired(now);
    if (job === null) return false;
    this.parts.storage.transactionSync(() => this.#step(job, now));
    return true;
  }

  /**
   * Purge, before jobs are shown, those whose result is past its retention time, or which FAILED and were submitted before the
   * cutoff of an erasure (there is no result whose mappings could be checked). Gives the others.
   */
  purgeExpired(found: readonly JobRow[]): JobRow[] {
    const { clock, liveness } = this.parts;
    const now = clock();
    const isOver = ({ state, due, submitted, job_key }: JobRow) =>
      state === "SUCCESS"
        ? due !== null && due <= now
        : state === "FAILED" && submitted < liveness.erasedBefore && job_key !== null;
    const { over = [], left = [] } = Object.groupBy(found, (job) =>
      isOver(job) ? "over" : "left",
    );
    this.purge(over, null);
    return left;
  }

  /** Destroy the keys of jobs, so that their data is unreadable at once; chunks are deleted later. SUCCESS becomes PURGED. */
  purge(found: readonly JobRow[], errorCode: string | null): void {
    if (found.length === 0) return;
    const { storage, jobs, clock } = this.parts;
    const serials = found.map(({ serial }) => serial);
    storage.transactionSync(() => jobs.purge(serials, errorCode, clock()));
  }

  /** End an open job and destroy its data, because a mapping it has read was erased or because it was cancelled. */
  failAndPurge(job: JobRow, code: "erased" | "cancelled"): void {
    const now = this.parts.clock();
    this.parts.storage.transactionSync(() => {
      this.parts.jobs.fail(job.serial, { code, index: null }, now);
      this.parts.jobs.purge([job.serial], null, now);
    });
    this.parts.ends.noteEnd(job.serial);
  }

  /**
   * Drop a submission that will not become a job; a small one at once, a large one in later steps of `purgeSome`. If the
   * database cannot be written now, `purgeSome` does it, because nothing else looks at such rows while the object is open.
   */
  abandon(serial: number): void {
    this.#abandoned.add(serial);
    this.#dropAbandoned();
  }

  #dropAbandoned(): void {
    const { storage, jobs, chunks, clock } = this.parts;
    for (const serial of this.#abandoned) {
      storage.transactionSync(() => {
        jobs.abandon([serial], clock());
        if (!chunks.deleteSome(serial) || !chunks.deleteSome(serial)) jobs.remove(serial);
      });
      this.#abandoned.delete(serial);
    }
  }

  #step(job: JobRow, now: number): void {
    const keepsInputUntil =
      job.state === "FAILED" ? (job.finished ?? 0) + this.parts.retentionMs : 0;
    if (job.job_key !== null && now < keepsInputUntil) {
      const hasDeleted = this.parts.chunks.deleteSome(job.serial, "result");
      if (!hasDeleted) this.parts.jobs.reschedule(job.serial, keepsInputUntil);
    } else if (job.job_key !== null) {
      this.parts.jobs.purge([job.serial], null, now);
    } else if (!this.parts.chunks.deleteSome(job.serial)) {
      // A RECEIVING job was never acknowledged, so no poll asks for its row.
      const removeAt = job.state === "RECEIVING" ? now : (job.finished ?? now) + ROW_RETENTION_MS;
      if (now >= removeAt) {
        this.parts.jobRequests.remove(job.serial);
        this.parts.jobs.remove(job.serial);
      } else this.parts.jobs.reschedule(job.serial, removeAt);
    }
  }
}

/** Cancel a job if it is open; gives its state afterwards. Fails with `tracking_id_unknown` or `forbidden`. */
export async function cancelJob(
  namespace: NamespaceBase & { readonly purger: JobPurger },
  caller: Caller,
  trackingId: string,
): Promise<Reply<ShownJobState>> {
  const user = await namespace.keyring.digest("user", caller.userId);
  const [job] = namespace.jobs.findAll([trackingId]);
  if (job === undefined) return err({ code: "tracking_id_unknown" });
  if (!mayCancel(caller, user, job)) return err({ code: "forbidden" });
  if (!isOpen(job.state)) return ok(shownState(job));
  namespace.purger.failAndPurge(job, "cancelled");
  return ok("CANCELLED");
}
