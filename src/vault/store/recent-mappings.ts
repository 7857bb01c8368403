// Mappings that are not in `mapping_by_digest` yet. Digests are random, so each that is added there alone changes a page
// of its own, which is written to the log and again to the file. Here they wait, in memory, until there are many; then
// they are added in the order of their digests, a slice with each further insert, and share pages.
//
// What is in memory proves nothing and is only where to look: ids by the first bits of a digest, of which a statement
// asks the rows. So rows that are undone or erased need no word here. A start reads again, from the rows, what the
// table lacks. docs/decisions/growth.md says what else was tried.
import { prefixesOf } from "../../core/byte-slices.ts";
import { Store } from "../../platform/store.ts";
import { LIVES } from "./attributes.ts";
import { IdsByPrefix } from "./ids-by-prefix.ts";
import { SettingStore } from "./settings.ts";

/** So many wait before they are indexed: more share more pages, and are more to read at a start. Few where tests run. */
const MOST_WAITING = TEST_BUILD ? 300 : 65_536;
/** Rows that are indexed at once, at least; single masks take turns at it. */
const LEAST_SLICE = TEST_BUILD ? 20 : 256;
/** Rows a start reads at once. */
const ROWS_PER_READ = TEST_BUILD ? 100 : 10_000;
const NOTHING_READ = -1;

/** Ids of a digest's candidates and, for each, the digest's place among those asked for. */
export interface Candidates {
  readonly positions: readonly number[];
  readonly ids: readonly number[];
}

// One row for many: their lists cost less to take apart than their rows. A damaged digest is nobody's.
const WAITING = `SELECT json_group_array(id) AS ids, max(id) AS last,
    group_concat(hex(substr(digest, 1, 4)), '') AS prefixes
  FROM (SELECT id, digest FROM mapping WHERE id > ? AND length(digest) = 16 ORDER BY id LIMIT ?)`;

const LISTED =
  "SELECT m.digest, m.kind, m.id FROM json_each(?) AS j CROSS JOIN mapping AS m ON m.id = j.value";
// Mostly no digest is there. Without any function, the statement cannot fail half-way. One that can has SQLite copy every
// page before it is changed, to undo it (SQLite, "Temporary Files Used By SQLite", section 2.5).
const ADD = `INSERT OR IGNORE INTO mapping_by_digest (digest, kind, id) ${LISTED}`;
// A value has a younger mapping only when all older ones are dead. Their rows wait for their deletion, or are gone.
const TAKE = `INSERT INTO mapping_by_digest (digest, kind, id) ${LISTED} WHERE true
  ON CONFLICT (digest, kind) DO UPDATE SET id = excluded.id WHERE mapping_by_digest.id < excluded.id
    OR NOT EXISTS (SELECT 1 FROM mapping AS m WHERE m.id = mapping_by_digest.id AND ${LIVES})`;

/** Knows which mappings wait for their place in the index of digests, and gives it to them. */
export class RecentMappings extends Store {
  readonly #settings: SettingStore;
  /** Those that wait. */
  #waiting = new IdsByPrefix();
  /** Behind which id a start has not read yet; null when it has read all. */
  #unread: number | null = NOTHING_READ;
  /** Those that are being indexed; they stay until all are. */
  #indexing = new IdsByPrefix();
  /** Where the next slice of them begins. */
  #cursor = 0;
  /** Rows inserted since the last slice. */
  #inserted = 0;
  /** As it is stored: a start reads the mappings behind it. */
  #indexedUpTo = 0;
  #round = 0;

  constructor(sql: SqlStorage) {
    super(sql);
    this.#settings = new SettingStore(sql);
  }

  /**
   * Rises when mappings are forgotten here because the index has them. Who has looked a digest up in another round has to
   * look again.
   */
  get round(): number {
    return this.#round;
  }

  /** Read some of what a start has to read; true while there is more. Whoever needs it before reads the rest at once. */
  readSome(): boolean {
    if (this.#unread === null) return false;
    if (this.#unread === NOTHING_READ) {
      this.#indexedUpTo = this.#settings.needed("indexed_up_to");
      this.#unread = this.#indexedUpTo;
    }
    const row = this.sql.exec<WaitingRow>(WAITING, this.#unread, ROWS_PER_READ).one();
    const [ids, prefixes] = [JSON.parse(row.ids) as number[], row.prefixes ?? ""];
    ids.forEach((id, i) => {
      this.#waiting.add(Number.parseInt(prefixes.slice(8 * i, 8 * i + 8), 16), id);
    });
    this.#unread = ids.length < ROWS_PER_READ ? null : row.last;
    return this.#unread !== null;
  }

  /** Ids of mappings that may have these digests, which stand end to end. */
  candidates(digests: Uint8Array): Candidates {
    const waiting = this.#read();
    const [positions, ids]: [number[], number[]] = [[], []];
    prefixesOf(digests).forEach((prefix, position) => {
      waiting.addTo(ids, prefix);
      this.#indexing.addTo(ids, prefix);
      while (positions.length < ids.length) positions.push(position);
    });
    return { positions, ids };
  }

  /** Remember mappings with consecutive ids that have been inserted, and their digests. */
  add(first: number, digests: Uint8Array): void {
    const waiting = this.#read();
    prefixesOf(digests).forEach((prefix, i) => {
      waiting.add(prefix, first + i);
    });
  }

  /**
   * Belongs in front of what inserts so many rows from an id on, outside of what may be undone: sees that a start finds
   * them, and indexes a slice of earlier ones.
   */
  prepareInsert(first: number, count: number): void {
    const waiting = this.#read();
    // Reserved before others that have been indexed meanwhile.
    if (first <= this.#indexedUpTo) this.#noteIndexed(first - 1);
    this.#inserted += count;
    if (this.#inserted < LEAST_SLICE) return;
    if (this.#indexing.size === 0 && waiting.size >= MOST_WAITING) {
      this.#indexing = waiting;
      this.#waiting = new IdsByPrefix();
      this.#cursor = 0;
    }
    if (this.#indexing.size > 0) this.#indexSlice();
    this.#inserted = 0;
  }

  /** As many as were inserted, or more when a start has found many: so they are done before as many wait again. */
  #indexSlice(): void {
    const indexing = this.#indexing;
    const count = Math.ceil((this.#inserted * indexing.size) / MOST_WAITING);
    const { ids, next } = indexing.slice(this.#cursor, count);
    const list = JSON.stringify(ids);
    this.sql.exec(ADD, list);
    if (this.value<number>("SELECT changes() AS n") !== ids.length) this.sql.exec(TAKE, list);
    this.#cursor = next ?? 0;
    if (next !== null) return;
    const { lowest } = this.#waiting;
    this.#noteIndexed(lowest === null ? indexing.highest : lowest - 1);
    this.#indexing = new IdsByPrefix();
    this.#round += 1;
  }

  #noteIndexed(upTo: number): void {
    this.#settings.put("indexed_up_to", upTo);
    this.#indexedUpTo = upTo;
  }

  /** Those that wait, all of them: what a start has not read yet is read now. */
  #read(): IdsByPrefix {
    while (this.readSome());
    return this.#waiting;
  }
}

/** Columns of WAITING. */
interface WaitingRow extends Record<string, SqlStorageValue> {
  readonly ids: string;
  readonly last: number | null;
  readonly prefixes: string | null;
}
