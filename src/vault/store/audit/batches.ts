// SQL of `audit_batch` and `audit_day`: sealed batches of audit records in the order they came, and the key of each stretch of
// a day. A stretch ends where the next begins, and days may go back where the clock has: whether a batch is older than a
// day goes by the last stretch that is.
import { Store } from "../../../platform/store.ts";

/** A batch to keep. */
interface NewBatch {
  readonly serial: number;
  readonly sender: string;
  readonly records: number;
  readonly hash: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** A batch as it is kept. */
interface BatchRow {
  serial: number;
  hash: string;
  sealed: ArrayBuffer;
}

/** A stretch of a day: its number, and the first batch in it. */
export interface AuditDay {
  id: number;
  day: number;
  first: number;
  wrapped: ArrayBuffer;
}

/** How far back a batch that is sent again is known. */
const REMEMBERED = 100;

const IS_KNOWN = `SELECT 1 FROM (SELECT sender FROM audit_batch ORDER BY serial DESC LIMIT ${REMEMBERED}) WHERE sender = ?`;
const ADD = `INSERT INTO audit_batch (serial, sender, records, total, hash, sealed)
  VALUES (?1, ?2, ?3, ?3 + coalesce((SELECT total FROM audit_batch WHERE serial = ?1 - 1), 0), ?4, ?5)`;
/** Few enough records to be read at once; always one batch. */
const PAGE = `SELECT serial, hash, sealed FROM audit_batch WHERE serial > ?1 AND total <= ?2 +
  (SELECT total FROM audit_batch WHERE serial > ?1 ORDER BY serial LIMIT 1) ORDER BY serial LIMIT 500`;
const DAY_OF =
  "SELECT id, day, first, wrapped FROM audit_day WHERE first <= ? ORDER BY id DESC LIMIT 1";
const FIRST_BEHIND = `SELECT min(first) FROM audit_day
  WHERE id > (SELECT max(id) FROM audit_day WHERE day < ?)`;
const ENDED = "id < (SELECT max(id) FROM audit_day WHERE first <= ? + 1)";
/** What is deleted at a time, of a database that is not in memory: 3 to 11 ms. 2,000 batches of 5,000 bytes took 62. */
const BATCHES_PER_STEP = 1_000;
const BYTES_PER_STEP = 4 * 1024 * 1024;
const STEP_END = `SELECT max(serial) FROM (
    SELECT serial, sum(bytes) OVER (ORDER BY serial) - bytes AS before FROM (
      SELECT serial, length(sealed) AS bytes FROM audit_batch WHERE serial <= ? ORDER BY serial LIMIT ${BATCHES_PER_STEP}))
  WHERE before < ${BYTES_PER_STEP}`;
const DELETE =
  "DELETE FROM audit_batch WHERE serial <= ? RETURNING records, length(sealed) AS bytes";

const ADD_DAY = "INSERT INTO audit_day (id, day, first, wrapped) VALUES (?, ?, ?, ?)";
const OVERWRITE_DAYS = `UPDATE audit_day SET wrapped = randomblob(length(wrapped)) WHERE ${ENDED}`;

/** Reads and writes batches of records, and the keys of their days. */
export class AuditBatchStore extends Store {
  /** The newest batch, or null. */
  last(): { serial: number; hash: string } | null {
    return this.first("SELECT serial, hash FROM audit_batch ORDER BY serial DESC LIMIT 1");
  }

  /** Whether one of the newest batches came from a sender. */
  isKnown(sender: string): boolean {
    return this.value(IS_KNOWN, sender) !== null;
  }

  /** Keep a batch behind the newest one. */
  add({ serial, sender, records, hash, sealed }: NewBatch): void {
    this.sql.exec(ADD, serial, sender, records, hash, sealed);
  }

  /** Batches behind one, in order: the next, and those with so many records more. */
  page(after: number, records: number): BatchRow[] {
    return this.rows(PAGE, after, records);
  }

  /** The hash of a batch, null for none. */
  hashOf(serial: number): string | null {
    return this.value<string>("SELECT hash FROM audit_batch WHERE serial = ?", serial);
  }

  /** Records in batches up to one. */
  countUpTo(serial: number): number {
    const total = "SELECT total FROM audit_batch WHERE serial <= ? ORDER BY serial DESC LIMIT 1";
    const before = "SELECT total - records FROM audit_batch ORDER BY serial LIMIT 1";
    return (this.value<number>(total, serial) ?? 0) - (this.value<number>(before) ?? 0);
  }

  /** The last of the first batches up to one that may be deleted at a time; null when there are none. */
  stepEnd(upTo = Number.MAX_SAFE_INTEGER): number | null {
    return this.value<number>(STEP_END, upTo);
  }

  /** Delete the batches up to one; gives how many records and bytes that were. */
  delete(upTo: number): { records: number; bytes: number } {
    const gone = this.rows<{ records: number; bytes: number }>(DELETE, upTo);
    return {
      records: gone.reduce((sum, { records }) => sum + records, 0),
      bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** The newest stretch of a day, or null. */
  newestDay(): AuditDay | null {
    return this.dayOf(Number.MAX_SAFE_INTEGER);
  }

  /** The stretch that a batch is in, or null. */
  dayOf(serial: number): AuditDay | null {
    return this.first(DAY_OF, serial);
  }

  /** Begin a stretch. */
  addDay({ id, day, first }: Omit<AuditDay, "wrapped">, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(ADD_DAY, id, day, first, wrapped);
  }

  /** The first batch of a day or of what came later; null when there is no such stretch. */
  firstFrom(day: number): number | null {
    return this.value<number>("SELECT min(first) FROM audit_day WHERE day >= ?", day);
  }

  /** The first batch behind all that is older than a day (a number of UTC days); null when nothing is, or nothing follows. */
  firstBehind(day: number): number | null {
    return this.value<number>(FIRST_BEHIND, day);
  }

  /** Destroy the keys of stretches that end with a batch or before it: overwritten in place first. Gives their days. */
  destroyDays(upTo: number): number[] {
    this.sql.exec(OVERWRITE_DAYS, upTo);
    return this.column(`DELETE FROM audit_day WHERE ${ENDED} RETURNING day`, upTo);
  }
}
