// SQL of `namespace_deletion`: one row per namespace whose deletion was requested. Rows are never deleted: they are
// the proof, and keep a restored copy of the namespace from serving again.
import { Store } from "../../platform/store.ts";
import type { NamespaceLifecycle } from "../rpc.ts";

/** State of a namespace deletion. ACCEPTING is never shown; HELD is shown as PENDING with a reason. */
export type NamespaceDeletionState = "ACCEPTING" | "HELD" | "PENDING" | "IN-PROGRESS" | "SUCCESS";

/** A deletion as stored. Times are milliseconds since 1970. */
export interface NamespaceDeletionRow {
  tracking_id: string;
  nid: string;
  name: string;
  jurisdiction: string | null;
  state: NamespaceDeletionState;
  accepted: number;
  /** When the namespace was closed. */
  effective: number | null;
  started: number | null;
  finished: number | null;
  /** Number of mappings when it was closed; null before that. */
  mappings: number | null;
  /** JSON: day and version of each day key that existed. */
  destroyed_keys: string;
  attempts: number;
  due: number | null;
  receipt: string | null;
}

/** Lifecycle of a namespace whose deletion is in this state; null: no deletion. */
export function lifecycleIn(state: NamespaceDeletionState | null): NamespaceLifecycle {
  if (state === null || state === "HELD") return "kept";
  return state === "ACCEPTING" ? "undecided" : "deleted";
}

/** Name and time of a namespace's creation; its own row may be gone. */
export interface CreationRow {
  name: string;
  created: number;
}

const COLUMNS = `tracking_id, nid, name, jurisdiction, state, accepted, effective, started, finished,
  mappings, destroyed_keys, attempts, due, receipt`;
const BY_TRACKING_ID = `SELECT ${COLUMNS} FROM namespace_deletion WHERE tracking_id = ?`;
const REQUESTED = `SELECT ${COLUMNS} FROM namespace_deletion
  WHERE tracking_id >= ?1 AND tracking_id < ?1 || '~' LIMIT 1`;
const BY_NID = `SELECT ${COLUMNS} FROM namespace_deletion WHERE nid = ?`;
const STATE_OF_NID = "SELECT state FROM namespace_deletion WHERE nid = ?";
const OPEN_OF_NAME = `SELECT ${COLUMNS} FROM namespace_deletion
  WHERE due IS NOT NULL AND name = ? ORDER BY accepted DESC LIMIT 1`;
const DUE = `SELECT ${COLUMNS} FROM namespace_deletion WHERE due <= ? ORDER BY due LIMIT ?`;
const BEGIN = `INSERT OR IGNORE INTO namespace_deletion (tracking_id, nid, name, jurisdiction,
    creation_tracking_id, created, state, accepted, destroyed_keys, attempts, due)
  SELECT ?1, nid, name, jurisdiction, creation_tracking_id, created, 'ACCEPTING', ?2, '[]', 0, ?3
  FROM namespace WHERE nid = ?4`;
const CREATION = `SELECT name, created FROM namespace WHERE creation_tracking_id = ?1
  UNION ALL SELECT name, created FROM namespace_deletion WHERE creation_tracking_id = ?1 LIMIT 1`;

const HOLD =
  "UPDATE namespace_deletion SET state = 'HELD', due = ? WHERE tracking_id = ? AND state IN ('ACCEPTING', 'HELD')";
const START =
  "UPDATE namespace_deletion SET state = 'IN-PROGRESS', started = ? WHERE tracking_id = ? AND state = 'PENDING'";
const FINISH =
  "UPDATE namespace_deletion SET finished = coalesce(finished, ?) WHERE tracking_id = ?";
const SUCCEED =
  "UPDATE namespace_deletion SET state = 'SUCCESS', receipt = ?, due = NULL WHERE tracking_id = ?";
const POSTPONE =
  "UPDATE namespace_deletion SET attempts = attempts + 1, due = ? WHERE tracking_id = ? AND due IS NOT NULL";

/** Reads and writes deletions of namespaces. */
export class NamespaceDeletionStore extends Store {
  /** Insert a deletion in state ACCEPTING. A namespace that has one keeps it. */
  begin(nid: string, trackingId: string, accepted: number, due: number): void {
    this.sql.exec(BEGIN, trackingId, accepted, due, nid);
  }

  find(trackingId: string): NamespaceDeletionRow | null {
    return this.first(BY_TRACKING_ID, trackingId);
  }

  findBeginning(letters: string): NamespaceDeletionRow | null {
    return this.first(REQUESTED, letters);
  }

  ofNid(nid: string): NamespaceDeletionRow | null {
    return this.first(BY_NID, nid);
  }

  lifecycleOf(nid: string): NamespaceLifecycle {
    return lifecycleIn(this.value<NamespaceDeletionState>(STATE_OF_NID, nid));
  }

  openOfName(name: string): NamespaceDeletionRow | null {
    return this.first(OPEN_OF_NAME, name);
  }

  creation(trackingId: string): CreationRow | null {
    return this.first(CREATION, trackingId);
  }

  due(now: number, limit: number): NamespaceDeletionRow[] {
    return this.rows(DUE, now, limit);
  }

  /** Mark it as recorded, without effect until the hold ends; checked again at `due`. */
  hold(trackingId: string, due: number): void {
    this.sql.exec(HOLD, due, trackingId);
  }

  /** Mark it as in effect. False when it was already. */
  activate(
    trackingId: string,
    found: { mappings: number; dayKeys: readonly unknown[] },
    now: number,
  ): boolean {
    const activated = this.value(
      `UPDATE namespace_deletion SET state = 'PENDING', effective = ?1, due = ?1, mappings = ?2,
         destroyed_keys = ?3
       WHERE tracking_id = ?4 AND state IN ('ACCEPTING', 'HELD') RETURNING tracking_id`,
      now,
      found.mappings,
      JSON.stringify(found.dayKeys),
      trackingId,
    );
    return activated !== null;
  }

  start(trackingId: string, now: number): void {
    this.sql.exec(START, now, trackingId);
  }

  /** Record the end of the destruction; an earlier record stays. */
  finish(trackingId: string, now: number): void {
    this.sql.exec(FINISH, now, trackingId);
  }

  succeed(trackingId: string, receipt: string): void {
    this.sql.exec(SUCCEED, receipt, trackingId);
  }

  /** Count a failed step, and retry at `due`. */
  postpone(trackingId: string, due: number): void {
    this.sql.exec(POSTPONE, due, trackingId);
  }
}
