// Tokens are made from counters (mapping ids, places in the spaces of short tokens), so none may be given
// out twice. A restored Registry has forgotten how far they went after the backup: each namespace begins
// far behind that, in spaces that nobody had used yet as well. Small spaces are spent by it, so the tokens
// made next are longer.

import { EVERY_SPACE } from "../../../src/tokens/spaces.ts";
import { hasTable, REGISTRY_FILES, withDatabase } from "../serve/object-files.ts";

/** Skipped of each counter: more than any namespace makes between two backups, little of 10^12 ids. */
const SKIPPED = 2 ** 30;

// Also where there is no ceiling yet: the first may have been told after the backup.
const RAISE_IDS = `INSERT INTO id_ceiling (nid, ceiling) SELECT nid, ?1 FROM namespace WHERE true
  ON CONFLICT (nid) DO UPDATE SET ceiling = ceiling + ?1`;
const RAISE_SPACES = "UPDATE token_ceiling SET ceiling = ceiling + ?1 WHERE space <> ?2";
const RAISE_OTHERS = `INSERT INTO token_ceiling (nid, space, ceiling)
  SELECT nid, ?2, ?1 FROM namespace WHERE true
  ON CONFLICT (nid, space) DO UPDATE SET ceiling = ceiling + ?1`;

/** Raise every ceiling of every namespace in an unpacked Registry database. */
export function raiseCeilings(path: string): void {
  withDatabase(path, {}, (database) => {
    if (hasTable(database, "id_ceiling")) database.prepare(RAISE_IDS).run(SKIPPED);
    if (hasTable(database, "token_ceiling")) {
      database.prepare(RAISE_SPACES).run(SKIPPED, EVERY_SPACE);
      database.prepare(RAISE_OTHERS).run(SKIPPED, EVERY_SPACE);
    }
    // Whatever mode the copy was in, nothing may be left beside it.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

const ADD_USED = "INSERT OR IGNORE INTO used_registry (number) VALUES (?)";

/** Have the first Registry, in an unpacked database, know of all others of the backup: one may have begun meanwhile. */
export function noteUsed(path: string, files: readonly string[]): void {
  withDatabase(path, {}, (database) => {
    if (!hasTable(database, "used_registry")) return;
    const statement = database.prepare(ADD_USED);
    for (const [number, file] of REGISTRY_FILES.entries()) {
      if (number > 0 && files.includes(file)) statement.run(number);
    }
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

// Of an open one the older versions are still there.
const LOOK_AGAIN = `UPDATE key_rotation SET oldest = iif(finished IS NULL, oldest, version), finished = NULL,
    behind = '', namespaces = 0, unreadable = 0, failed = 0, due = requested`;

/**
 * Have the first Registry of a cell look into all namespaces again for keys that older versions of the root key have wrapped:
 * those of a backup, which are copied before it, may be from before it had visited them. Until then it says of no version that it may go.
 */
export function lookForOlderKeys(path: string): void {
  withDatabase(path, {}, (database) => {
    if (hasTable(database, "key_rotation")) database.exec(LOOK_AGAIN);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}
