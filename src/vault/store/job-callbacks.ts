// SQL of `job_callback`: jobs whose end is to be told to an address, until it has taken that, or never will.
import type { JobKind, JobState } from "../../jobs/job.ts";
import { Store } from "../../platform/store.ts";

/** One that is being told. */
export interface CallbackRow extends Record<string, SqlStorageValue> {
  job: number;
  /** Name of the address. */
  address: string;
  /** How often it has been tried, this time included. */
  attempts: number;
  tracking_id: string;
  kind: JobKind;
  state: JobState;
  error_code: string | null;
}

/** Of jobs that have ended. */
const ENDED = `FROM job_callback AS c JOIN job AS j ON j.serial = c.job
  WHERE j.state NOT IN ('RECEIVING', 'PENDING', 'IN-PROGRESS')`;
/** The earliest due time; null when there is nothing to tell. */
export const CALLBACK_DUE = `SELECT min(c.due) ${ENDED}`;
const DUE = `SELECT c.job, c.address, c.attempts + 1 AS attempts, j.tracking_id, j.kind, j.state, j.error_code
  ${ENDED} AND c.due <= ? ORDER BY c.due LIMIT ?`;
const POSTPONE = `UPDATE job_callback SET attempts = attempts + 1, due = ?1 + coalesce(?2 ->> attempts, 0)
  WHERE job IN (SELECT value FROM json_each(?3))`;

/** Reads and writes what is to be told. */
export class JobCallbackStore extends Store {
  /** The end of a job is to be told. */
  add(job: number, address: string, due: number): void {
    this.sql.exec(
      "INSERT INTO job_callback (job, address, attempts, due) VALUES (?, ?, 0, ?)",
      job,
      address,
      due,
    );
  }

  /** Take so many that are due. Each is due again later, by how often it was tried, unless it is removed before. */
  take(now: number, limit: number, delays: readonly number[]): CallbackRow[] {
    const rows = this.sql.exec<CallbackRow>(DUE, now, limit).toArray();
    if (rows.length === 0) return [];
    const jobs = JSON.stringify(rows.map(({ job }) => job));
    this.sql.exec(POSTPONE, now, JSON.stringify(delays), jobs);
    return rows;
  }

  /** Told, or never to be. */
  remove(job: number): void {
    this.sql.exec("DELETE FROM job_callback WHERE job = ?", job);
  }
}
