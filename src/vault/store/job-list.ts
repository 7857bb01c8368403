// SQL of job lists: selects the jobs that a list shows, reading a bounded number of rows at a time.
import type { JobKind, ShownJobState } from "../../jobs/job.ts";
import { Store } from "../../platform/store.ts";

/** Rows that one query reads, in some 3 ms; rows of ended jobs stay for a month. */
const ROWS_PER_READ = 5_000;

const OLDER = `SELECT serial, tracking_id, state <> 'RECEIVING' AND (?2 IS NULL OR ?2 = iif(error_code = 'cancelled', 'CANCELLED', state))
    AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR submitter = ?4)
  FROM job WHERE serial < ?1 ORDER BY serial DESC LIMIT ?5`;

/** Filter of a list; null: any. */
interface JobFilter {
  readonly state: ShownJobState | null;
  readonly kind: JobKind | null;
  /** Digest of the submitter's user id. */
  readonly submitter: Uint8Array | null;
}

/** Lists jobs. */
export class JobListStore extends Store {
  /**
   * Tracking ids of the newest jobs with serial numbers below `than`, newest first, at most `limit` and as many as
   * one query finds; `last` is the serial number to continue from, null at the end.
   */
  older(
    than: number,
    { state, kind, submitter }: JobFilter,
    limit: number,
  ): { trackingIds: string[]; last: number | null } {
    const bound = [than, state, kind, submitter, ROWS_PER_READ];
    const rows = this.sql.exec(OLDER, ...bound).raw<[number, string, number]>();
    const trackingIds: string[] = [];
    let looked = 0;
    for (const [serial, trackingId, isShown] of rows) {
      looked += 1;
      if (isShown === 1) trackingIds.push(trackingId);
      if (trackingIds.length === limit || looked === ROWS_PER_READ) {
        return { trackingIds, last: serial > 1 ? serial : null };
      }
    }
    return { trackingIds, last: null };
  }
}
