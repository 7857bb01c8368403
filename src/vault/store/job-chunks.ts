// SQL of `job_chunk`: sealed payloads and results of jobs, one slice a row (under 1 MB each).

/** Which side of a job a chunk belongs to. Stored: append only. */
export const JOB_PART = { payload: 1, result: 2 } as const;

/** Name of a side. */
export type JobPart = keyof typeof JOB_PART;

/** Chunks one purge step deletes: about 3 ms. */
const CHUNKS_PER_PURGE = 200;

const WITH_LOST_MAPPING = `SELECT q.value AS job FROM json_each(?) AS q WHERE EXISTS (
    SELECT 1 FROM job_chunk AS c, json_each(c.mapping_ids) AS j
    LEFT JOIN mapping AS m ON m.id = j.value
    WHERE c.job = q.value AND c.part = 2 AND m.id IS NULL)`;
const PAYLOAD_BYTES = `SELECT c.job, sum(length(c.sealed)) AS bytes
  FROM json_each(?) AS q CROSS JOIN job_chunk AS c ON c.job = q.value AND c.part = 1 GROUP BY c.job`;

/** Reads and writes chunks. */
export class JobChunkStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keep a chunk. `mappingIds` are those a result depends on. */
  add(
    job: number,
    part: JobPart,
    number: number,
    sealed: Uint8Array<ArrayBuffer>,
    mappingIds: readonly number[] | null,
  ): void {
    this.#sql.exec(
      "INSERT INTO job_chunk (job, part, number, sealed, mapping_ids) VALUES (?, ?, ?, ?, ?)",
      job,
      JOB_PART[part],
      number,
      sealed,
      mappingIds === null ? null : JSON.stringify(mappingIds),
    );
  }

  /** A sealed chunk, or null when it is not (or no longer) there. */
  find(job: number, part: JobPart, number: number): ArrayBuffer | null {
    const rows = this.#sql
      .exec<{ sealed: ArrayBuffer }>(
        "SELECT sealed FROM job_chunk WHERE job = ? AND part = ? AND number = ?",
        job,
        JOB_PART[part],
        number,
      )
      .toArray();
    return rows[0]?.sealed ?? null;
  }

  /** Those of the jobs whose result needs a mapping that is gone. One statement for all. */
  withLostMapping(jobs: readonly number[]): Set<number> {
    const rows = this.#sql.exec<{ job: number }>(WITH_LOST_MAPPING, JSON.stringify(jobs));
    return new Set(rows.toArray().map((row) => row.job));
  }

  /** Bytes of the jobs' sealed payloads. */
  payloadBytes(jobs: readonly number[]): Map<number, number> {
    const rows = this.#sql.exec<{ job: number; bytes: number }>(
      PAYLOAD_BYTES,
      JSON.stringify(jobs),
    );
    return new Map(rows.toArray().map((row) => [row.job, row.bytes]));
  }

  /** Delete all chunks of one side, at once: only for what was never acknowledged or small. */
  deletePart(job: number, part: JobPart): void {
    this.#sql.exec("DELETE FROM job_chunk WHERE job = ? AND part = ?", job, JOB_PART[part]);
  }

  /** Delete some chunks of a job; false when none were left. */
  deleteSome(job: number): boolean {
    const rows = this.#sql
      .exec<{ n: number }>(
        "DELETE FROM job_chunk WHERE job = ?1 AND (part, number) IN (SELECT part, number FROM job_chunk WHERE job = ?1 LIMIT ?2) RETURNING 1 AS n",
        job,
        CHUNKS_PER_PURGE,
      )
      .toArray();
    return rows.length > 0;
  }
}
