// SQL of `namespace`, and the query for all that the Registry knows of one.
import { Store } from "../../platform/store.ts";
import type { NamespaceRecord, NamespaceState, TokenCeiling } from "../rpc.ts";
import { lifecycleIn, type NamespaceDeletionState } from "./namespace-deletions.ts";

const COLUMNS = "name, nid, jurisdiction, creation_tracking_id AS creationTrackingId";
const BY_NAME = `SELECT ${COLUMNS} FROM namespace WHERE name = ?`;
const BY_NID = `SELECT ${COLUMNS} FROM namespace WHERE nid = ?`;
const LIST = `SELECT ${COLUMNS} FROM namespace WHERE name > ? ORDER BY name LIMIT ?`;

// All that a Vault must know before it serves, in one statement, because every start of a Vault runs it.
const STATE = `SELECT (SELECT max(position) FROM ledger WHERE nid = ?1) AS position,
    (SELECT ceiling FROM id_ceiling WHERE nid = ?1) AS idCeiling,
    (SELECT json_group_array(json_object('space', space, 'ceiling', ceiling) ORDER BY space)
      FROM token_ceiling WHERE nid = ?1) AS tokenCeilings,
    (SELECT state FROM namespace_deletion WHERE nid = ?1) AS deletion,
    (SELECT held FROM namespace WHERE nid = ?1) AS held,
    (SELECT due FROM due_work WHERE nid = ?1) AS due`;

interface StateRow {
  position: number | null;
  idCeiling: number | null;
  tokenCeilings: string;
  deletion: NamespaceDeletionState | null;
  held: number | null;
  due: number | null;
}

/** State of a namespace of which nothing is known. */
export const UNKNOWN_NAMESPACE: NamespaceState = {
  position: 0,
  idCeiling: 0,
  tokenCeilings: [],
  fate: "kept",
  isHeld: false,
  due: null,
  raisedTo: null,
};

/** Reads and writes namespaces. */
export class NamespaceStore extends Store {
  byName(name: string): NamespaceRecord | null {
    return this.first(BY_NAME, name);
  }

  byNid(nid: string): NamespaceRecord | null {
    return this.first(BY_NID, nid);
  }

  /** All that the Registry knows of a namespace; a Vault asks for it when it starts. */
  state(nid: string): NamespaceState {
    const row = this.one<StateRow>(STATE, nid);
    return {
      position: row.position ?? 0,
      idCeiling: row.idCeiling ?? 0,
      tokenCeilings: JSON.parse(row.tokenCeilings) as TokenCeiling[],
      fate: lifecycleIn(row.deletion),
      isHeld: row.held === 1,
      due: row.due,
      raisedTo: null,
    };
  }

  /** Namespaces with names after `afterName`, in order. */
  list(afterName: string, limit: number): NamespaceRecord[] {
    return this.rows(LIST, afterName, limit);
  }

  /** Delete a namespace's row: its name is free again. */
  remove(nid: string): void {
    this.sql.exec("DELETE FROM namespace WHERE nid = ?", nid);
  }

  setHeld(nid: string, isHeld: boolean): void {
    this.sql.exec("UPDATE namespace SET held = ? WHERE nid = ?", isHeld ? 1 : 0, nid);
  }

  /** Add a namespace; the name must be free. */
  add(record: NamespaceRecord, created: number): void {
    this.sql.exec(
      "INSERT INTO namespace (name, nid, jurisdiction, creation_tracking_id, created) VALUES (?, ?, ?, ?, ?)",
      record.name,
      record.nid,
      record.jurisdiction,
      record.creationTrackingId,
      created,
    );
  }
}
