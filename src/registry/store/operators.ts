// SQL of `operator`: the allow list of operators' credentials.
import type { ListedOperator, OperatorScope } from "../../core/permissions.ts";
import { Store } from "../../platform/store.ts";

const ADD =
  "INSERT INTO operator (id, name, scopes, end_date, created) VALUES (?1, ?2, ?3, ?4, ?5)";
const LIST =
  "SELECT id, name, scopes, end_date AS endDate, created FROM operator ORDER BY created, id";

type Row = Omit<ListedOperator, "scopes"> & { readonly scopes: string };

/** Reads and writes the list. */
export class OperatorStore extends Store {
  add({ id, name, scopes, endDate, created }: ListedOperator): void {
    this.sql.exec(ADD, id, name, scopes.join(" "), endDate, created);
  }

  list(): ListedOperator[] {
    return this.rows<Row>(LIST).map((row) => ({
      ...row,
      scopes: row.scopes.split(" ") as OperatorScope[],
    }));
  }

  has(id: string): boolean {
    return this.value("SELECT id FROM operator WHERE id = ?", id) !== null;
  }

  remove(id: string): void {
    this.sql.exec("DELETE FROM operator WHERE id = ?", id);
  }

  /** Remove all operators whose last day was before `day` (`YYYY-MM-DD`). */
  removeBefore(day: string): void {
    this.sql.exec("DELETE FROM operator WHERE end_date < ?", day);
  }
}
