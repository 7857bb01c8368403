// SQL of `due_work`: when each namespace, and the Registry itself, next has work.
import { Store } from "../../platform/store.ts";

// One statement, because every start runs it.
const EARLIEST = `SELECT (SELECT min(due) FROM due_work) AS work,
    (SELECT min(until) FROM ledger_replay) AS replay,
    (SELECT min(due) FROM (SELECT min(due) AS due FROM namespace_deletion WHERE due IS NOT NULL
      UNION ALL SELECT due FROM key_rotation)) AS deletion`;

/** Longer than any pause of a deletion or of the key rotation before another try. */
const LONGEST_PAUSE_MS = 3_600_000;
const BRING_FORWARD = ["namespace_deletion", "key_rotation"].map(
  (table) => `UPDATE ${table} SET due = ?1 WHERE due > ?2`,
);

/** When the Registry next has work. Times are milliseconds since 1970; null for none. */
interface Earliest {
  /** Earliest due time of any Vault's work. */
  work: number | null;
  /** When the first replay part expires. */
  replay: number | null;
  /** When the first deletion of a namespace, or the key rotation, is due to continue. */
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
  /** Record when a namespace next has work. */
  put(nid: string, due: number): void {
    this.sql.exec(PUT, nid, due);
  }

  /** Record that a namespace has no work. */
  remove(nid: string): void {
    this.sql.exec("DELETE FROM due_work WHERE nid = ?", nid);
  }

  /** Make work of the Registry's own due now that is due later than any pause leads to: the clock was ahead then. */
  bringForward(now: number): void {
    for (const statement of BRING_FORWARD) this.sql.exec(statement, now, now + LONGEST_PAUSE_MS);
  }

  /** Namespaces whose work was due before `before`, longest overdue first. */
  overdue(before: number, limit: number): OverdueRow[] {
    return this.rows(OVERDUE, before, limit);
  }

  earliest(): Earliest {
    return this.one(EARLIEST);
  }
}
