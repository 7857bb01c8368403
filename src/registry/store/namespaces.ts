// SQL of `namespace`.
import type { NamespaceRecord } from "../rpc.ts";

const COLUMNS = "name, nid, jurisdiction, creation_tracking_id AS creationTrackingId";
const BY_NAME = `SELECT ${COLUMNS} FROM namespace WHERE name = ?`;
const BY_NID = `SELECT ${COLUMNS} FROM namespace WHERE nid = ?`;
const LIST = `SELECT ${COLUMNS} FROM namespace WHERE name > ? ORDER BY name LIMIT ?`;

type Row = Record<string, SqlStorageValue> & NamespaceRecord;

/** Reads and writes namespaces. */
export class NamespaceStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The namespace of that name, or null. */
  byName(name: string): NamespaceRecord | null {
    const rows = this.#sql.exec<Row>(BY_NAME, name);
    return rows.toArray()[0] ?? null;
  }

  /** The namespace of that nid, or null. */
  byNid(nid: string): NamespaceRecord | null {
    const rows = this.#sql.exec<Row>(BY_NID, nid);
    return rows.toArray()[0] ?? null;
  }

  /** Namespaces after a name. */
  list(afterName: string, limit: number): NamespaceRecord[] {
    return this.#sql.exec<Row>(LIST, afterName, limit).toArray();
  }

  /** Take a namespace off the list: its name is free again. */
  remove(nid: string): void {
    this.#sql.exec("DELETE FROM namespace WHERE nid = ?", nid);
  }

  /** Note whether a namespace is held. */
  setHeld(nid: string, isHeld: boolean): void {
    this.#sql.exec("UPDATE namespace SET held = ? WHERE nid = ?", isHeld ? 1 : 0, nid);
  }

  /** Add a namespace; the name must be free. */
  add(record: NamespaceRecord, created: number): void {
    this.#sql.exec(
      "INSERT INTO namespace (name, nid, jurisdiction, creation_tracking_id, created) VALUES (?, ?, ?, ?, ?)",
      record.name,
      record.nid,
      record.jurisdiction,
      record.creationTrackingId,
      created,
    );
  }
}
