// SQL of `job`: one row per background job, from its acceptance until 30 days after its end.

import type { JobKind, JobState } from "../../jobs/job.ts";
import { Store } from "../../platform/store.ts";
import { JobKeyStore } from "./keys.ts";
import { PolicyVersionStore } from "./policies.ts";

/** A job as stored. Times are milliseconds since 1970. */
export interface JobRow extends Record<string, SqlStorageValue> {
  serial: number;
  tracking_id: string;
  kind: JobKind;
  state: JobState;
  submitter: ArrayBuffer;
  /** Wrapped key of payload, result and meta; null once purged. */
  job_key: ArrayBuffer | null;
  /** Sealed members of the request other than the list; null once purged. */
  meta: ArrayBuffer | null;
  items: number;
  chunks: number;
  done_chunks: number;
  done_items: number;
  result_bytes: number;
  attempts: number;
  claimed: number;
  turn: number;
  due: number | null;
  submitted: number;
  started: number | null;
  finished: number | null;
  error_code: string | null;
  error_index: number | null;
  /** The policy it masks with, in its version at acceptance; null for the default policy. */
  policy: number | null;
  policy_version: number | null;
}

/** A job that may have the next turn, and the digest of its user in hex. */
interface NextOfUser extends Record<string, SqlStorageValue> {
  user: string;
  serial: number;
}

const COLUMNS = `serial, tracking_id, kind, state, submitter,
  (SELECT wrapped FROM wrapped_key WHERE id = job.key) AS job_key,
  coalesce((SELECT m.sealed FROM job_meta AS m WHERE m.job = job.serial), meta) AS meta, items, chunks,
  done_chunks, done_items, result_bytes, attempts, claimed, turn, due, submitted, started, finished,
  error_code, error_index, policy, policy_version`;
const OPEN = "job INDEXED BY job_open WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS')";
/** A turn after those of all open jobs. */
const NEXT_TURN = `(SELECT max(turn) + 1 FROM ${OPEN})`;
const RECEIVING = `SELECT serial FROM ${OPEN} AND state = 'RECEIVING' AND due IS NULL`;
const ABANDON = `UPDATE job SET due = ? WHERE serial IN (SELECT value FROM json_each(?)) AND state = 'RECEIVING'`;
const BY_SERIAL = `SELECT ${COLUMNS} FROM job WHERE serial = ?`;
const BY_TRACKING_ID = `SELECT ${COLUMNS} FROM json_each(?) AS j CROSS JOIN job ON tracking_id = j.value
  WHERE state <> 'RECEIVING'`;
/** In a query with one min(), SQLite takes the other columns from the row with the minimum. */
const NEXT_OF_EACH_USER = `SELECT hex(submitter) AS user, serial, min(turn) AS turn FROM ${OPEN}
  AND state <> 'RECEIVING' AND due <= ? GROUP BY submitter ORDER BY turn, serial`;
const NEXT_EXPIRED = `SELECT ${COLUMNS} FROM job
  WHERE due <= ? AND state IN ('RECEIVING', 'SUCCESS', 'FAILED', 'PURGED') ORDER BY due LIMIT 1`;
const CLAIMED = `SELECT ${COLUMNS} FROM ${OPEN} AND claimed = 1`;
const POSTPONE =
  "UPDATE job SET attempts = ?, due = ? WHERE serial = ? AND state IN ('PENDING', 'IN-PROGRESS')";
/** Bounds the read: rows of jobs without data stay for a month. */
const ROWS_PER_READ = 1_000;
const ROWS_AFTER = `SELECT serial, state IN ('PENDING', 'IN-PROGRESS', 'SUCCESS', 'FAILED') FROM job
  WHERE serial > ? ORDER BY serial LIMIT ?`;

const RECEIVE = `INSERT INTO job (serial, tracking_id, kind, state, submitter, items, chunks, done_chunks,
  done_items, result_bytes, attempts, claimed, turn, submitted, key)
  VALUES (?, ?, ?, 'RECEIVING', ?, 0, 0, 0, 0, 0, 0, 0, 0, ?, ?)`;
const START =
  "UPDATE job SET state = 'IN-PROGRESS', started = ? WHERE serial = ? AND state = 'PENDING'";
const SUCCEED =
  "UPDATE job SET state = 'SUCCESS', finished = ?, due = ?, claimed = 0 WHERE serial = ? AND state = 'IN-PROGRESS'";
const FAIL =
  "UPDATE job SET state = 'FAILED', started = coalesce(started, ?1), finished = ?1, due = ?1, error_code = ?2, error_index = ?3, claimed = 0, result_bytes = 0 WHERE serial = ?4 AND state IN ('PENDING', 'IN-PROGRESS')";
const LISTED = "(SELECT value FROM json_each(?1))";
const PURGE = `UPDATE job SET state = iif(state = 'SUCCESS', 'PURGED', state), meta = NULL, result_bytes = 0,
  error_code = coalesce(?2, error_code), due = ?3 WHERE serial IN ${LISTED}`;

/** Reads and writes jobs. */
export class JobStore extends Store {
  readonly #keys: JobKeyStore;
  readonly #policyVersions: PolicyVersionStore;

  constructor(sql: SqlStorage) {
    super(sql);
    this.#keys = new JobKeyStore(sql);
    this.#policyVersions = new PolicyVersionStore(sql);
  }

  countOpen(submitter: Uint8Array<ArrayBuffer> | null = null): number {
    const query = `SELECT count(*) AS n FROM ${OPEN} AND (?1 IS NULL OR submitter = ?1)`;
    return this.value<number>(query, submitter) ?? 0;
  }

  /** Start receiving a job; it is invisible until `accept`. */
  receive(job: {
    serial: number;
    trackingId: string;
    kind: JobKind;
    submitter: Uint8Array<ArrayBuffer>;
    jobKey: Uint8Array<ArrayBuffer>;
    submitted: number;
  }): void {
    const key = this.#keys.add(job.jobKey);
    this.sql.exec(RECEIVE, job.serial, job.trackingId, job.kind, job.submitter, job.submitted, key);
  }

  /**
   * Make a received job PENDING and due at once. Keeps its policy's version until it ends. Its meta gets its own row
   * (`job.meta` is of jobs before migration 15): with 12 KB of it in each row, choosing the next turn would read megabytes.
   */
  accept(
    serial: number,
    job: {
      meta: Uint8Array<ArrayBuffer>;
      items: number;
      chunks: number;
      due: number;
      policy: { id: number; version: number } | null;
    },
  ): void {
    this.sql.exec(
      `UPDATE job SET state = 'PENDING', items = ?, chunks = ?, due = ?, turn = ${NEXT_TURN},
         policy = ?, policy_version = ? WHERE serial = ? AND state = 'RECEIVING'`,
      job.items,
      job.chunks,
      job.due,
      job.policy?.id ?? null,
      job.policy?.version ?? null,
      serial,
    );
    this.sql.exec("INSERT INTO job_meta (job, sealed) VALUES (?, ?)", serial, job.meta);
  }

  nextSerial(): number {
    return this.value<number>("SELECT coalesce(max(serial), 0) + 1 FROM job") ?? 1;
  }

  /** Abandon submissions that were cut off: destroys their keys now; their data is purged from `now` on. */
  abandon(serials: readonly number[], now: number): void {
    this.#keys.destroy(serials);
    this.sql.exec(ABANDON, now, JSON.stringify(serials));
  }

  /** Abandon all cut-off submissions. Writes only if there are any: an object's first answers wait for that commit. */
  abandonReceiving(now: number): void {
    const serials = this.column<number>(RECEIVING);
    if (serials.length > 0) this.abandon(serials, now);
  }

  find(serial: number): JobRow | null {
    return this.first<JobRow>(BY_SERIAL, serial);
  }

  findAll(trackingIds: readonly string[]): JobRow[] {
    return this.sql.exec<JobRow>(BY_TRACKING_ID, JSON.stringify(trackingIds)).toArray();
  }

  /** For each user, the due open job that has waited longest for a turn; the user who has waited longest comes first. */
  nextOfEachUser(now: number): NextOfUser[] {
    return this.sql.exec<NextOfUser>(NEXT_OF_EACH_USER, now).toArray();
  }

  /** An ended job whose results or row have passed their retention, or an abandoned one; null when there is none. */
  nextExpired(now: number): JobRow | null {
    return this.first<JobRow>(NEXT_EXPIRED, now);
  }

  /** The first job after a serial that may hold data, among the rows read; `last`: where to continue, null at the end. */
  nextWithData(after: number): { job: JobRow | null; last: number | null } {
    const rows = [...this.sql.exec(ROWS_AFTER, after, ROWS_PER_READ).raw<[number, number]>()];
    const [serial] = rows.find(([, hasData]) => hasData === 1) ?? [];
    const job = serial === undefined ? null : this.find(serial);
    return { job, last: serial ?? rows.at(-1)?.[0] ?? null };
  }

  /** Record that an alarm is working on a job; a record still there at the next alarm means a crash. */
  claim(serial: number): void {
    this.sql.exec("UPDATE job SET claimed = 1 WHERE serial = ?", serial);
  }

  /** Release every claim; failed work has been counted or finished. */
  releaseClaims(): void {
    this.sql.exec(
      "UPDATE job SET claimed = 0 WHERE claimed = 1 AND state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS')",
    );
  }

  /** Open jobs an earlier alarm claimed and never released. */
  claimed(): JobRow[] {
    return this.sql.exec<JobRow>(CLAIMED).toArray();
  }

  /** Start a job: PENDING becomes IN-PROGRESS. */
  start(serial: number, now: number): void {
    this.sql.exec(START, now, serial);
  }

  /**
   * Record finished chunks; moves the job to the end of the queue and resets its failure count. False when the job is
   * no longer where the slice began, so that no slice is counted twice.
   */
  advance(
    job: Pick<JobRow, "serial" | "done_chunks">,
    progress: { chunks: number; items: number; resultBytes: number },
  ): boolean {
    const advanced = this.value(
      `UPDATE job SET done_chunks = done_chunks + ?, done_items = done_items + ?,
         result_bytes = result_bytes + ?, turn = ${NEXT_TURN}, attempts = 0
       WHERE serial = ? AND done_chunks = ? AND state = 'IN-PROGRESS' RETURNING serial`,
      progress.chunks,
      progress.items,
      progress.resultBytes,
      job.serial,
      job.done_chunks,
    );
    return advanced !== null;
  }

  /** Count a failed attempt and wait until `due`, unless the job has ended. */
  postpone(serial: number, attempts: number, due: number): void {
    this.sql.exec(POSTPONE, attempts, due, serial);
  }

  /** End a job as SUCCESS, unless it has ended; its result is readable until `purgeAt`. Call it in a transaction. */
  succeed(serial: number, now: number, purgeAt: number): void {
    this.sql.exec(SUCCEED, now, purgeAt, serial);
    this.#dropOpenJobData(serial);
  }

  /** End a job as FAILED, unless it has ended; its partial result becomes due for purging. Call it in a transaction. */
  fail(serial: number, error: { code: string; index: number | null }, now: number): void {
    this.sql.exec(FAIL, now, error.code, error.index, serial);
    this.#dropOpenJobData(serial);
  }

  /** Delete what only an open job needs: the key of its placeholders, its policy's version. */
  #dropOpenJobData(serial: number): void {
    this.#keys.destroyPlaceholderKey(serial);
    const policy = this.find(serial)?.policy ?? null;
    if (policy !== null) this.#policyVersions.dropUnneeded(policy);
  }

  /** Destroy the keys of purged jobs, and delete their meta; their next step is due now. SUCCESS becomes PURGED. */
  purge(serials: readonly number[], errorCode: string | null, now: number): void {
    this.#keys.destroy(serials);
    this.#dropMeta(serials);
    this.sql.exec(PURGE, JSON.stringify(serials), errorCode, now);
  }

  /** Make a job's next step due at `due`. */
  reschedule(serial: number, due: number): void {
    this.sql.exec("UPDATE job SET due = ? WHERE serial = ?", due, serial);
  }

  /** Delete the remaining row. */
  remove(serial: number): void {
    this.#keys.destroy([serial]);
    this.#dropMeta([serial]);
    this.sql.exec("DELETE FROM job WHERE serial = ?", serial);
  }

  #dropMeta(serials: readonly number[]): void {
    this.sql.exec(`DELETE FROM job_meta WHERE job IN ${LISTED}`, JSON.stringify(serials));
  }
}
