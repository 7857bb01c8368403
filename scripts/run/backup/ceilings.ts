// Tokens are made from counters (mapping ids, positions in the spaces of short tokens), so no number may be
// used twice. A restored Registry does not know how far the counters went after the backup. So each namespace
// continues far above the ceilings it knows, and also in spaces that it had not used by then. This uses up
// small spaces, so the next tokens are longer.

import { EVERY_SPACE } from "../../../src/tokens/spaces.ts";
import { hasTable, REGISTRY_FILES, withDatabase } from "../serve/object-files.ts";

/** Numbers skipped per counter: more than any namespace uses between two backups, and few of the 10^12 ids. */
const SKIPPED = 2 ** 30;

// Namespaces without a ceiling get one, too: the first may have been stored after the backup.
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
    // In every journal mode of the copy: no -wal file may stay beside it.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}

const ADD_USED = "INSERT OR IGNORE INTO used_registry (number) VALUES (?)";

/** Mark all other Registries of the backup as used in the first one's unpacked database: one may have begun since. */
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

// While a rotation is open, `oldest` is kept: the older versions are still in use.
const RESTART_ROTATION = `UPDATE key_rotation SET oldest = iif(finished IS NULL, oldest, version), finished = NULL,
    behind = '', namespaces = 0, unreadable = 0, failed = 0, due = requested`;

/**
 * Make a cell's first Registry look in all namespaces again for keys wrapped with older versions of the root key: a backup
 * copies namespaces before this Registry, maybe before its visit. Until then, it reports no version as removable.
 */
export function lookForOlderKeys(path: string): void {
  withDatabase(path, {}, (database) => {
    if (hasTable(database, "key_rotation")) database.exec(RESTART_ROTATION);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  });
}
