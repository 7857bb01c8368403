// SQL of `replay_part`, the only table of an object that keeps a namespace's replay parts.
import { Store } from "../../platform/store.ts";

// No migrations: the first part creates the table, and the last one takes it along. `until` precedes the long column.
const CREATE = `CREATE TABLE replay_part (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  until INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT`;
const IS_THERE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'replay_part'";
// Registries share the keeper's class, and their databases must never be deleted: none may become a keeper.
const IS_OF_OTHERS = `SELECT 1 FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' LIMIT 1`;
const PUT = `INSERT INTO replay_part (sha256, until, sealed) VALUES (?, ?, ?)
  ON CONFLICT (sha256) DO UPDATE SET until = max(until, excluded.until)`;
const DUE = "SELECT id FROM replay_part WHERE until <= ? ORDER BY id LIMIT ?";

const OVERWRITE_PARTS = `UPDATE replay_part SET sealed = randomblob(length(sealed))
  WHERE id IN (SELECT value FROM json_each(?))`;

const DELETE_PARTS = "DELETE FROM replay_part WHERE id IN (SELECT value FROM json_each(?))";

/** Reads and writes replay parts. */
export class ReplayPartStore extends Store {
  /** Whether the table exists. */
  get isThere(): boolean {
    return this.value(IS_THERE) !== null;
  }

  /**
   * Store a part until an instant (milliseconds since 1970), or keep an existing one for longer. Throws in a database
   * with other tables.
   */
  put(sha256: string, sealed: Uint8Array, until: number): void {
    if (!this.isThere) {
      if (this.value(IS_OF_OTHERS) !== null) throw new Error("this is no keeper of replay parts");
      this.sql.exec(CREATE);
    }
    this.sql.exec(PUT, sha256, until, sealed);
  }

  /** A part by its hash, or null. */
  find(sha256: string): ArrayBuffer | null {
    return this.value<ArrayBuffer>("SELECT sealed FROM replay_part WHERE sha256 = ?", sha256);
  }

  /** When the first part expires; null when there is none. */
  earliest(): number | null {
    return this.value<number>("SELECT min(until) FROM replay_part");
  }

  /** Overwrite some expired parts; gives their ids. Only once that is on the disk may they be deleted (`drop`). */
  overwriteSome(now: number, limit: number): number[] {
    const ids = this.column<number>(DUE, now, limit);
    this.sql.exec(OVERWRITE_PARTS, JSON.stringify(ids));
    return ids;
  }

  /** Delete overwritten parts. SQLite does not write a page that is freed in the transaction that changed it. */
  drop(ids: readonly number[]): void {
    this.sql.exec(DELETE_PARTS, JSON.stringify(ids));
  }
}
