// SQL of `job_request`: which job a caller's Idempotency-Key has made.
import { Store } from "../../platform/store.ts";

/** Reads and writes keys of submissions, as digests. */
export class JobRequestStore extends Store {
  /** Note which job a key has made; no other row may have it. */
  add(job: number, digest: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_request (job, digest) VALUES (?, ?)", job, digest);
  }

  /** The serial number of the job that a key has made, or null. */
  find(digest: Uint8Array<ArrayBuffer>): number | null {
    return this.value<number>("SELECT job FROM job_request WHERE digest = ?", digest);
  }

  /** Forget a job's key. */
  remove(job: number): void {
    this.sql.exec("DELETE FROM job_request WHERE job = ?", job);
  }
}
