// SQL of `key_rotation`, which has one row, for the latest rotation, and of `receipt_key`: public keys, which are
// kept after the root key version that they derive from is removed.
import { Store } from "../../platform/store.ts";

/** A rotation as stored. Times are milliseconds since 1970. */
export interface KeyRotationRow {
  version: number;
  tracking_id: string;
  oldest: number;
  requested: number;
  finished: number | null;
  /** Name of the last namespace visited in this round. */
  behind: string;
  namespaces: number;
  wrapped: number;
  unreadable: number;
  failed: number;
  problem: string | null;
  due: number | null;
}

/** Combined result of visits to some namespaces. */
export interface Visited {
  readonly behind: string;
  readonly namespaces: number;
  readonly wrapped: number;
  readonly unreadable: number;
  readonly failed: number;
  readonly problem: string | null;
}

const COLUMNS = `version, tracking_id, oldest, requested, finished, behind, namespaces, wrapped, unreadable, failed,
  problem, due`;
const BEGIN = `INSERT INTO key_rotation (version, tracking_id, oldest, requested, behind, namespaces, wrapped, unreadable,
    failed, due) VALUES (?1, ?2, ?3, ?4, '', 0, 0, 0, 0, ?4)`;
const ADVANCE = `UPDATE key_rotation SET behind = ?3, namespaces = namespaces + ?4, wrapped = wrapped + ?5,
    unreadable = unreadable + ?6, failed = failed + ?7, problem = coalesce(?8, problem)
  WHERE tracking_id = ?1 AND behind = ?2`;
const NEXT_ROUND = `UPDATE key_rotation SET behind = '', namespaces = 0, unreadable = 0, failed = 0, due = ?2
  WHERE tracking_id = ?1`;
/** When the rotation has finished, older versions may have been removed. */
const RESTART = `UPDATE key_rotation SET oldest = iif(finished IS NULL, oldest, version), finished = NULL,
    behind = '', namespaces = 0, unreadable = 0, failed = 0, due = ?`;
const FINISH =
  "UPDATE key_rotation SET finished = ?2, problem = NULL, due = NULL WHERE tracking_id = ?1 AND failed = 0";
const KEEP_KEYS = `INSERT OR IGNORE INTO receipt_key (kid, jwk, created)
  SELECT value ->> 'kid', value, ?2 FROM json_each(?1)`;

/** Reads and writes the latest rotation, and public keys. */
export class KeyRotationStore extends Store {
  last(): KeyRotationRow | null {
    return this.first(`SELECT ${COLUMNS} FROM key_rotation`);
  }

  /** Start a rotation, replacing the previous one. */
  begin(row: Pick<KeyRotationRow, "version" | "tracking_id" | "oldest" | "requested">): void {
    this.sql.exec("DELETE FROM key_rotation");
    this.sql.exec(BEGIN, row.version, row.tracking_id, row.oldest, row.requested);
  }

  /** Record visits, unless other visits were recorded since the row was read. */
  advance({ tracking_id, behind }: KeyRotationRow, visited: Visited): void {
    const { namespaces, wrapped, unreadable, failed, problem } = visited;
    const counts = [namespaces, wrapped, unreadable, failed, problem];
    this.sql.exec(ADVANCE, tracking_id, behind, visited.behind, ...counts);
  }

  /** End a round: the rotation is finished, or, when a visit failed, the next round starts at `due`. */
  endRound(trackingId: string, now: number, due: number): void {
    const { rowsWritten } = this.sql.exec(FINISH, trackingId, now);
    if (rowsWritten === 0) this.sql.exec(NEXT_ROUND, trackingId, due);
  }

  /** Retry an open rotation at `due`. */
  postpone(due: number): void {
    this.sql.exec("UPDATE key_rotation SET due = ? WHERE due IS NOT NULL", due);
  }

  /** Visit all namespaces again from `due` on, even after a finished rotation. */
  restart(due: number): void {
    this.sql.exec(RESTART, due);
  }

  /** Store public keys (JWKs). */
  keepKeys(keys: readonly object[], now: number): void {
    this.sql.exec(KEEP_KEYS, JSON.stringify(keys), now);
  }

  /** The stored public keys, as JSON texts. */
  keys(): string[] {
    return this.column("SELECT jwk FROM receipt_key ORDER BY created DESC, kid");
  }
}
