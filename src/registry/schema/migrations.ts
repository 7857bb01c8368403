// The schema of the Registry database, as an append-only list. docs/storage.md explains every table.
import type { Migration } from "../../platform/migrations.ts";

/** Steps from an empty database to the current schema. */
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
  {
    id: 2,
    description: "The erasure ledger, what ids were given out, and the keys of receipts",
    sql: `
CREATE TABLE ledger (
  nid TEXT NOT NULL,
  position INTEGER NOT NULL,
  tracking_id TEXT NOT NULL,
  phase TEXT NOT NULL,
  target TEXT NOT NULL,
  at INTEGER NOT NULL,
  watermark INTEGER,
  cutoff INTEGER,
  details TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (nid, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ledger_job ON ledger (nid, tracking_id, phase);

CREATE TABLE id_ceiling (
  nid TEXT PRIMARY KEY,
  ceiling INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE receipt_key (
  kid TEXT PRIMARY KEY,
  jwk TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 3,
    description: "What a restored copy needs to repeat an erasure of single mappings",
    sql: `
CREATE TABLE ledger_replay (
  nid TEXT NOT NULL,
  position INTEGER NOT NULL,
  part INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (nid, position, part)
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_replay_until ON ledger_replay (until);
`,
  },
  {
    id: 4,
    description: "Deletions of whole namespaces, which outlive the namespace",
    sql: `
CREATE TABLE namespace_deletion (
  tracking_id TEXT PRIMARY KEY,
  nid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  jurisdiction TEXT,
  creation_tracking_id TEXT NOT NULL,
  created INTEGER NOT NULL,
  state TEXT NOT NULL,
  accepted INTEGER NOT NULL,
  effective INTEGER,
  started INTEGER,
  finished INTEGER,
  mappings INTEGER,
  destroyed_keys TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due INTEGER,
  receipt TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX namespace_deletion_due ON namespace_deletion (due) WHERE due IS NOT NULL;
CREATE INDEX namespace_deletion_creation ON namespace_deletion (creation_tracking_id);
CREATE INDEX namespace_creation ON namespace (creation_tracking_id);
`,
  },
  {
    id: 5,
    description: "How far the spaces of fixed-shape tokens are used",
    sql: `
CREATE TABLE token_ceiling (
  nid TEXT NOT NULL,
  space INTEGER NOT NULL,
  ceiling INTEGER NOT NULL,
  PRIMARY KEY (nid, space)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 6,
    description: "Legal holds, which a restored copy of a namespace would not know of",
    sql: "ALTER TABLE namespace ADD COLUMN held INTEGER NOT NULL DEFAULT 0;",
  },
  {
    id: 7,
    description: "64 Registries: which are used, and what each has taken over from the first",
    sql: `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE used_registry (number INTEGER PRIMARY KEY) STRICT;

CREATE TABLE taken_over (nid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE name_elsewhere (
  name TEXT PRIMARY KEY,
  nid TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 8,
    description: "Operators whose credentials are good",
    sql: `
CREATE TABLE operator (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  end_date TEXT NOT NULL,
  created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 9,
    description: "The last rotation of keys, in the first Registry",
    sql: `
CREATE TABLE key_rotation (
  version INTEGER PRIMARY KEY,
  tracking_id TEXT NOT NULL,
  oldest INTEGER NOT NULL,
  requested INTEGER NOT NULL,
  finished INTEGER,
  behind TEXT NOT NULL,
  namespaces INTEGER NOT NULL,
  wrapped INTEGER NOT NULL,
  unreadable INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  problem TEXT,
  due INTEGER
) STRICT;
`,
  },
];
