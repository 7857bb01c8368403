// SQL of `job_key` and `job_placeholder_key`: wrapped keys of jobs. Keys stand apart, in rows written
// once: a job's own row grows as it goes on, and each time it is moved the bytes it leaves behind stay
// in the file. For the same reason a key is overwritten in place before its row is deleted.

/** Reads, writes and destroys keys of jobs. */
export class JobKeyStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keep the key of a job's payload, result and meta. */
  add(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec("INSERT INTO job_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** Destroy it: nothing of the job can be read any more. */
  destroy(job: number): void {
    this.#sql.exec("UPDATE job_key SET wrapped = randomblob(length(wrapped)) WHERE job = ?", job);
    this.#sql.exec("DELETE FROM job_key WHERE job = ?", job);
  }

  /** Keep the key of a job's placeholders. */
  addPlaceholderKey(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec("INSERT INTO job_placeholder_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** The wrapped key of a job's placeholders; null when it has none, or has ended. */
  placeholderKey(job: number): ArrayBuffer | null {
    const rows = this.#sql.exec<{ wrapped: ArrayBuffer }>(
      "SELECT wrapped FROM job_placeholder_key WHERE job = ?",
      job,
    );
    return rows.toArray()[0]?.wrapped ?? null;
  }

  /** Destroy it: from then on nobody can tell which values the placeholders stood for. */
  destroyPlaceholderKey(job: number): void {
    this.#sql.exec(
      "UPDATE job_placeholder_key SET wrapped = randomblob(length(wrapped)) WHERE job = ?",
      job,
    );
    this.#sql.exec("DELETE FROM job_placeholder_key WHERE job = ?", job);
  }
}
