// When a namespace next has something to do, in one statement.

const OPEN = "state IN ('ACCEPTING', 'HELD', 'PENDING', 'IN-PROGRESS')";
/** Deletions go in order, so the oldest one says when; one that is still being accepted is due at once. */
const DUE = `SELECT (SELECT min(due) FROM job) AS job,
    (SELECT accepted FROM deletion INDEXED BY deletion_open
      WHERE ${OPEN} AND state = 'ACCEPTING' ORDER BY serial LIMIT 1) AS accepting,
    (SELECT due FROM deletion INDEXED BY deletion_open
      WHERE ${OPEN} AND state IN ('PENDING', 'IN-PROGRESS') ORDER BY serial LIMIT 1) AS deletion,
    max(iif(name = 'held', value, NULL)) AS held,
    max(iif(name = 'retention_days', value, NULL)) AS retentionDays,
    max(iif(name = 'retention_due', value, NULL)) AS retentionDue
  FROM setting WHERE name IN ('held', 'retention_days', 'retention_due')`;

/** What times follow from. */
interface DueRow extends Record<string, SqlStorageValue> {
  job: number | null;
  accepting: number | null;
  deletion: number | null;
  held: number | null;
  retentionDays: number | null;
  retentionDue: number | null;
}

/** Reads due times. */
export class DueStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The earliest due time (milliseconds since 1970), null when nothing is due. Deletions wait while a hold is on. */
  next(): number | null {
    const row = this.#sql.exec<DueRow>(DUE).one();
    const deletion = row.held === 1 ? null : (row.accepting ?? row.deletion);
    const retention = (row.retentionDays ?? 0) > 0 ? row.retentionDue : null;
    const times = [row.job, deletion, retention].filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }
}
