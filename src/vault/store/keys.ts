// SQL of `namespace_key` and `day_key`: wrapped keys only, never a usable one. And the end of all keys,
// those of jobs among them.

/**
 * Names of the keys a namespace has one of. `index` is of CMAC digests; namespaces made before there were such
 * have `digest`, of HMAC digests, instead.
 */
export type NamespaceKeyName = "index" | "digest" | "token" | "record";

/** Reads and writes wrapped keys. */
export class KeyStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The wrapped key of that name, or null. */
  namespaceKey(name: NamespaceKeyName): ArrayBuffer | null {
    const rows = this.#sql
      .exec<{ wrapped: ArrayBuffer }>("SELECT wrapped FROM namespace_key WHERE name = ?", name)
      .toArray();
    return rows[0]?.wrapped ?? null;
  }

  /** Keep a wrapped key; one that is there already stays. */
  addNamespaceKey(name: NamespaceKeyName, wrapped: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO namespace_key (name, wrapped) VALUES (?, ?)",
      name,
      wrapped,
    );
  }

  /** The wrapped key of a UTC day and version, or null. */
  dayKey(day: number, version: number): ArrayBuffer | null {
    const rows = this.#sql
      .exec<{ wrapped: ArrayBuffer | null }>(
        "SELECT wrapped FROM day_key WHERE day = ? AND version = ?",
        day,
        version,
      )
      .toArray();
    return rows[0]?.wrapped ?? null;
  }

  /** Newest version a day's key ever had, destroyed ones included; 0 when it never had any. */
  newestDayVersion(day: number): number {
    const row = this.#sql
      .exec<{ version: number }>(
        "SELECT coalesce(max(version), 0) AS version FROM day_key WHERE day = ?",
        day,
      )
      .one();
    return row.version;
  }

  /** Destroy every key of the namespace: overwritten in place first, as below. */
  destroyAll(): void {
    this.#sql.exec("UPDATE namespace_key SET wrapped = randomblob(length(wrapped))");
    this.#sql.exec(
      "UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE wrapped IS NOT NULL",
    );
    this.#sql.exec("UPDATE job_key SET wrapped = randomblob(length(wrapped))");
    this.#sql.exec("UPDATE job_placeholder_key SET wrapped = randomblob(length(wrapped))");
    this.#sql.exec("DELETE FROM namespace_key");
    this.#sql.exec("DELETE FROM day_key");
    this.#sql.exec("DELETE FROM job_key");
    this.#sql.exec("DELETE FROM job_placeholder_key");
  }

  /** Keep a wrapped day key; one that is there already stays. */
  addDayKey(day: number, version: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO day_key (day, version, wrapped) VALUES (?, ?, ?)",
      day,
      version,
      wrapped,
    );
  }

  /** Versions of day keys that exist: of days before `day`, and of `day` itself below `version`. */
  dayKeysBefore(day: number, version: number): { day: number; version: number }[] {
    return this.#sql
      .exec<{ day: number; version: number }>(
        `SELECT day, version FROM day_key
         WHERE wrapped IS NOT NULL AND (day < ?1 OR (day = ?1 AND version < ?2))
         ORDER BY day, version`,
        day,
        version,
      )
      .toArray();
  }

  /** Versions of one day's key below a version that exist. */
  versionsBelow(day: number, version: number): { day: number; version: number }[] {
    return this.#sql
      .exec<{ day: number; version: number }>(
        "SELECT day, version FROM day_key WHERE wrapped IS NOT NULL AND day = ? AND version < ? ORDER BY version",
        day,
        version,
      )
      .toArray();
  }

  /** Destroy those, as below. */
  destroyVersionsBelow(day: number, version: number): void {
    this.#sql.exec(
      "UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE wrapped IS NOT NULL AND day = ? AND version < ?",
      day,
      version,
    );
    this.#sql.exec(
      "UPDATE day_key SET wrapped = NULL WHERE wrapped IS NOT NULL AND day = ? AND version < ?",
      day,
      version,
    );
  }

  /**
   * Destroy those keys. The bytes are overwritten in place before the column is emptied, because a
   * deleted cell's bytes stay in its page. The row stays: its version must never be used again.
   */
  destroyDayKeysBefore(day: number, version: number): void {
    this.#sql.exec(
      `UPDATE day_key SET wrapped = randomblob(length(wrapped))
       WHERE wrapped IS NOT NULL AND (day < ?1 OR (day = ?1 AND version < ?2))`,
      day,
      version,
    );
    this.#sql.exec(
      `UPDATE day_key SET wrapped = NULL
       WHERE wrapped IS NOT NULL AND (day < ?1 OR (day = ?1 AND version < ?2))`,
      day,
      version,
    );
  }
}
