// Tells the audit what jobs have done: what an alarm does of a job is one record. The request that submitted the job has
// a record of its own, from before anything was found in its texts.
import {
  type AuditRecord,
  addCounts,
  type EntityCounts,
  JOB,
  type SentRecords,
} from "../../core/audit.ts";
import { newTrackingId } from "../../core/ids.ts";
import { errorName, log } from "../../platform/log.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import { type NamespaceBase, NamespacePart } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";

interface Parts extends Pick<NamespaceBase, "clock" | "random" | "isAudited"> {
  readonly audit: AuditLog;
}

/** What a slice has done. */
export interface SliceWork {
  readonly items: number;
  /** Values found in texts. */
  readonly entities: EntityCounts;
}

/** Keeps what jobs of one namespace have done until it is told. A process that is killed takes that along. */
export class JobAudit extends NamespacePart<Parts> {
  readonly #done = new Map<string, SliceWork & { readonly job: JobRow; readonly since: number }>();
  /** What could not be kept: it is sent again as it is. */
  #unsent: SentRecords | null = null;

  /** A slice of a job was begun at `since`, and is written. */
  note(job: JobRow, { items, entities }: SliceWork, since: number): void {
    if (!this.parts.isAudited) return;
    const before = this.#done.get(job.tracking_id);
    this.#done.set(job.tracking_id, {
      job,
      since: before?.since ?? since,
      items: (before?.items ?? 0) + items,
      entities: addCounts(before?.entities ?? {}, entities),
    });
  }

  /** At the end of an alarm. Never throws: what cannot be kept waits for the next alarm. */
  async tell(): Promise<void> {
    this.#unsent ??= this.#take();
    if (this.#unsent === null) return;
    try {
      await this.parts.audit.append(this.#unsent);
      this.#unsent = null;
    } catch (error) {
      log("audit.job-not-kept", { error: errorName(error) });
    }
  }

  #take(): SentRecords | null {
    if (this.#done.size === 0) return null;
    const { clock, random } = this.parts;
    const now = clock();
    const time = new Date(now).toISOString();
    const records = [...this.#done.values()].map(
      ({ job, since, items, entities }): AuditRecord => ({
        ...{ time, request_id: "", token_id: JOB, user: JOB, operation: `JOB ${job.kind}` },
        ...{ outcome: "ok", duration_ms: Math.max(0, now - since), items, entities },
        tracking_id: job.tracking_id,
      }),
    );
    this.#done.clear();
    return { sender: newTrackingId(random, now), records, unchecked: [] };
  }
}
