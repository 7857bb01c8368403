// Mapping ids are what tokens are made of, so none may be given out twice. A restored Registry has
// forgotten which ids were given out after the backup: each namespace begins far behind those.

import { DatabaseSync } from "node:sqlite";

/** Ids skipped: more than any namespace makes between two backups, little of the 10^12 there are. */
const SKIPPED_IDS = 2 ** 30;

/** Raise every namespace's id ceiling in an unpacked Registry database. */
export function raiseIdCeilings(path: string): void {
  const database = new DatabaseSync(path);
  try {
    const sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'id_ceiling'";
    if (database.prepare(sql).get() === undefined) return;
    database.prepare("UPDATE id_ceiling SET ceiling = ceiling + ?").run(SKIPPED_IDS);
    // Whatever mode the copy was in, nothing may be left beside it.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
}
