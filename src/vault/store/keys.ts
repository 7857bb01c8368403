// SQL of `namespace_key`, `day_key`, `job_key` and `job_placeholder_key`: wrapped keys only, never a usable one. Those of the
// audit are in audit/batches.ts, and go from here with all the others.
//
// A job's keys stand apart from its row, in rows written once: its own row grows as it goes on, and each time it is
// moved the bytes it leaves behind stay in the file. For the same reason a key is overwritten in place before its row
// is deleted.
import { Store } from "../../platform/store.ts";

/** Names of the keys a namespace has one of; `index` is that of digests. */
export type NamespaceKeyName = "index" | "token" | "record" | BlindingKeyName;

/** Names of the two rows that secrets of blindings take in turns (vault/keys/blindings.ts). */
export type BlindingKeyName = "blinding_0" | "blinding_1";

const EXISTS_BEFORE =
  "wrapped IS NOT NULL AND day >= ?3 AND (day < ?1 OR (day = ?1 AND version < ?2))";
const LIST_BEFORE = `SELECT day, version FROM day_key WHERE ${EXISTS_BEFORE} ORDER BY day, version`;
const OVERWRITE_BEFORE = `UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE ${EXISTS_BEFORE}`;
const EMPTY_BEFORE = `UPDATE day_key SET wrapped = NULL WHERE ${EXISTS_BEFORE}`;
const OF_LISTED_JOBS = "job IN (SELECT value FROM json_each(?))";
const OVERWRITE_JOB_KEYS = `UPDATE job_key SET wrapped = randomblob(length(wrapped)) WHERE ${OF_LISTED_JOBS}`;
const DELETE_JOB_KEYS = `DELETE FROM job_key WHERE ${OF_LISTED_JOBS}`;

/** Reads and writes wrapped keys. */
export class KeyStore extends Store {
  /** The wrapped key of that name, or null. */
  namespaceKey(name: NamespaceKeyName): ArrayBuffer | null {
    return this.value<ArrayBuffer>("SELECT wrapped FROM namespace_key WHERE name = ?", name);
  }

  /** Keep a wrapped key; one that is there already stays. */
  addNamespaceKey(name: NamespaceKeyName, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(
      "INSERT OR IGNORE INTO namespace_key (name, wrapped) VALUES (?, ?)",
      name,
      wrapped,
    );
  }

  /** Keep the wrapped secret of a blinding: written over what is there, in place where it is of the same length. */
  putBlindingKey(name: BlindingKeyName, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(
      "INSERT INTO namespace_key (name, wrapped) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET wrapped = excluded.wrapped",
      name,
      wrapped,
    );
  }

  /** Destroy it. The row stays, as noise. */
  overwriteBlindingKey(name: BlindingKeyName): void {
    this.sql.exec(
      "UPDATE namespace_key SET wrapped = randomblob(length(wrapped)) WHERE name = ?",
      name,
    );
  }

  /** The wrapped key of a UTC day and version, or null. */
  dayKey(day: number, version: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>(
      "SELECT wrapped FROM day_key WHERE day = ? AND version = ?",
      day,
      version,
    );
  }

  /** Newest version a day's key ever had, destroyed ones included; 0 when it never had any. */
  newestDayVersion(day: number): number {
    return this.value<number>("SELECT max(version) FROM day_key WHERE day = ?", day) ?? 0;
  }

  /** Destroy every key of the namespace: overwritten in place first, as below. */
  destroyAll(): void {
    this.sql.exec("UPDATE namespace_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec(
      "UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE wrapped IS NOT NULL",
    );
    this.sql.exec("UPDATE audit_day SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("UPDATE job_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("UPDATE job_placeholder_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("DELETE FROM namespace_key");
    this.sql.exec("DELETE FROM day_key");
    this.sql.exec("DELETE FROM audit_day");
    this.sql.exec("DELETE FROM job_key");
    this.sql.exec("DELETE FROM job_placeholder_key");
  }

  /** Keep a wrapped day key; one that is there already stays. */
  addDayKey(day: number, version: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(
      "INSERT OR IGNORE INTO day_key (day, version, wrapped) VALUES (?, ?, ?)",
      day,
      version,
      wrapped,
    );
  }

  /** Versions of keys that exist: of days from `from` to before `day`, and of `day` itself below `version`. */
  dayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    return this.rows(LIST_BEFORE, day, version, from);
  }

  /**
   * Destroy those keys, and give them. The bytes are overwritten in place before the column is emptied, because a
   * deleted cell's bytes stay in its page. The row stays: its version must never be used again.
   */
  destroyDayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    const destroyed = this.dayKeysBefore(day, version, from);
    this.sql.exec(OVERWRITE_BEFORE, day, version, from);
    this.sql.exec(EMPTY_BEFORE, day, version, from);
    return destroyed;
  }
}

/** Reads, writes and destroys keys of jobs. */
export class JobKeyStore extends Store {
  /** Keep the key of a job's payload, result and meta. */
  add(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** Destroy those of some jobs: nothing of them can be read any more. */
  destroy(jobs: readonly number[]): void {
    const listed = JSON.stringify(jobs);
    this.sql.exec(OVERWRITE_JOB_KEYS, listed);
    this.sql.exec(DELETE_JOB_KEYS, listed);
  }

  /** Keep the key of a job's placeholders. */
  addPlaceholderKey(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_placeholder_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** The wrapped key of a job's placeholders; null when it has none, or has ended. */
  placeholderKey(job: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>("SELECT wrapped FROM job_placeholder_key WHERE job = ?", job);
  }

  /** Destroy it: from then on nobody can tell which values the placeholders stood for. */
  destroyPlaceholderKey(job: number): void {
    this.sql.exec(
      "UPDATE job_placeholder_key SET wrapped = randomblob(length(wrapped)) WHERE job = ?",
      job,
    );
    this.sql.exec("DELETE FROM job_placeholder_key WHERE job = ?", job);
  }
}
