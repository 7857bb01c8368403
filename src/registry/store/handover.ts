// SQL of the move from the first Registry to the 64: a namespace's data leaves as rows in JSON, and one statement per
// table adds it. docs/decisions/registry-objects.md.
import { Store } from "../../platform/store.ts";
import type { HandedRows } from "../rpc.ts";

/** A replay part being handed over. */
export interface HandedPart {
  position: number;
  part: number;
  sealed: ArrayBuffer;
  until: number;
}

// First, namespaces whose name's Registry was not told yet; then data of other Registries: nids ending so name Registry 0.
const PENDING = [
  "SELECT nid FROM namespace AS n WHERE NOT EXISTS (SELECT 1 FROM taken_over WHERE nid = n.nid) LIMIT ?",
  "SELECT nid FROM namespace_deletion WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
  "SELECT DISTINCT nid FROM ledger WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
  "SELECT DISTINCT nid FROM ledger_replay WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
  "SELECT nid FROM id_ceiling WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
  "SELECT DISTINCT nid FROM token_ceiling WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
  "SELECT nid FROM due_work WHERE substr(nid, 31) NOT IN ('00', '40', '80', 'c0') LIMIT ?",
];

const HOLDS = `SELECT EXISTS (SELECT 1 FROM namespace WHERE nid = ?1)
    OR EXISTS (SELECT 1 FROM namespace_deletion WHERE nid = ?1)
    OR EXISTS (SELECT 1 FROM ledger WHERE nid = ?1) OR EXISTS (SELECT 1 FROM ledger_replay WHERE nid = ?1)
    OR EXISTS (SELECT 1 FROM id_ceiling WHERE nid = ?1) OR EXISTS (SELECT 1 FROM token_ceiling WHERE nid = ?1)
    OR EXISTS (SELECT 1 FROM due_work WHERE nid = ?1)`;

const DROPS = [
  "DELETE FROM namespace WHERE nid = ?",
  "DELETE FROM namespace_deletion WHERE nid = ?",
  "DELETE FROM ledger WHERE nid = ?",
  "DELETE FROM ledger_replay WHERE nid = ?",
  "DELETE FROM id_ceiling WHERE nid = ?",
  "DELETE FROM token_ceiling WHERE nid = ?",
  "DELETE FROM due_work WHERE nid = ?",
];

const ADD_LEDGER = `INSERT OR IGNORE INTO ledger (nid, position, tracking_id, phase, target, at, watermark, cutoff,
    details, previous_hash, hash)
  SELECT value ->> 'nid', value ->> 'position', value ->> 'tracking_id', value ->> 'phase', value ->> 'target',
    value ->> 'at', value ->> 'watermark', value ->> 'cutoff', value ->> 'details', value ->> 'previous_hash',
    value ->> 'hash' FROM json_each(?)`;
const ADD_NAMESPACE = `INSERT INTO namespace (name, nid, jurisdiction, creation_tracking_id, created, held)
  SELECT value ->> 'name', value ->> 'nid', value ->> 'jurisdiction', value ->> 'creation_tracking_id',
    value ->> 'created', value ->> 'held' FROM json_each(?)`;
const ADD_DELETION = `INSERT INTO namespace_deletion (tracking_id, nid, name, jurisdiction, creation_tracking_id,
    created, state, accepted, effective, started, finished, mappings, destroyed_keys, attempts, due, receipt)
  SELECT value ->> 'tracking_id', value ->> 'nid', value ->> 'name', value ->> 'jurisdiction',
    value ->> 'creation_tracking_id', value ->> 'created', value ->> 'state', value ->> 'accepted',
    value ->> 'effective', value ->> 'started', value ->> 'finished', value ->> 'mappings',
    value ->> 'destroyed_keys', value ->> 'attempts', value ->> 'due', value ->> 'receipt' FROM json_each(?)`;
const ADD_ID_CEILING = `INSERT INTO id_ceiling (nid, ceiling)
  SELECT value ->> 'nid', value ->> 'ceiling' FROM json_each(?) WHERE true
  ON CONFLICT (nid) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)`;
const ADD_TOKEN_CEILINGS = `INSERT INTO token_ceiling (nid, space, ceiling)
  SELECT value ->> 'nid', value ->> 'space', value ->> 'ceiling' FROM json_each(?) WHERE true
  ON CONFLICT (nid, space) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)`;
const ADD_DUE = `INSERT OR REPLACE INTO due_work (nid, due)
  SELECT value ->> 'nid', value ->> 'due' FROM json_each(?)`;

const NEXT_PART = `SELECT position, part, sealed, until FROM ledger_replay
  WHERE nid = ? AND (position, part) > (?, ?) ORDER BY position, part LIMIT 1`;

const LEDGER_AFTER =
  "SELECT * FROM ledger WHERE nid = ? AND position > ? ORDER BY position LIMIT ?";

/** Reads and deletes what is handed over; adds what is taken over. */
export class HandoverStore extends Store {
  /** Some namespaces still to be handed over; empty when none is left. */
  pending(limit: number): string[] {
    for (const statement of PENDING) {
      const found = this.column<string>(statement, limit);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Whether any data of a namespace is stored here. */
  holds(nid: string): boolean {
    return this.value<number>(HOLDS, nid) === 1;
  }

  /** Name of a namespace; null when it has none any more. */
  nameOf(nid: string): string | null {
    return this.value<string>("SELECT name FROM namespace WHERE nid = ?", nid);
  }

  /** Ledger entries after a position as JSON, and the last one's position; null when there are none. */
  ledger(nid: string, after: number, limit: number): { rows: string; last: number } | null {
    const rows = this.rows<{ position: number }>(LEDGER_AFTER, nid, after, limit);
    const last = rows.at(-1);
    return last === undefined ? null : { rows: JSON.stringify(rows), last: last.position };
  }

  nextPart(nid: string, { position, part }: { position: number; part: number }): HandedPart | null {
    return this.first(NEXT_PART, nid, position, part);
  }

  rest(nid: string): HandedRows {
    return {
      namespace: this.#json("SELECT * FROM namespace WHERE nid = ?", nid),
      deletion: this.#json("SELECT * FROM namespace_deletion WHERE nid = ?", nid),
      idCeiling: this.#json("SELECT * FROM id_ceiling WHERE nid = ?", nid),
      tokenCeilings: this.#json("SELECT * FROM token_ceiling WHERE nid = ?", nid),
      due: this.#json("SELECT * FROM due_work WHERE nid = ?", nid),
    };
  }

  /** Delete all data of a namespace. */
  drop(nid: string): void {
    for (const statement of DROPS) this.sql.exec(statement, nid);
  }

  /** Add ledger entries that are not stored yet. */
  addLedger(rows: string): void {
    this.sql.exec(ADD_LEDGER, rows);
  }

  /** Add a namespace's rows other than ledger and replay parts. Ceilings never go down. */
  addRest({ namespace, deletion, idCeiling, tokenCeilings, due }: HandedRows): void {
    this.sql.exec(ADD_NAMESPACE, namespace);
    this.sql.exec(ADD_DELETION, deletion);
    this.sql.exec(ADD_ID_CEILING, idCeiling);
    this.sql.exec(ADD_TOKEN_CEILINGS, tokenCeilings);
    this.sql.exec(ADD_DUE, due);
  }

  #json(statement: string, nid: string): string {
    return JSON.stringify(this.rows(statement, nid));
  }
}
