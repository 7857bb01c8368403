// Statements that read jobs, for store/jobs.ts.

const COLUMNS = `serial, tracking_id, kind, state, submitter,
  (SELECT k.wrapped FROM job_key AS k WHERE k.job = job.serial) AS job_key, meta, items, chunks,
  done_chunks, done_items, result_bytes, attempts, claimed, turn, due, submitted, started, finished,
  error_code, error_index, policy, policy_version`;

/** See JobStore.numbers. */
export const NUMBERS =
  "SELECT coalesce(max(serial), 0) + 1 AS nextSerial, coalesce(max(turn), 0) AS lastTurn FROM job";

/** A row when a submission is being received, or was cut off. */
export const ANY_RECEIVING = `SELECT 1 FROM job INDEXED BY job_open
  WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND state = 'RECEIVING' LIMIT 1`;

/** The job with a serial number. */
export const BY_SERIAL = `SELECT ${COLUMNS} FROM job WHERE serial = ?`;

/** Acknowledged jobs with these tracking ids. */
export const BY_TRACKING_ID = `SELECT ${COLUMNS} FROM json_each(?) AS j CROSS JOIN job ON tracking_id = j.value
  WHERE state <> 'RECEIVING'`;

/** The open job that is due and has waited longest. */
export const NEXT_RUNNABLE = `SELECT ${COLUMNS} FROM job INDEXED BY job_open
  WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND state <> 'RECEIVING' AND due <= ?
  ORDER BY turn, serial LIMIT 1`;

/** A finished job that something is due for. */
export const NEXT_EXPIRED = `SELECT ${COLUMNS} FROM job
  WHERE due <= ? AND state IN ('SUCCESS', 'FAILED', 'PURGED') ORDER BY due LIMIT 1`;

/** An ended job that holds what a deletion by age covers. */
export const NEXT_HOLDING = `SELECT ${COLUMNS} FROM job
  WHERE state IN ('SUCCESS', 'FAILED') AND EXISTS (SELECT 1 FROM job_key WHERE job = job.serial)
    AND ((state = 'FAILED' AND submitted < ?2) OR EXISTS (
      SELECT 1 FROM job_chunk AS c WHERE c.job = job.serial AND c.min_mapping_id <= ?1))
  LIMIT 1`;

/** An open unmask job that has read what a deletion covers. */
export const NEXT_OPEN_UNMASK = `SELECT ${COLUMNS} FROM job INDEXED BY job_open
  WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND kind = 'unmask' AND EXISTS (
    SELECT 1 FROM job_chunk AS c WHERE c.job = job.serial AND c.min_mapping_id <= ?)
  LIMIT 1`;

/** Open jobs that an alarm has claimed. */
export const CLAIMED = `SELECT ${COLUMNS} FROM job INDEXED BY job_open
  WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS') AND claimed = 1`;

/** The next job that may hold data. */
export const NEXT_WITH_DATA = `SELECT ${COLUMNS} FROM job WHERE serial > ?
  AND state IN ('PENDING', 'IN-PROGRESS', 'SUCCESS', 'FAILED') ORDER BY serial LIMIT 1`;
