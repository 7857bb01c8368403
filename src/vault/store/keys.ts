// SQL of `namespace_key`, `day_key`, `job_key` and `job_placeholder_key`: wrapped keys only, never a usable one. The audit
// log's keys are in audit/batches.ts, but are destroyed and wrapped again here with all others.
//
// A job's keys have rows of their own, written once: a job's row grows as the job proceeds, and each time SQLite moves it,
// the old bytes stay in the file. For the same reason a destroyed key is overwritten in place with as many zero bytes, and its row
// stays until the job's goes: SQLite does not write a page that is freed in the transaction that changed it, so a row deleted or
// shortened at once may leave its old bytes.
import { hex } from "../../core/ids.ts";
import { Store } from "../../platform/store.ts";

/** Names of the keys a namespace has one of; `index` is the digest key. */
export type NamespaceKeyName = "index" | "token" | "record" | BlindingKeyName;

/** Names of the two rows that alternate for the blindings' secrets (vault/keys/blindings.ts). */
export type BlindingKeyName = "blinding_0" | "blinding_1";

const EXISTS_BEFORE =
  "wrapped IS NOT NULL AND day >= ?3 AND (day < ?1 OR (day = ?1 AND version < ?2))";
const LIST_BEFORE = `SELECT day, version FROM day_key WHERE ${EXISTS_BEFORE} ORDER BY day, version`;
const OVERWRITE_BEFORE = `UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE ${EXISTS_BEFORE}`;
const EMPTY_BEFORE = `UPDATE day_key SET wrapped = NULL WHERE ${EXISTS_BEFORE}`;
const OF_LISTED_JOBS = "job IN (SELECT value FROM json_each(?))";
const ZERO_JOB_KEYS = `UPDATE job_key SET wrapped = zeroblob(length(wrapped)) WHERE ${OF_LISTED_JOBS}`;

const ADD_NAMESPACE_KEY = "INSERT OR IGNORE INTO namespace_key (name, wrapped) VALUES (?, ?)";
const PUT_BLINDING_KEY =
  "INSERT INTO namespace_key (name, wrapped) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET wrapped = excluded.wrapped";
const OVERWRITE_BLINDING_KEY =
  "UPDATE namespace_key SET wrapped = randomblob(length(wrapped)) WHERE name = ?";
const DAY_KEY = "SELECT wrapped FROM day_key WHERE day = ? AND version = ?";
const ADD_DAY_KEY = "INSERT OR IGNORE INTO day_key (day, version, wrapped) VALUES (?, ?, ?)";
const ZERO_PLACEHOLDER_KEY =
  "UPDATE job_placeholder_key SET wrapped = zeroblob(length(wrapped)) WHERE job = ?";
const PLACEHOLDER_KEY =
  "SELECT wrapped FROM job_placeholder_key WHERE job = ? AND wrapped <> zeroblob(length(wrapped))";

/** Reads and writes wrapped keys. */
export class KeyStore extends Store {
  /** The wrapped key of that name, or null. */
  namespaceKey(name: NamespaceKeyName): ArrayBuffer | null {
    return this.value<ArrayBuffer>("SELECT wrapped FROM namespace_key WHERE name = ?", name);
  }

  /** Store a wrapped key; an existing one stays. */
  addNamespaceKey(name: NamespaceKeyName, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(ADD_NAMESPACE_KEY, name, wrapped);
  }

  /** Store a blinding's wrapped secret; overwrites the existing one, in place when the length is the same. */
  putBlindingKey(name: BlindingKeyName, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(PUT_BLINDING_KEY, name, wrapped);
  }

  /** Destroy a blinding's secret. The row stays, with random bytes. */
  overwriteBlindingKey(name: BlindingKeyName): void {
    this.sql.exec(OVERWRITE_BLINDING_KEY, name);
  }

  /** The wrapped key of a UTC day and version, or null. */
  dayKey(day: number, version: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>(DAY_KEY, day, version);
  }

  /** Newest version that a day's key ever had, even if destroyed; 0 when it never had any. */
  newestDayVersion(day: number): number {
    return this.value<number>("SELECT max(version) FROM day_key WHERE day = ?", day) ?? 0;
  }

  /** Destroy every key of the namespace; overwrites all in place before deleting, for the reason above. */
  destroyAll(): void {
    this.sql.exec("UPDATE namespace_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec(
      "UPDATE day_key SET wrapped = randomblob(length(wrapped)) WHERE wrapped IS NOT NULL",
    );
    this.sql.exec("UPDATE audit_day SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("UPDATE job_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("UPDATE job_placeholder_key SET wrapped = randomblob(length(wrapped))");
    this.sql.exec("DELETE FROM namespace_key");
    this.sql.exec("DELETE FROM day_key");
    this.sql.exec("DELETE FROM audit_day");
    this.sql.exec("DELETE FROM job_key");
    this.sql.exec("DELETE FROM job_placeholder_key");
  }

  /** Store a wrapped day key; an existing one stays. */
  addDayKey(day: number, version: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(ADD_DAY_KEY, day, version, wrapped);
  }

  /** Existing key versions: of days from `from` to before `day`, and of `day` itself below `version`. */
  dayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    return this.rows(LIST_BEFORE, day, version, from);
  }

  /**
   * Destroy the keys that `dayKeysBefore` gives, and return them. Overwrites the bytes in place before emptying the
   * column, because a deleted cell's bytes stay in its page. The row stays, so that its version is never used again.
   */
  destroyDayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    const destroyed = this.dayKeysBefore(day, version, from);
    this.sql.exec(OVERWRITE_BEFORE, day, version, from);
    this.sql.exec(EMPTY_BEFORE, day, version, from);
    return destroyed;
  }
}

/** Reads, writes and destroys keys of jobs. */
export class JobKeyStore extends Store {
  /** Store the key of a job's payload, result and meta. */
  add(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** Destroy the keys of some jobs: their data becomes unreadable. */
  destroy(jobs: readonly number[]): void {
    this.sql.exec(ZERO_JOB_KEYS, JSON.stringify(jobs));
  }

  /** Delete the rows of a job's keys. They must have been destroyed in an earlier transaction. */
  remove(job: number): void {
    this.sql.exec("DELETE FROM job_key WHERE job = ?", job);
    this.sql.exec("DELETE FROM job_placeholder_key WHERE job = ?", job);
  }

  /** Store the key of a job's placeholders. */
  addPlaceholderKey(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec("INSERT INTO job_placeholder_key (job, wrapped) VALUES (?, ?)", job, wrapped);
  }

  /** The wrapped key of a job's placeholders; null when it has none, or has ended. */
  placeholderKey(job: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>(PLACEHOLDER_KEY, job);
  }

  /** Destroy a job's placeholder key: from then on nobody can tell which values the placeholders replaced. */
  destroyPlaceholderKey(job: number): void {
    this.sql.exec(ZERO_PLACEHOLDER_KEY, job);
  }
}

/** A wrapped key as stored, identified by one or two numbers, or by a name instead of the first. */
export interface WrappedKeyRow {
  readonly a: number | string;
  readonly b: number;
  readonly wrapped: ArrayBuffer;
}

/**
 * Tables with wrapped keys, and the columns that identify a row. Keys are wrapped again in this order, the
 * namespace's own last, because they show whether an older root key version is the right one.
 */
const WRAPPED_IN = {
  job: { table: "job_key", a: "job", b: "0" },
  placeholders: { table: "job_placeholder_key", a: "job", b: "0" },
  auditDay: { table: "audit_day", a: "audit_day.id", b: "0" },
  day: { table: "day_key", a: "day", b: "version" },
  own: { table: "namespace_key", a: "name", b: "0" },
} as const;

/** What a wrapped key belongs to. */
export type WrappedKind = keyof typeof WRAPPED_IN;
/** All of them, in order. */
export const WRAPPED_KINDS = Object.keys(WRAPPED_IN) as WrappedKind[];

/** A root key version, and the names of the namespace's keys in use: a destroyed blinding's row is random bytes. */
interface WrappedWith {
  readonly version: number;
  readonly live: readonly string[];
}

/** True for a key not wrapped with the version; crypto/wrapping.ts describes the version byte. */
const IS_OLDER = `wrapped <> zeroblob(length(wrapped))
  AND iif(length(wrapped) % 16 = 12, '01', hex(substr(wrapped, 1, 1))) <> printf('%02X', ?1)`;
const IS_LIVE = "name IN (SELECT value FROM json_each(?2))";
const olderIn = (kind: WrappedKind) =>
  kind === "own" ? `${IS_OLDER} AND ${IS_LIVE}` : `${IS_OLDER} AND ?2 = ?2`;
const COUNT_OLDER = `SELECT ${WRAPPED_KINDS.map(
  (kind) => `(SELECT count(*) FROM ${WRAPPED_IN[kind].table} WHERE ${olderIn(kind)})`,
).join(" + ")}`;

/** Reads and replaces keys wrapped with older versions of the root key. */
export class WrappedKeyStore extends Store {
  /** Keys not wrapped with this version, in order, after the first `skipped`. `live`: see WrappedWith. */
  older(
    kind: WrappedKind,
    { version, live }: WrappedWith,
    limit: number,
    skipped: number,
  ): WrappedKeyRow[] {
    const { table, a, b } = WRAPPED_IN[kind];
    return this.rows(
      `SELECT ${a} AS a, ${b} AS b, wrapped FROM ${table} WHERE ${olderIn(kind)} ORDER BY 1, 2 LIMIT ?3 OFFSET ?4`,
      ...[version, JSON.stringify(live), limit, skipped],
    );
  }

  /** Number of such keys of all kinds. */
  countOlder({ version, live }: WrappedWith): number {
    return this.value<number>(COUNT_OLDER, version, JSON.stringify(live)) ?? 0;
  }

  /**
   * Store keys that were wrapped again, unless the row changed since it was read. Overwrites the old bytes in place
   * first, because what a growing row leaves behind stays in its page. Call it in a transaction.
   */
  replace(
    kind: WrappedKind,
    keys: readonly (WrappedKeyRow & { readonly anew: Uint8Array })[],
  ): void {
    const { table, a, b } = WRAPPED_IN[kind];
    const isListed = `${a} = j.value ->> 0 AND ${b} = j.value ->> 1`;
    const read = keys.map((key) => [key.a, key.b, hex(new Uint8Array(key.wrapped))]);
    const unchanged = this.rows<{ a: number | string; b: number }>(
      `UPDATE ${table} SET wrapped = randomblob(length(wrapped)) FROM json_each(?) AS j
        WHERE ${isListed} AND wrapped = unhex(j.value ->> 2) RETURNING ${a} AS a, ${b} AS b`,
      JSON.stringify(read),
    );
    const anew = new Map(keys.map((key) => [`${key.a} ${key.b}`, hex(key.anew)]));
    this.sql.exec(
      `UPDATE ${table} SET wrapped = unhex(j.value ->> 2) FROM json_each(?) AS j WHERE ${isListed}`,
      JSON.stringify(unchanged.map((key) => [key.a, key.b, anew.get(`${key.a} ${key.b}`)])),
    );
  }
}
