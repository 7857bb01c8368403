// Writes the audit records of background jobs: one record for all that one alarm did of one job. The request that submitted
// the job has its own record, written before its texts were searched.
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
import { NamespacePart } from "../namespace-base.ts";
import type { JobRow } from "../store/jobs.ts";

/** The work done by a slice, or by several. */
export interface SliceWork {
  readonly items: number;
  /** Number of values found in texts, by entity type. */
  readonly entities: EntityCounts;
}

/** Collects in memory what jobs of one namespace did, until `write` stores it. A killed process loses what is not stored. */
export class JobAudit extends NamespacePart<{ readonly audit: AuditLog }> {
  readonly #done = new Map<string, SliceWork & { readonly job: JobRow; readonly since: number }>();
  /** Records that the audit log has not stored yet; `write` sends them again unchanged. */
  #unsent: SentRecords | null = null;

  /** Note the work of a slice that began at `since` and is written. */
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

  /** Write what was noted; called at the end of an alarm. Never throws: records that cannot be stored wait for the next. */
  async write(): Promise<void> {
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
