// SQL of `setting`: the few single values a namespace keeps.

/** Names of settings. */
export type SettingName =
  | "nid"
  | "next_mapping_id"
  | "watermark"
  | "erased_before"
  | "ledger_position"
  | "held"
  | "retention_days"
  | "retention_due"
  | "closed"
  | "storage_warned"
  | "formed_tokens_since"
  | "book_version"
  | `token_ceiling_${number}`;

/** Reads and writes settings. */
export class SettingStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** A setting as text, or null when it was never set. */
  text(name: SettingName): string | null {
    const value = this.#read(name);
    return value === null ? null : String(value);
  }

  /** A setting as a number, or null when it was never set. */
  number(name: SettingName): number | null {
    const value = this.#read(name);
    return value === null ? null : Number(value);
  }

  /** True while a legal hold keeps deletions from having effect and from going on. */
  get isHeld(): boolean {
    return this.number("held") === 1;
  }

  /** Set or replace a setting. */
  put(name: SettingName, value: string | number): void {
    this.#sql.exec(
      "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      name,
      value,
    );
  }

  #read(name: SettingName): SqlStorageValue {
    const rows = this.#sql
      .exec<{ value: SqlStorageValue }>("SELECT value FROM setting WHERE name = ?", name)
      .toArray();
    return rows[0]?.value ?? null;
  }
}
