// The schema of a Vault database as created by 0.1.0; later changes are in migrations.ts.
import type { Migration } from "../../platform/migrations.ts";

/** Steps from an empty database to that schema. */
export const FIRST_RELEASE: readonly Migration[] = [
  {
    id: 1,
    description: "Settings, keys, issued tokens, mappings, jobs",
    sql: `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE namespace_key (
  name TEXT PRIMARY KEY,
  wrapped BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE day_key (
  day INTEGER NOT NULL,
  version INTEGER NOT NULL,
  wrapped BLOB NOT NULL,
  PRIMARY KEY (day, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE issued_token (
  token_id TEXT PRIMARY KEY,
  user_digest BLOB NOT NULL,
  active INTEGER NOT NULL,
  created INTEGER NOT NULL,
  serial INTEGER NOT NULL,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mapping (
  id INTEGER PRIMARY KEY,
  digest BLOB NOT NULL,
  kind INTEGER NOT NULL,
  created INTEGER NOT NULL,
  key_version INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  token TEXT
) STRICT;
CREATE UNIQUE INDEX mapping_digest ON mapping (digest, kind);

CREATE TABLE shaped_token (
  digest BLOB PRIMARY KEY,
  id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE attribute (
  mapping_id INTEGER NOT NULL,
  digest BLOB NOT NULL,
  key_version INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  PRIMARY KEY (mapping_id, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  serial INTEGER PRIMARY KEY,
  tracking_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  submitter BLOB NOT NULL,
  meta BLOB,
  items INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  done_chunks INTEGER NOT NULL,
  done_items INTEGER NOT NULL,
  result_bytes INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  claimed INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  due INTEGER,
  submitted INTEGER NOT NULL,
  started INTEGER,
  finished INTEGER,
  error_code TEXT,
  error_index INTEGER
) STRICT;
CREATE INDEX job_due ON job (due) WHERE due IS NOT NULL;
CREATE INDEX job_open ON job (serial) WHERE state IN ('RECEIVING', 'PENDING', 'IN-PROGRESS');

CREATE TABLE job_key (
  job INTEGER PRIMARY KEY,
  wrapped BLOB NOT NULL
) STRICT;

CREATE TABLE job_chunk (
  job INTEGER NOT NULL,
  part INTEGER NOT NULL,
  number INTEGER NOT NULL,
  sealed BLOB NOT NULL,
  mapping_ids TEXT,
  PRIMARY KEY (job, part, number)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 2,
    description: "Deletions; day keys that can be destroyed; the oldest mapping of a result",
    sql: `
CREATE TABLE deletion (
  serial INTEGER PRIMARY KEY,
  tracking_id TEXT NOT NULL UNIQUE,
  target TEXT NOT NULL,
  state TEXT NOT NULL,
  phase TEXT NOT NULL,
  requester BLOB NOT NULL,
  cutoff INTEGER,
  cutoff_id INTEGER,
  total INTEGER,
  cleared INTEGER NOT NULL,
  cursor INTEGER NOT NULL,
  next_version INTEGER,
  accepted INTEGER NOT NULL,
  effective INTEGER,
  started INTEGER,
  finished INTEGER,
  attempts INTEGER NOT NULL,
  due INTEGER,
  destroyed_keys TEXT NOT NULL,
  receipt TEXT
) STRICT;
CREATE INDEX deletion_open ON deletion (serial)
  WHERE state IN ('ACCEPTING', 'HELD', 'PENDING', 'IN-PROGRESS');

CREATE TABLE day_key_2 (
  day INTEGER NOT NULL,
  version INTEGER NOT NULL,
  wrapped BLOB,
  PRIMARY KEY (day, version)
) STRICT, WITHOUT ROWID;
INSERT INTO day_key_2 (day, version, wrapped) SELECT day, version, wrapped FROM day_key;
DROP TABLE day_key;
ALTER TABLE day_key_2 RENAME TO day_key;

ALTER TABLE job_chunk ADD COLUMN min_mapping_id INTEGER;
UPDATE job_chunk SET min_mapping_id = (SELECT min(value) FROM json_each(mapping_ids))
  WHERE mapping_ids IS NOT NULL;
`,
  },
  {
    id: 3,
    description: "Erasure by value, token and attribute; attributes that can be searched",
    sql: `
ALTER TABLE deletion ADD COLUMN search BLOB;
ALTER TABLE deletion ADD COLUMN matches TEXT;

CREATE TABLE deletion_find (
  deletion INTEGER NOT NULL,
  mapping_id INTEGER NOT NULL,
  pair BLOB NOT NULL,
  PRIMARY KEY (deletion, mapping_id, pair)
) STRICT, WITHOUT ROWID;

ALTER TABLE attribute ADD COLUMN name_digest BLOB;
CREATE INDEX attribute_digest ON attribute (digest);
`,
  },
  {
    id: 4,
    description: "Digests in a table of their own, so that deletions need no random access",
    sql: `
CREATE TABLE mapping_by_digest (
  digest BLOB NOT NULL,
  kind INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (digest, kind)
) STRICT, WITHOUT ROWID;
INSERT INTO mapping_by_digest (digest, kind, id)
  SELECT digest, kind, id FROM mapping ORDER BY digest, kind;
DROP INDEX mapping_digest;
`,
  },
  {
    id: 5,
    description: "Days whose keys an erasure of single mappings has to replace",
    sql: `
CREATE TABLE deletion_day (
  deletion INTEGER NOT NULL,
  day INTEGER NOT NULL,
  PRIMARY KEY (deletion, day)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 6,
    description:
      "The first mapping whose free-length token has its format's form; older ones keep theirs",
    sql: `
INSERT INTO setting (name, value)
  SELECT 'formed_tokens_since',
    coalesce((SELECT value FROM setting WHERE name = 'next_mapping_id'), 0);
`,
  },
  {
    id: 7,
    description: "Policies, each version that is needed, and every wrapper they ever had",
    sql: `
CREATE TABLE policy (
  id INTEGER PRIMARY KEY,
  name_digest BLOB NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  name BLOB NOT NULL
) STRICT;

CREATE TABLE policy_version (
  policy INTEGER NOT NULL,
  version INTEGER NOT NULL,
  outline BLOB NOT NULL,
  lists BLOB NOT NULL,
  PRIMARY KEY (policy, version)
) STRICT;

CREATE TABLE wrapper (
  digest BLOB PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE job ADD COLUMN policy INTEGER;
ALTER TABLE job ADD COLUMN policy_version INTEGER;

CREATE TABLE job_placeholder_key (
  job INTEGER PRIMARY KEY,
  wrapped BLOB NOT NULL
) STRICT;
`,
  },
];
