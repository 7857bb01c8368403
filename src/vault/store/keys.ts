// SQL of `namespace_key` and `day_key`: wrapped keys only, never a usable one.

/** Names of the keys a namespace has one of. */
export type NamespaceKeyName = "digest" | "token" | "record";

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
      .exec<{ wrapped: ArrayBuffer }>(
        "SELECT wrapped FROM day_key WHERE day = ? AND version = ?",
        day,
        version,
      )
      .toArray();
    return rows[0]?.wrapped ?? null;
  }

  /** Newest version of a day's key, 0 when the day has none. */
  newestDayVersion(day: number): number {
    const row = this.#sql
      .exec<{ version: number }>(
        "SELECT coalesce(max(version), 0) AS version FROM day_key WHERE day = ?",
        day,
      )
      .one();
    return row.version;
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
}
