// The schema of a Vault database, as an append-only list. docs/storage.md explains every table.
import type { Migration } from "../../platform/migrations.ts";
import { FIRST_RELEASE } from "./first-release.ts";

/** The last id given in `wrapped_key`. */
const LAST_KEY = "(SELECT max(id) FROM wrapped_key)";
/** A wrapped key with its version in front; those of 0.1.0 lack it, and are 12 bytes longer than a multiple of 16. */
const WITH_VERSION = "iif(length(wrapped) % 16 = 12, unhex('01' || hex(wrapped)), wrapped)";

/** A job's key that was not yet destroyed. */
const IS_KEPT = "wrapped <> zeroblob(length(wrapped))";

/** Steps from an empty database to the current schema. */
export const VAULT_MIGRATIONS: readonly Migration[] = [
  ...FIRST_RELEASE,
  {
    id: 8,
    description: "What keeps a deletion from going on, and how many records it could not open",
    sql: `
ALTER TABLE deletion ADD COLUMN blocker TEXT;
ALTER TABLE deletion ADD COLUMN quarantined INTEGER NOT NULL DEFAULT 0;
`,
  },
  {
    id: 9,
    description: "Erasures by attribute in constant time; use without attributes remembered",
    sql: `
CREATE TABLE erased_pair (
  deletion INTEGER PRIMARY KEY,
  digest BLOB NOT NULL,
  name_digest BLOB NOT NULL,
  up_to INTEGER NOT NULL
) STRICT;

CREATE TABLE later_pair (
  mapping_id INTEGER NOT NULL,
  digest BLOB NOT NULL,
  deletion INTEGER NOT NULL,
  PRIMARY KEY (mapping_id, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE bare_use (
  mapping_id INTEGER PRIMARY KEY
) STRICT;
`,
  },
  {
    id: 10,
    description:
      "Instants before which mappings had been made, for times of a clock that was ahead",
    sql: `
CREATE TABLE clock_mark (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL
) STRICT;
`,
  },
  {
    id: 11,
    description: "Dry runs of large namespaces, as rows beside those of deletions",
    sql: "CREATE INDEX deletion_counting ON deletion (serial) WHERE state = 'COUNTING';",
  },
  {
    id: 12,
    description: "Covered pairs while digests are renewed: as some rows still have them",
    sql: `
ALTER TABLE erased_pair ADD COLUMN older_digest BLOB;
ALTER TABLE erased_pair ADD COLUMN older_name BLOB;
UPDATE erased_pair SET older_digest = digest, older_name = name_digest;
`,
  },
  {
    id: 13,
    description: "No index of pairs, which nothing looks up",
    // Dropping an index visits each of its pages.
    unless: "SELECT 1 FROM attribute LIMIT 1 OFFSET 10000",
    sql: "DROP INDEX attribute_digest;",
  },
  {
    id: 14,
    description: "Which mappings a conversation with a language model has sent",
    sql: `
CREATE TABLE conversation (
  serial INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  expires INTEGER NOT NULL,
  mapping_ids TEXT NOT NULL
) STRICT;
CREATE INDEX conversation_expires ON conversation (expires);
`,
  },
  {
    id: 15,
    description: "What was sent beside a job's list, apart from the rows that turns are given by",
    sql: `
CREATE TABLE job_meta (
  job INTEGER PRIMARY KEY,
  sealed BLOB NOT NULL
) STRICT;
`,
  },
  {
    id: 16,
    description: "Which job a caller's Idempotency-Key has made",
    sql: `
CREATE TABLE job_request (
  job INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE
) STRICT;
`,
  },
  {
    id: 17,
    description: "Whom the end of a job is to be told",
    sql: `
CREATE TABLE job_callback (
  job INTEGER PRIMARY KEY,
  address TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  due INTEGER NOT NULL
) STRICT;
`,
  },
  {
    id: 18,
    description: "Which deletion a caller's Idempotency-Key has made",
    sql: `
ALTER TABLE deletion ADD COLUMN request BLOB;
ALTER TABLE deletion ADD COLUMN request_body BLOB;
CREATE UNIQUE INDEX deletion_request ON deletion (request) WHERE request IS NOT NULL;
`,
  },
  {
    id: 19,
    description:
      "The audit: batches of records, a key for each of their days, and counts of requests",
    sql: `
CREATE TABLE audit_batch (
  serial INTEGER PRIMARY KEY,
  sender TEXT NOT NULL,
  records INTEGER NOT NULL,
  total INTEGER NOT NULL,
  hash TEXT NOT NULL,
  sealed BLOB NOT NULL
) STRICT;
CREATE TABLE audit_day (
  id INTEGER PRIMARY KEY,
  day INTEGER NOT NULL,
  first INTEGER NOT NULL,
  wrapped BLOB NOT NULL
) STRICT;
CREATE TABLE usage (
  day INTEGER NOT NULL,
  operation TEXT NOT NULL,
  outcome TEXT NOT NULL,
  user BLOB NOT NULL,
  requests INTEGER NOT NULL,
  items INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (day, operation, outcome, user)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 20,
    description: "What erasures by attribute that are under way come to for mappings of many pairs",
    sql: `
CREATE TABLE cover_verdict (
  mapping_id INTEGER NOT NULL,
  deletion INTEGER NOT NULL,
  behind BLOB NOT NULL,
  is_dead INTEGER,
  PRIMARY KEY (mapping_id, deletion)
) STRICT, WITHOUT ROWID;
CREATE INDEX cover_verdict_deletion ON cover_verdict (deletion);
`,
  },
  {
    id: 21,
    description: "Which entity types the values of mappings were found as, where kinds do not tell",
    sql: `
CREATE TABLE mapping_type (
  mapping_id INTEGER NOT NULL,
  type INTEGER NOT NULL,
  PRIMARY KEY (mapping_id, type)
) STRICT, WITHOUT ROWID;
`,
  },
  {
    id: 22,
    description: "Keys that are destroyed before the namespace, in rows that never move",
    sql: `
CREATE TABLE wrapped_key (
  id INTEGER PRIMARY KEY,
  is_free INTEGER NOT NULL,
  wrapped BLOB NOT NULL
) STRICT;
CREATE INDEX wrapped_key_free ON wrapped_key (length(wrapped), id) WHERE is_free = 1;
INSERT INTO wrapped_key VALUES (1, 0, zeroblob(3000)), (2, 0, zeroblob(3000));

CREATE TABLE day_key_3 (
  day INTEGER NOT NULL,
  version INTEGER NOT NULL,
  key INTEGER,
  PRIMARY KEY (day, version)
) STRICT, WITHOUT ROWID;
INSERT INTO day_key_3 SELECT day, version,
  iif(wrapped IS NULL, NULL, ${LAST_KEY} + count(wrapped) OVER (ORDER BY day, version)) FROM day_key;
INSERT INTO wrapped_key SELECT key, 0, ${WITH_VERSION}
  FROM day_key_3 JOIN day_key USING (day, version) WHERE key IS NOT NULL;
DROP TABLE day_key;
ALTER TABLE day_key_3 RENAME TO day_key;

ALTER TABLE job ADD COLUMN key INTEGER;
ALTER TABLE job ADD COLUMN placeholder_key INTEGER;
UPDATE job SET key = k.id FROM
  (SELECT job, ${LAST_KEY} + row_number() OVER (ORDER BY job) AS id FROM job_key WHERE ${IS_KEPT}) AS k
  WHERE serial = k.job;
INSERT INTO wrapped_key SELECT key, 0, ${WITH_VERSION} FROM job JOIN job_key ON job = serial WHERE key IS NOT NULL;
UPDATE job SET placeholder_key = k.id FROM
  (SELECT job, ${LAST_KEY} + row_number() OVER (ORDER BY job) AS id FROM job_placeholder_key WHERE ${IS_KEPT}) AS k
  WHERE serial = k.job;
INSERT INTO wrapped_key SELECT placeholder_key, 0, ${WITH_VERSION}
  FROM job JOIN job_placeholder_key ON job = serial WHERE placeholder_key IS NOT NULL;
DROP TABLE job_key;
DROP TABLE job_placeholder_key;

CREATE TABLE audit_day_2 (
  id INTEGER PRIMARY KEY,
  day INTEGER NOT NULL,
  first INTEGER NOT NULL,
  key INTEGER NOT NULL
) STRICT;
INSERT INTO audit_day_2 SELECT id, day, first, ${LAST_KEY} + row_number() OVER (ORDER BY id) FROM audit_day;
INSERT INTO wrapped_key SELECT key, 0, ${WITH_VERSION} FROM audit_day_2 JOIN audit_day USING (id);
DROP TABLE audit_day;
ALTER TABLE audit_day_2 RENAME TO audit_day;
`,
  },
];
