// SQL of `replay_part` and `part_key`, the tables of an object that keeps a namespace's replay parts.
import { KeyRows, keyTableSchema } from "../../platform/key-rows.ts";
import { Store } from "../../platform/store.ts";

const PART_KEYS = { table: "part_key", column: "bytes" } as const;
// No migrations: the first part creates the tables, and the last one takes them along. `until` precedes the long column.
const CREATE = `CREATE TABLE replay_part (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  until INTEGER NOT NULL,
  key INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
${keyTableSchema(PART_KEYS)}`;
const IS_THERE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'replay_part'";
// Registries share the keeper's class, and their databases must never be deleted: none may become a keeper.
const IS_OF_OTHERS = `SELECT 1 FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' LIMIT 1`;
const KEY_OF = "SELECT key FROM replay_part WHERE sha256 = ?";
const PUT = `INSERT INTO replay_part (sha256, until, key, sealed) VALUES (?, ?, ?, ?)
  ON CONFLICT (sha256) DO UPDATE SET until = max(until, excluded.until), key = excluded.key, sealed = excluded.sealed`;
const FIND =
  "SELECT sealed, bytes AS key FROM replay_part AS p JOIN part_key AS k ON k.id = p.key WHERE sha256 = ?";
const DELETE_DUE = `DELETE FROM replay_part WHERE id IN
  (SELECT id FROM replay_part WHERE until <= ? ORDER BY id LIMIT ?) RETURNING key`;

/** A part, sealed with its own key, and that key. */
interface KeptPart<Bytes> {
  readonly sealed: Bytes;
  readonly key: Bytes;
}

/** Reads and writes replay parts. */
export class ReplayPartStore extends Store {
  readonly #keys = new KeyRows(this.sql, PART_KEYS);

  get isThere(): boolean {
    return this.value(IS_THERE) !== null;
  }

  /**
   * Store a part until an instant (milliseconds since 1970), or an existing one anew and perhaps for longer, because it may be
   * damaged. Throws in a database with other tables. Call it in a transaction.
   */
  put(sha256: string, { sealed, key }: KeptPart<Uint8Array>, until: number): void {
    if (!this.isThere) {
      if (this.value(IS_OF_OTHERS) !== null) throw new Error("this is no keeper of replay parts");
      this.sql.exec(CREATE);
    }
    this.#keys.destroy(this.column<number>(KEY_OF, sha256));
    this.sql.exec(PUT, sha256, until, this.#keys.add(key), sealed);
  }

  find(sha256: string): KeptPart<ArrayBuffer> | null {
    return this.first(FIND, sha256);
  }

  /** When the first part expires; null when there is none. */
  earliest(): number | null {
    return this.value<number>("SELECT min(until) FROM replay_part");
  }

  /** Delete some expired parts, and destroy their keys. Call it in a transaction. */
  dropSome(now: number, limit: number): void {
    this.#keys.destroy(this.column<number>(DELETE_DUE, now, limit));
  }
}
