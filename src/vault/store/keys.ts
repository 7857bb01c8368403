// SQL of `namespace_key`, `day_key` and `wrapped_key`: wrapped keys only, never a usable one.
// Keys that are destroyed before the namespace are rows of `wrapped_key` (platform/key-rows.ts); days, jobs and audit days name
// them by id.
import { hex } from "../../core/ids.ts";
import { destroyKeys, KeyRows } from "../../platform/key-rows.ts";
import { Store } from "../../platform/store.ts";

/** Names of the keys a namespace has one of; `index` is the digest key. */
export type NamespaceKeyName = "index" | "token" | "record" | BlindingKeyName;

/** Names of the two rows that alternate for the blindings' secrets (vault/keys/blindings.ts). */
export type BlindingKeyName = "blinding_0" | "blinding_1";

const EXISTS_BEFORE = "key IS NOT NULL AND day >= ?3 AND (day < ?1 OR (day = ?1 AND version < ?2))";
const LIST_BEFORE = `SELECT day, version FROM day_key WHERE ${EXISTS_BEFORE} ORDER BY day, version`;
const FORGET_BEFORE = `UPDATE day_key SET key = NULL WHERE ${EXISTS_BEFORE}`;

/** The table of keys that are destroyed before the namespace. */
export const WRAPPED_KEYS = { table: "wrapped_key", column: "wrapped" } as const;
const DESTROY = destroyKeys(WRAPPED_KEYS);
const DESTROY_BEFORE = `${DESTROY} WHERE id IN (SELECT key FROM day_key WHERE ${EXISTS_BEFORE})`;
const OF_LISTED_JOBS = "FROM job WHERE serial IN (SELECT value FROM json_each(?1))";
const DESTROY_OF_JOBS = `${DESTROY} WHERE id IN (SELECT key ${OF_LISTED_JOBS} UNION ALL SELECT placeholder_key ${OF_LISTED_JOBS})`;
const FORGET_OF_JOBS =
  "UPDATE job SET key = NULL, placeholder_key = NULL WHERE serial IN (SELECT value FROM json_each(?))";
const PLACEHOLDER_KEY_ID = "(SELECT placeholder_key FROM job WHERE serial = ?)";

const TABLES_OF_KEYS =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%wrapped BLOB%'";
const ALL_DAYS = "SELECT * FROM day_key ORDER BY day, version";
const ADD_NAMESPACE_KEY = "INSERT OR IGNORE INTO namespace_key (name, wrapped) VALUES (?, ?)";
const PUT_BLINDING_KEY =
  "INSERT INTO namespace_key (name, wrapped) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET wrapped = excluded.wrapped";
const OVERWRITE_BLINDING_KEY =
  "UPDATE namespace_key SET wrapped = randomblob(length(wrapped)) WHERE name = ?";
const DAY_KEY =
  "SELECT wrapped FROM day_key JOIN wrapped_key ON id = key WHERE day = ? AND version = ?";
const ADD_DAY_KEY = "INSERT INTO day_key (day, version, key) VALUES (?, ?, ?)";

/** Reads and writes the keys of the namespace and of its days. */
export class KeyStore extends Store {
  readonly #rows = new KeyRows(this.sql, WRAPPED_KEYS);

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

  /**
   * Destroy every key of the namespace, also where the upgrade of the schema fails, and whatever `is_free` says. The rows
   * stay, because SQLite may leave the bytes of deleted ones in the file.
   */
  destroyAll(): void {
    for (const table of this.column<string>(TABLES_OF_KEYS)) {
      this.sql.exec(`UPDATE ${table} SET wrapped = zeroblob(length(wrapped))`);
    }
  }

  /** All existing versions of days' keys, also where the upgrade fails: once the key itself was in its day's row. */
  allDayKeys(): { day: number; version: number }[] {
    return this.rows<Record<"day" | "version" | "key" | "wrapped", number>>(ALL_DAYS)
      .filter(({ key, wrapped }) => (key ?? wrapped ?? null) !== null)
      .map(({ day, version }) => ({ day, version }));
  }

  /** Store a wrapped day key; an existing one stays. */
  addDayKey(day: number, version: number, wrapped: Uint8Array<ArrayBuffer>): void {
    if (this.newestDayVersion(day) >= version) return;
    this.sql.exec(ADD_DAY_KEY, day, version, this.#rows.add(wrapped));
  }

  /** Existing key versions: of days from `from` to before `day`, and of `day` itself below `version`. */
  dayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    return this.rows(LIST_BEFORE, day, version, from);
  }

  /** Destroy the keys that `dayKeysBefore` gives, and return them. Their rows stay: a version is never used again. */
  destroyDayKeysBefore(day: number, version: number, from = 0): { day: number; version: number }[] {
    const destroyed = this.dayKeysBefore(day, version, from);
    this.sql.exec(DESTROY_BEFORE, day, version, from);
    this.sql.exec(FORGET_BEFORE, day, version, from);
    return destroyed;
  }
}

/** Writes and destroys keys of jobs. Their own keys are read with their rows (JobRow). */
export class JobKeyStore extends Store {
  readonly #rows = new KeyRows(this.sql, WRAPPED_KEYS);

  /** Store the key of a job's payload, result and meta; returns the id for its row. */
  add(wrapped: Uint8Array<ArrayBuffer>): number {
    return this.#rows.add(wrapped);
  }

  /** Destroy all keys of some jobs: their data becomes unreadable. */
  destroy(jobs: readonly number[]): void {
    const list = JSON.stringify(jobs);
    this.sql.exec(DESTROY_OF_JOBS, list);
    this.sql.exec(FORGET_OF_JOBS, list);
  }

  addPlaceholderKey(job: number, wrapped: Uint8Array<ArrayBuffer>): void {
    const id = this.#rows.add(wrapped);
    this.sql.exec("UPDATE job SET placeholder_key = ? WHERE serial = ?", id, job);
  }

  /** The wrapped key of a job's placeholders; null when it has none, or has ended. */
  placeholderKey(job: number): ArrayBuffer | null {
    return this.value(`SELECT wrapped FROM wrapped_key WHERE id = ${PLACEHOLDER_KEY_ID}`, job);
  }

  /** Destroy a job's placeholder key: from then on nobody can tell which values the placeholders replaced. */
  destroyPlaceholderKey(job: number): void {
    this.sql.exec(`${DESTROY} WHERE id = ${PLACEHOLDER_KEY_ID}`, job);
    this.sql.exec("UPDATE job SET placeholder_key = NULL WHERE serial = ?", job);
  }
}

/** A wrapped key as stored: its row, and the numbers, or the name, of what it belongs to. */
export interface WrappedKeyRow {
  readonly row: number | string;
  readonly a: number | string;
  readonly b: number;
  readonly wrapped: ArrayBuffer;
}

/**
 * Where wrapped keys are, and the columns that identify what they belong to. Keys are wrapped again in this order, the
 * namespace's own last, because they show whether an older root key version is the right one.
 */
const WRAPPED_IN = {
  job: { from: "job JOIN wrapped_key ON id = key", row: "id", a: "serial", b: "0" },
  placeholders: {
    from: "job JOIN wrapped_key ON id = placeholder_key",
    ...{ row: "id", a: "serial", b: "0" },
  },
  auditDay: {
    from: "audit_day AS d JOIN wrapped_key AS k ON k.id = d.key",
    ...{ row: "k.id", a: "d.id", b: "0" },
  },
  day: { from: "day_key JOIN wrapped_key ON id = key", row: "id", a: "day", b: "version" },
  own: { from: "namespace_key", row: "name", a: "name", b: "0" },
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
const IS_OLDER =
  "iif(length(wrapped) % 16 = 12, '01', hex(substr(wrapped, 1, 1))) <> printf('%02X', ?1)";
const IS_LIVE = "name IN (SELECT value FROM json_each(?2))";
const olderIn = (kind: WrappedKind) =>
  kind === "own" ? `${IS_OLDER} AND ${IS_LIVE}` : `${IS_OLDER} AND ?2 = ?2`;
const COUNT_OLDER = `SELECT ${WRAPPED_KINDS.map(
  (kind) => `(SELECT count(*) FROM ${WRAPPED_IN[kind].from} WHERE ${olderIn(kind)})`,
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
    const { from, row, a, b } = WRAPPED_IN[kind];
    return this.rows(
      `SELECT ${row} AS row, ${a} AS a, ${b} AS b, wrapped FROM ${from} WHERE ${olderIn(kind)}
        ORDER BY 2, 3 LIMIT ?3 OFFSET ?4`,
      ...[version, JSON.stringify(live), limit, skipped],
    );
  }

  /** Number of such keys of all kinds. */
  countOlder({ version, live }: WrappedWith): number {
    return this.value<number>(COUNT_OLDER, version, JSON.stringify(live)) ?? 0;
  }

  /**
   * Store keys that were wrapped again, unless the row changed since it was read. Overwrites the old bytes in place first,
   * because a row of the namespace's own keys may grow. Call it in a transaction.
   */
  replace(
    kind: WrappedKind,
    keys: readonly (WrappedKeyRow & { readonly anew: Uint8Array })[],
  ): void {
    const table = kind === "own" ? "namespace_key" : "wrapped_key";
    const row = kind === "own" ? "namespace_key.name" : "wrapped_key.id";
    const read = keys.map((key) => [key.row, hex(new Uint8Array(key.wrapped))]);
    const unchanged = this.column<number | string>(
      `UPDATE ${table} SET wrapped = randomblob(length(wrapped)) FROM json_each(?) AS j
        WHERE ${row} = j.value ->> 0 AND wrapped = unhex(j.value ->> 1) RETURNING ${row}`,
      JSON.stringify(read),
    );
    const anew = new Map(keys.map((key) => [key.row, hex(key.anew)]));
    this.sql.exec(
      `UPDATE ${table} SET wrapped = unhex(j.value ->> 1) FROM json_each(?) AS j WHERE ${row} = j.value ->> 0`,
      JSON.stringify(unchanged.map((key) => [key, anew.get(key)])),
    );
  }
}
