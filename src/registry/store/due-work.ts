// SQL of `due_work`: when each namespace next has something to do, and when the Registry has.
import { Store } from "../../platform/store.ts";

// In one statement: it is asked at every start.
const EARLIEST = `SELECT (SELECT min(due) FROM due_work) AS work,
    (SELECT min(until) FROM ledger_replay) AS replay,
    (SELECT min(due) FROM (SELECT min(due) AS due FROM namespace_deletion WHERE due IS NOT NULL
      UNION ALL SELECT due FROM key_rotation)) AS deletion`;

/** When the Registry next has something to do. Times in milliseconds since 1970, null for none. */
interface Earliest {
  /** When the first of all Vaults next has work. */
  work: number | null;
  /** When the first replay part is over its time. */
  replay: number | null;
  /** When the first deletion of a namespace goes on, or the rotation of keys. */
  deletion: number | null;
}

/** A namespace whose work is overdue. */
export interface OverdueRow {
  nid: string;
  jurisdiction: string | null;
}

const PUT =
  "INSERT INTO due_work (nid, due) VALUES (?, ?) ON CONFLICT (nid) DO UPDATE SET due = excluded.due";
const OVERDUE =
  "SELECT d.nid, n.jurisdiction FROM due_work AS d LEFT JOIN namespace AS n ON n.nid = d.nid WHERE d.due < ? ORDER BY d.due LIMIT ?";

/** Reads and writes due times. */
export class DueWorkStore extends Store {
  /** Note when a namespace next has work. */
  put(nid: string, due: number): void {
    this.sql.exec(PUT, nid, due);
  }

  /** A namespace has no work. */
  remove(nid: string): void {
    this.sql.exec("DELETE FROM due_work WHERE nid = ?", nid);
  }

  /** Namespaces whose work was due before `before`, longest overdue first. */
  overdue(before: number, limit: number): OverdueRow[] {
    return this.rows(OVERDUE, before, limit);
  }

  /** The earliest of all that will be due. */
  earliest(): Earliest {
    return this.one(EARLIEST);
  }
}
