// Lets go of ended jobs: results and payload after the retention time, the bare row 30 days later; and ends one that is
// cancelled, whose tokens stay.

import { err, ok } from "../../core/result.ts";
import { DAY_MS } from "../../core/time.ts";
import { isOpen, type ShownJobState } from "../../jobs/job.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobRow } from "../store/jobs.ts";
import type { JobEnds } from "./job-ends.ts";
import { mayCancel, shownState, userDigest } from "./job-views.ts";

/** How long the bare row of an ended job stays, so that a late poll still gets an answer. */
const ROW_RETENTION_MS = 30 * DAY_MS;

type Base = Pick<
  NamespaceBase,
  "jobs" | "jobRequests" | "chunks" | "storage" | "clock" | "liveness" | "retentionMs"
>;
interface Parts extends Base {
  readonly ends: Pick<JobEnds, "tell">;
}

/** Purges ended jobs of one namespace. */
export class JobPurger extends NamespacePart<Parts> {
  /**
   * One bounded step of whatever is over its time. The key goes first: from then on nothing of the
   * job can be read, however long its chunks take to delete. False when nothing is due.
   */
  purgeSome(): boolean {
    const now = this.parts.clock();
    const job = this.parts.jobs.nextExpired(now);
    if (job === null) return false;
    this.parts.storage.transactionSync(() => this.#step(job, now));
    return true;
  }

  /**
   * Before a job is shown: whether it was over its time, or FAILED and submitted before what has been erased (it has no
   * result to judge by), and so is purged.
   */
  purgeIfOver(job: JobRow): boolean {
    const { clock, liveness } = this.parts;
    const isOver =
      job.state === "SUCCESS"
        ? job.due !== null && job.due <= clock()
        : job.state === "FAILED" && job.submitted < liveness.erasedBefore && job.job_key !== null;
    if (isOver) this.purge(job, null);
    return isOver;
  }

  /** Results are no longer to be had, now. */
  purge(job: JobRow, errorCode: string | null): void {
    this.parts.storage.transactionSync(() => {
      this.parts.jobs.purge(job.serial, errorCode);
      this.parts.jobs.reschedule(job.serial, this.parts.clock());
    });
  }

  /** End an open job of which nothing is to stay: what it has read was erased, or it was cancelled. */
  failAndPurge(job: JobRow, code: "erased" | "cancelled"): void {
    const now = this.parts.clock();
    this.parts.storage.transactionSync(() => {
      this.parts.jobs.fail(job.serial, { code, index: null }, now);
      this.parts.jobs.purge(job.serial, null);
    });
    this.parts.ends.tell(job.serial);
  }

  /** Let go of a submission that will not be a job: at once if it is small. */
  abandon(serial: number): void {
    const { storage, jobs, chunks, clock } = this.parts;
    storage.transactionSync(() => {
      jobs.abandon([serial], clock());
      if (!chunks.deleteSome(serial) || !chunks.deleteSome(serial)) jobs.remove(serial);
    });
  }

  #step(job: JobRow, now: number): void {
    const keepsInputUntil =
      job.state === "FAILED" ? (job.finished ?? 0) + this.parts.retentionMs : 0;
    if (job.job_key !== null && now < keepsInputUntil) {
      const hasDeleted = this.parts.chunks.deleteSome(job.serial, "result");
      if (!hasDeleted) this.parts.jobs.reschedule(job.serial, keepsInputUntil);
    } else if (job.job_key !== null) {
      this.parts.jobs.purge(job.serial, null);
    } else if (!this.parts.chunks.deleteSome(job.serial)) {
      // Of what was never acknowledged there is nothing to be asked for.
      const removeAt = job.state === "RECEIVING" ? now : (job.finished ?? now) + ROW_RETENTION_MS;
      if (now >= removeAt) {
        this.parts.jobRequests.remove(job.serial);
        this.parts.jobs.remove(job.serial);
      } else this.parts.jobs.reschedule(job.serial, removeAt);
    }
  }
}

/** Cancel an open job; its state afterwards, or that of one that has ended. Fails with `tracking_id_unknown` or `forbidden`. */
export async function cancelJob(
  namespace: NamespaceBase & { readonly purger: JobPurger },
  caller: Caller,
  trackingId: string,
): Promise<Reply<ShownJobState>> {
  const user = await userDigest(namespace, caller);
  const [job] = namespace.jobs.findAll([trackingId]);
  if (job === undefined) return err({ code: "tracking_id_unknown" });
  if (!mayCancel(caller, user, job)) return err({ code: "forbidden" });
  if (!isOpen(job.state)) return ok(shownState(job));
  namespace.purger.failAndPurge(job, "cancelled");
  return ok("CANCELLED");
}
