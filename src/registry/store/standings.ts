// What a Vault must know before it serves, in one statement: it is asked at every start of one.
import type { NamespaceState, TokenCeiling } from "../rpc.ts";
import { lifecycleIn, type NamespaceDeletionState } from "./namespace-deletions.ts";

const STANDING = `SELECT (SELECT max(position) FROM ledger WHERE nid = ?1) AS position,
    (SELECT ceiling FROM id_ceiling WHERE nid = ?1) AS idCeiling,
    (SELECT json_group_array(json_object('space', space, 'ceiling', ceiling) ORDER BY space)
      FROM token_ceiling WHERE nid = ?1) AS tokenCeilings,
    (SELECT state FROM namespace_deletion WHERE nid = ?1) AS deletion,
    (SELECT held FROM namespace WHERE nid = ?1) AS held,
    (SELECT due FROM due_work WHERE nid = ?1) AS due`;

interface StandingRow extends Record<string, SqlStorageValue> {
  position: number | null;
  idCeiling: number | null;
  tokenCeilings: string;
  deletion: NamespaceDeletionState | null;
  held: number | null;
  due: number | null;
}

/** Of a namespace that nothing is known of. */
export const UNKNOWN_NAMESPACE: NamespaceState = {
  position: 0,
  idCeiling: 0,
  tokenCeilings: [],
  fate: "kept",
  isHeld: false,
  due: null,
  raisedTo: null,
};

/** Reads standings. */
export class StandingStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** All that is known of a namespace. */
  of(nid: string): NamespaceState {
    const row = this.#sql.exec<StandingRow>(STANDING, nid).one();
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
}
