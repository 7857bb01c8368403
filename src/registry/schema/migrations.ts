// The schema of the Registry database, as an append-only list. STORAGE.md explains every table.
import type { Migration } from "../../core/migrate.ts";

/** Steps from an empty database to the present schema. */
export const REGISTRY_MIGRATIONS: readonly Migration[] = [
  {
    id: 1,
    description: "Namespaces and when each next has work",
    sql: `
CREATE TABLE namespace (
  name TEXT PRIMARY KEY,
  nid TEXT NOT NULL UNIQUE,
  jurisdiction TEXT,
  creation_tracking_id TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE due_work (
  nid TEXT PRIMARY KEY,
  due INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX due_work_due ON due_work (due);
`,
  },
];
