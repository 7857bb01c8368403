// Cancelling: an open job ends at once, and what was submitted and done of its result goes. Tokens that it has made stay.
import { err, ok } from "../../core/result.ts";
import { isOpen, type ShownJobState } from "../../jobs/job.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import type { JobPurger } from "./job-purger.ts";
import { mayCancel, shownState, userDigest } from "./job-views.ts";

interface Parts extends NamespaceBase {
  readonly purger: JobPurger;
}

/** Cancels jobs of one namespace. */
export class JobCanceller extends NamespacePart<Parts> {
  /** The job's state afterwards; one that has ended stays as it is. Fails with `tracking_id_unknown` or `forbidden`. */
  async cancel(caller: Caller, trackingId: string): Promise<Reply<ShownJobState>> {
    const { jobs, purger } = this.parts;
    const user = await userDigest(this.parts, caller);
    const [job] = jobs.findAll([trackingId]);
    if (job === undefined) return err({ code: "tracking_id_unknown" });
    if (!mayCancel(caller, user, job)) return err({ code: "forbidden" });
    if (!isOpen(job.state)) return ok(shownState(job));
    purger.failAndPurge(job, "cancelled");
    return ok("CANCELLED");
  }
}
