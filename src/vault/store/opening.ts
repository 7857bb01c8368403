// What the parts of a namespace have to know when its object starts, in one statement. Preparing one costs 30 to
// 60 us, so a dozen of them were a tenth of the first request.
import { migrateExisting } from "../../platform/migrate.ts";
import type { Migration } from "../../platform/migration.ts";
import { DUE_DELETIONS, type DueRow } from "./due.ts";

/** Read as one row, whether there are jobs and keys of days or not; `job` is looked through once. */
const OPENING = `SELECT max(turn) AS lastTurn, max(serial) AS lastSerial,
    total(state = 'RECEIVING') AS receiving, min(due) AS job, ${DUE_DELETIONS},
    (SELECT created FROM mapping ORDER BY id DESC LIMIT 1) AS newestCreated,
    (SELECT json_group_object(name, value) FROM setting) AS settings,
    (SELECT wrapped FROM namespace_key WHERE name = 'index') AS indexKey,
    (SELECT wrapped FROM namespace_key WHERE name = 'token') AS tokenKey,
    d.day AS day, d.version AS dayVersion, d.wrapped AS dayKey,
    (SELECT max(id) FROM migration) AS migration
  FROM (SELECT 1)
    LEFT JOIN (SELECT day, version, wrapped FROM day_key ORDER BY day DESC, version DESC LIMIT 1) AS d
    LEFT JOIN job`;

interface OpeningRow extends Record<string, SqlStorageValue> {
  lastTurn: number | null;
  lastSerial: number | null;
  receiving: number;
  job: number | null;
  accepting: number | null;
  deletion: number | null;
  newestCreated: number | null;
  settings: string;
  indexKey: ArrayBuffer | null;
  tokenKey: ArrayBuffer | null;
  day: number | null;
  dayVersion: number | null;
  dayKey: ArrayBuffer | null;
  migration: number;
}

/** The newest version of the newest day's key. */
export interface NewestDayKey {
  readonly day: number;
  readonly version: number;
  /** Null once it has been destroyed. */
  readonly wrapped: ArrayBuffer | null;
}

/** How a database is found at the start. */
export interface Opening {
  /** Highest turn given to a job so far. */
  readonly lastTurn: number;
  /** Serial number for the next job; never one that a row still has. */
  readonly nextSerial: number;
  /** Jobs whose submission was cut off. */
  readonly receiving: number;
  /** Creation time of the newest mapping, 0 when there is none (ids rise with time). */
  readonly newestCreated: number;
  /** All settings by name. */
  readonly settings: ReadonlyMap<string, SqlStorageValue>;
  /** Wrapped keys that a mask needs, as far as there are any. */
  readonly keys: {
    readonly index: ArrayBuffer | null;
    readonly token: ArrayBuffer | null;
    readonly newestDay: NewestDayKey | null;
  };
  /** When the namespace next has something to do. */
  readonly due: DueRow;
  /** Number of the last migration that was made. */
  readonly migration: number;
}

/** Read all of it; the tables must exist and be of the present schema. */
export function readOpening(sql: SqlStorage): Opening {
  const row = sql.exec<OpeningRow>(OPENING).one();
  const { day, dayVersion: version, dayKey: wrapped } = row;
  const { job, accepting, deletion } = row;
  const settings = new Map(
    Object.entries(JSON.parse(row.settings) as Record<string, string | number>),
  );
  const numberOf = (name: string) => {
    const value = settings.get(name);
    return value === undefined ? null : Number(value);
  };
  return {
    lastTurn: row.lastTurn ?? 0,
    nextSerial: (row.lastSerial ?? 0) + 1,
    receiving: row.receiving,
    newestCreated: row.newestCreated ?? 0,
    settings,
    keys: {
      index: row.indexKey,
      token: row.tokenKey,
      newestDay: day === null || version === null ? null : { day, version, wrapped },
    },
    due: {
      ...{ job, accepting, deletion },
      held: numberOf("held"),
      retentionDays: numberOf("retention_days"),
      retentionDue: numberOf("retention_due"),
    },
    migration: row.migration,
  };
}

/**
 * The same of any database: null when it was never set up; one of an older schema is brought up to date first. One
 * that is up to date is not asked what it is: the statement fits or does not.
 */
export function openDatabase(
  storage: DurableObjectStorage,
  migrations: readonly Migration[],
  now: number,
): Opening | null {
  const opening = tryToRead(storage.sql);
  if (opening?.migration === migrations.length) return opening;
  return migrateExisting(storage, migrations, now) ? readOpening(storage.sql) : null;
}

/** Null when it fails, whatever the reason: if it is not the tables, it shows again when these are looked for. */
function tryToRead(sql: SqlStorage): Opening | null {
  try {
    return readOpening(sql);
  } catch {
    return null;
  }
}
