// When the Registry next has something to do, in one statement: it is asked at every start.

const EARLIEST = `SELECT (SELECT min(due) FROM due_work) AS work,
    (SELECT min(until) FROM ledger_replay) AS replay,
    (SELECT min(due) FROM namespace_deletion WHERE due IS NOT NULL) AS deletion`;

/** Times in milliseconds since 1970, null for none. */
export interface Earliest extends Record<string, SqlStorageValue> {
  /** When the first of all Vaults next has work. */
  work: number | null;
  /** When the first replay part is over its time. */
  replay: number | null;
  /** When the first deletion of a namespace goes on. */
  deletion: number | null;
}

/** Reads the earliest of all that will be due. */
export class EarliestStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The present times. */
  read(): Earliest {
    return this.#sql.exec<Earliest>(EARLIEST).one();
  }
}
