// SQL of `audit_batch` and `audit_day`: sealed batches of audit records in order of arrival, and a key for each
// stretch of a day. A stretch ends where the next begins. Days may go back when the clock did: a batch counts as
// older than a day when its stretch, or any later one, is.
import { KeyRows } from "../../../platform/key-rows.ts";
import { Store } from "../../../platform/store.ts";
import { WRAPPED_KEYS } from "../keys.ts";

interface NewBatch {
  readonly serial: number;
  readonly sender: string;
  readonly records: number;
  readonly hash: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

interface BatchRow {
  serial: number;
  hash: string;
  sealed: ArrayBuffer;
}

/** A stretch of a day: its id, its day, and its first batch. */
export interface AuditDay {
  id: number;
  day: number;
  first: number;
  wrapped: ArrayBuffer;
}

/** Number of newest batches among which a repeated one is recognized. */
const REMEMBERED = 100;

const IS_KNOWN = `SELECT 1 FROM (SELECT sender FROM audit_batch ORDER BY serial DESC LIMIT ${REMEMBERED}) WHERE sender = ?`;
const ADD = `INSERT INTO audit_batch (serial, sender, records, total, hash, sealed)
  VALUES (?1, ?2, ?3, ?3 + coalesce((SELECT total FROM audit_batch WHERE serial = ?1 - 1), 0), ?4, ?5)`;
/** Few enough records and batches to read at once: each batch takes some 0.1 ms to open. Always at least one. */
const PAGE = `SELECT serial, hash, sealed FROM audit_batch WHERE serial > ?1 AND total <= ?2 +
  (SELECT total FROM audit_batch WHERE serial > ?1 ORDER BY serial LIMIT 1) ORDER BY serial LIMIT 200`;
/** A key's row that is gone is a key that does not open. */
const DAY_OF = `SELECT id, day, first, coalesce((SELECT wrapped FROM wrapped_key WHERE wrapped_key.id = key), x'') AS wrapped
  FROM audit_day WHERE first <= ? ORDER BY id DESC LIMIT 1`;
const FIRST_AFTER = `SELECT min(first) FROM audit_day
  WHERE id > (SELECT max(id) FROM audit_day WHERE day < ?)`;
const ENDED = "id < (SELECT max(id) FROM audit_day WHERE first <= ? + 1)";
/** Limits of one deletion step on a database that is not in memory: 3 to 11 ms. 2,000 batches of 5,000 bytes took 62. */
const BATCHES_PER_STEP = 1_000;
const BYTES_PER_STEP = 4 * 1024 * 1024;
const STEP_END = `SELECT max(serial) FROM (
    SELECT serial, sum(bytes) OVER (ORDER BY serial) - bytes AS before FROM (
      SELECT serial, length(sealed) AS bytes FROM audit_batch WHERE serial <= ? ORDER BY serial LIMIT ${BATCHES_PER_STEP}))
  WHERE before < ${BYTES_PER_STEP}`;
const DELETE =
  "DELETE FROM audit_batch WHERE serial <= ? RETURNING records, length(sealed) AS bytes";

const ADD_DAY = "INSERT INTO audit_day (id, day, first, key) VALUES (?, ?, ?, ?)";

/** Reads and writes batches of records, and their days' keys. */
export class AuditBatchStore extends Store {
  readonly #keys = new KeyRows(this.sql, WRAPPED_KEYS);

  last(): { serial: number; hash: string } | null {
    return this.first("SELECT serial, hash FROM audit_batch ORDER BY serial DESC LIMIT 1");
  }

  /** Whether one of the newest batches came from this sender. */
  isKnown(sender: string): boolean {
    return this.value(IS_KNOWN, sender) !== null;
  }

  /** Store a batch after the newest one. */
  add({ serial, sender, records, hash, sealed }: NewBatch): void {
    this.sql.exec(ADD, serial, sender, records, hash, sealed);
  }

  /** Batches after one, in order: the next, and more of them with up to `records` records. */
  page(after: number, records: number): BatchRow[] {
    return this.rows(PAGE, after, records);
  }

  /** The hash of a batch; null when it is not stored. */
  hashOf(serial: number): string | null {
    return this.value<string>("SELECT hash FROM audit_batch WHERE serial = ?", serial);
  }

  /** Number of records in stored batches up to one. */
  countUpTo(serial: number): number {
    const total = "SELECT total FROM audit_batch WHERE serial <= ? ORDER BY serial DESC LIMIT 1";
    const before = "SELECT total - records FROM audit_batch ORDER BY serial LIMIT 1";
    return (this.value<number>(total, serial) ?? 0) - (this.value<number>(before) ?? 0);
  }

  /** The last batch that one step may delete, from the first up to `upTo`; null when there are none. */
  stepEnd(upTo = Number.MAX_SAFE_INTEGER): number | null {
    return this.value<number>(STEP_END, upTo);
  }

  /** Delete the batches up to one; returns the number of records and bytes deleted. */
  delete(upTo: number): { records: number; bytes: number } {
    const gone = this.rows<{ records: number; bytes: number }>(DELETE, upTo);
    return {
      records: gone.reduce((sum, { records }) => sum + records, 0),
      bytes: gone.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  newestDay(): AuditDay | null {
    return this.dayOf(Number.MAX_SAFE_INTEGER);
  }

  /** The stretch that contains a batch, or null. */
  dayOf(serial: number): AuditDay | null {
    return this.first(DAY_OF, serial);
  }

  /** Store a new stretch. */
  addDay({ id, day, first }: Omit<AuditDay, "wrapped">, wrapped: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(ADD_DAY, id, day, first, this.#keys.add(wrapped));
  }

  /** The first batch of a stretch of this or a later day; null when there is none. */
  firstFrom(day: number): number | null {
    return this.value<number>("SELECT min(first) FROM audit_day WHERE day >= ?", day);
  }

  /** The first batch after all stretches older than a day (a UTC day number); null when none is older, or none follows. */
  firstAfter(day: number): number | null {
    return this.value<number>(FIRST_AFTER, day);
  }

  /** Destroy the keys of stretches that end at or before a batch. Returns their days. */
  destroyDays(upTo: number): number[] {
    const ended = this.rows<{ day: number; key: number }>(
      `DELETE FROM audit_day WHERE ${ENDED} RETURNING day, key`,
      upTo,
    );
    this.#keys.destroy(ended.map(({ key }) => key));
    return ended.map(({ day }) => day);
  }
}
