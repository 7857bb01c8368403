// SQL of `due_work`: when each namespace next has something to do.

/** A namespace whose work is overdue. */
export interface OverdueRow extends Record<string, SqlStorageValue> {
  nid: string;
  jurisdiction: string | null;
}

/** Reads and writes due times. */
export class DueWorkStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Note when a namespace next has work. */
  put(nid: string, due: number): void {
    this.#sql.exec(
      "INSERT INTO due_work (nid, due) VALUES (?, ?) ON CONFLICT (nid) DO UPDATE SET due = excluded.due",
      nid,
      due,
    );
  }

  /** A namespace has no work. */
  remove(nid: string): void {
    this.#sql.exec("DELETE FROM due_work WHERE nid = ?", nid);
  }

  /** Namespaces whose work was due before `before`, longest overdue first. */
  overdue(before: number, limit: number): OverdueRow[] {
    return this.#sql
      .exec<OverdueRow>(
        "SELECT d.nid, n.jurisdiction FROM due_work AS d LEFT JOIN namespace AS n ON n.nid = d.nid WHERE d.due < ? ORDER BY d.due LIMIT ?",
        before,
        limit,
      )
      .toArray();
  }
}
