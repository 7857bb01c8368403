// What the parts of a namespace have to know when its object starts, in one statement. Preparing one costs 30 to
// 60 us, so a dozen of them were a tenth of the first request.

/** Read as one row; `job` is looked through once. */
const OPENING = `SELECT max(turn) AS lastTurn, max(serial) AS lastSerial,
    total(state = 'RECEIVING') AS receiving,
    (SELECT created FROM mapping ORDER BY id DESC LIMIT 1) AS newestCreated,
    (SELECT json_group_object(name, value) FROM setting) AS settings
  FROM job`;

interface OpeningRow extends Record<string, SqlStorageValue> {
  lastTurn: number | null;
  lastSerial: number | null;
  receiving: number;
  newestCreated: number | null;
  settings: string;
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
}

/** Read all of it; the tables must exist. */
export function readOpening(sql: SqlStorage): Opening {
  const row = sql.exec<OpeningRow>(OPENING).one();
  return {
    lastTurn: row.lastTurn ?? 0,
    nextSerial: (row.lastSerial ?? 0) + 1,
    receiving: row.receiving,
    newestCreated: row.newestCreated ?? 0,
    settings: new Map(Object.entries(JSON.parse(row.settings) as Record<string, string | number>)),
  };
}
