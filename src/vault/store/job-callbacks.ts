// SQL of `job_callback`: jobs whose end a callback reports, until its address has accepted it or it is given up; and
// of `job_request`: the job made with a caller's Idempotency-Key.
import type { JobKind, JobState } from "../../jobs/job.ts";
import { Store } from "../../platform/store.ts";

/** A callback to send. */
export interface CallbackRow extends Record<string, SqlStorageValue> {
  job: number;
  address: string;
  attempts: number;
  tracking_id: string;
  kind: JobKind;
  state: JobState;
  error_code: string | null;
}

const ENDED = `FROM job_callback AS c JOIN job AS j ON j.serial = c.job
  WHERE j.state NOT IN ('RECEIVING', 'PENDING', 'IN-PROGRESS')`;
/** The earliest due time; null when no callback is pending. */
export const CALLBACK_DUE = `SELECT min(c.due) ${ENDED}`;
/** Due callbacks: per address as many as the limit leaves beside those under way to it. */
const DUE = `SELECT job, address, attempts, tracking_id, kind, state, error_code FROM (
    SELECT c.job, c.address, c.attempts + 1 AS attempts, j.tracking_id, j.kind, j.state, j.error_code,
      row_number() OVER (PARTITION BY c.address ORDER BY c.due) AS place
    ${ENDED} AND c.due <= ?1)
  WHERE place <= ?3 - coalesce((SELECT value FROM json_each(?2) WHERE key = address), 0)`;
const LEFT_DUE = `SELECT c.job ${ENDED} AND c.due <= ?`;
const PUT_OFF = `UPDATE job_callback SET due = ? WHERE job IN (${LEFT_DUE})`;
/** After the last delay the first one again, which is longer than a try may take: the last try's row goes when it ends. */
const POSTPONE = `UPDATE job_callback SET attempts = attempts + 1, due = ?1 + coalesce(?2 ->> attempts, ?2 ->> 0)
  WHERE job IN (SELECT value FROM json_each(?3))`;

const ADD = "INSERT INTO job_callback (job, address, attempts, due) VALUES (?, ?, 0, ?)";

/** Reads and writes callbacks. */
export class JobCallbackStore extends Store {
  /** Schedule a callback for the end of a job. */
  add(job: number, address: string, due: number): void {
    this.sql.exec(ADD, job, address, due);
  }

  /**
   * Take some due callbacks: per address up to `limit`, less those that are under way to it. Each becomes due again after
   * the delay for its number of attempts, unless it is removed before.
   */
  take(
    now: number,
    {
      underWay,
      limit,
      delays,
    }: {
      underWay: Readonly<Record<string, number>>;
      limit: number;
      delays: readonly number[];
    },
  ): CallbackRow[] {
    const rows = this.sql.exec<CallbackRow>(DUE, now, JSON.stringify(underWay), limit).toArray();
    if (rows.length === 0) return [];
    const jobs = JSON.stringify(rows.map(({ job }) => job));
    this.sql.exec(POSTPONE, now, JSON.stringify(delays), jobs);
    return rows;
  }

  /** Postpone the callbacks that are still due to `until`. */
  putOff(now: number, until: number): void {
    if (this.value(LEFT_DUE, now) !== null) this.sql.exec(PUT_OFF, until, now);
  }

  /** Delete a callback that was delivered or given up. */
  remove(job: number): void {
    this.sql.exec("DELETE FROM job_callback WHERE job = ?", job);
  }
}

/** Reads and writes Idempotency-Keys of submissions, as digests. */
export class JobRequestStore extends Store {
  /** Store the key with which a job was made; no other row may have it. */
  add(job: number, digest: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_request (job, digest) VALUES (?, ?)", job, digest);
  }

  /** The serial number of the job made with a key, or null. */
  find(digest: Uint8Array<ArrayBuffer>): number | null {
    return this.value<number>("SELECT job FROM job_request WHERE digest = ?", digest);
  }

  /** Delete a job's key. */
  remove(job: number): void {
    this.sql.exec("DELETE FROM job_request WHERE job = ?", job);
  }
}
