// SQL of the renewal of stored digests: reads those of one blinding a slice at a time, and replaces them with those
// of the next. erasure/index-renewer.ts decides what each becomes.
import { Store } from "../../platform/store.ts";
import { JUDGE_ADDED, LIVES } from "./attributes.ts";
import { pack } from "./rows.ts";

/** An attribute pair with digests under an older blinding. */
export interface StoredPair {
  readonly mappingId: number;
  readonly digest: Uint8Array<ArrayBuffer>;
  /** Digest of its name, marked. */
  readonly name: Uint8Array<ArrayBuffer>;
}

/** A pair that an open erasure removed, as recorded: its digest, marked. */
export interface StoredFind {
  readonly deletion: number;
  readonly mappingId: number;
  readonly pair: Uint8Array<ArrayBuffer>;
}

const MAPPINGS = "SELECT id, digest FROM mapping WHERE id > ? AND id <= ? ORDER BY id LIMIT ?";
const RELEASE = `DELETE FROM mapping_by_digest WHERE (digest, kind, id) IN (
  SELECT digest, kind, id FROM mapping WHERE id > ? AND id <= ?)`;
const REPLACE = `UPDATE mapping SET digest = substr(?1, j.key * 16 + 1, 16)
  FROM json_each(?2) AS j WHERE mapping.id = j.value`;
// A dead mapping whose row still exists may have lost its place to a later one, and must not take it back.
const TAKE = `INSERT OR IGNORE INTO mapping_by_digest (digest, kind, id)
  SELECT digest, kind, id FROM mapping AS m WHERE id > ? AND id <= ? AND ${LIVES} ORDER BY digest`;

// Reads exactly this many rows, whatever their marks: all of them may have been renewed before.
const PAIRS = `SELECT mapping_id, digest, name_digest, substr(name_digest, 17) <> ?3
  FROM attribute WHERE (mapping_id, digest) > (?1, ?2) ORDER BY mapping_id, digest LIMIT ?4`;
const REPLACE_PAIRS = `UPDATE OR IGNORE attribute SET digest = substr(?2, j.key * 16 + 1, 16),
    name_digest = substr(?3, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072)
  FROM json_each(?4) AS j
  WHERE mapping_id = j.value ->> 0 AND digest = substr(?1, j.key * 16 + 1, 16)`;
const REPLACE_LATER = `UPDATE OR IGNORE later_pair SET digest = substr(?2, j.key * 16 + 1, 16)
  FROM json_each(?3) AS j
  WHERE mapping_id = j.value ->> 0 AND digest = substr(?1, j.key * 16 + 1, 16)`;
// A pair that was masked again meanwhile is already stored under the next blinding.
const OLD_PAIRS = `(mapping_id, digest) IN (
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j)`;

const FINDS = `SELECT deletion, mapping_id, pair, pair <> zeroblob(16) AND substr(pair, 17) <> ?4
  FROM deletion_find WHERE (deletion, mapping_id, pair) > (?1, ?2, ?3)
  ORDER BY deletion, mapping_id, pair LIMIT ?5`;
const FIND =
  "j.value ->> 0, j.value ->> 1, substr(?1, (j.value ->> 2) / 131072 + 1, (j.value ->> 2) % 131072)";
const DROP_FINDS = `DELETE FROM deletion_find
  WHERE (deletion, mapping_id, pair) IN (SELECT ${FIND} FROM json_each(?2) AS j)`;
const ADD_FINDS = `INSERT OR IGNORE INTO deletion_find (deletion, mapping_id, pair)
  SELECT ${FIND} FROM json_each(?2) AS j`;

/** A sealed search of an open erasure or dry run. */
export interface StoredSearch {
  readonly serial: number;
  readonly accepted: number;
  readonly search: ArrayBuffer | null;
}

const SEARCHES = "SELECT serial, accepted, search FROM deletion WHERE search IS NOT NULL";

/** Part of a table, in order: the rows not marked with the newest blinding, and where to continue. */
export interface Page<Row> {
  readonly old: readonly Row[];
  /** Null when no more rows follow. */
  readonly next: Row | null;
}

const OVERWRITE_PAIRS = `UPDATE attribute SET sealed = randomblob(length(sealed)) WHERE ${OLD_PAIRS}`;
const REPLACE_SEARCH = "UPDATE deletion SET search = ? WHERE serial = ? AND search IS NOT NULL";

/** Reads digests of an older blinding and replaces them. */
export class RenewalStore extends Store {
  /** Mappings in (after, upTo], oldest first: their ids, and their digests, concatenated. */
  mappings(after: number, upTo: number, limit: number) {
    const rows = [...this.sql.exec(MAPPINGS, after, upTo, limit).raw<[number, ArrayBuffer]>()];
    const { bytes } = pack(rows.map(([, digest]) => new Uint8Array(digest)));
    return { ids: rows.map(([id]) => id), digests: bytes };
  }

  /** Replace the digests of all mappings in (after, last of `ids`]; both lists are in order. */
  replaceMappings(after: number, ids: readonly number[], digests: Uint8Array<ArrayBuffer>): void {
    const last = ids.at(-1) ?? after;
    this.sql.exec(RELEASE, after, last);
    this.sql.exec(REPLACE, digests, JSON.stringify(ids));
    this.sql.exec(TAKE, after, last);
  }

  /** The next `limit` pairs after one, and which of them are not marked with `mark`. */
  pairs(after: StoredPair | null, mark: number, limit: number): Page<StoredPair> {
    const { mappingId = 0, digest = NOTHING } = after ?? {};
    const rows = this.sql
      .exec(PAIRS, mappingId, digest, Uint8Array.of(mark), limit)
      .raw<[number, ArrayBuffer, ArrayBuffer, number]>();
    return readPage(limit, rows, ([id, stored, name, isOld]) => ({
      row: { mappingId: id, digest: new Uint8Array(stored), name: new Uint8Array(name) },
      isOld: isOld === 1,
    }));
  }

  /** Replace each pair of `old` with the one at its position in `by`. */
  replacePairs(old: readonly StoredPair[], by: readonly StoredPair[]): void {
    if (old.length === 0) return;
    const before = pack(old.map(({ digest }) => digest)).bytes;
    const digests = pack(by.map(({ digest }) => digest)).bytes;
    const names = pack(by.map(({ name }) => name));
    const rows = JSON.stringify(old.map(({ mappingId }, i) => [mappingId, names.positions[i]]));
    this.sql.exec(REPLACE_PAIRS, before, digests, names.bytes, rows);
    this.sql.exec(OVERWRITE_PAIRS, before, rows);
    this.sql.exec(`DELETE FROM attribute WHERE ${OLD_PAIRS}`, before, rows);
    this.sql.exec(REPLACE_LATER, before, digests, rows);
    this.sql.exec(JUDGE_ADDED, digests, rows);
    this.sql.exec(`DELETE FROM later_pair WHERE ${OLD_PAIRS}`, before, rows);
  }

  /** The next `limit` records of open erasures after one, and which of them are pairs not marked with `mark`. */
  finds(after: StoredFind | null, mark: number, limit: number): Page<StoredFind> {
    const from = after ?? { deletion: 0, mappingId: 0, pair: NOTHING };
    const rows = this.sql
      .exec(FINDS, from.deletion, from.mappingId, from.pair, Uint8Array.of(mark), limit)
      .raw<[number, number, ArrayBuffer, number]>();
    return readPage(limit, rows, ([deletion, mappingId, pair, isOld]) => ({
      row: { deletion, mappingId, pair: new Uint8Array(pair) },
      isOld: isOld === 1,
    }));
  }

  /** Searches of open erasures and dry runs. */
  searches(): StoredSearch[] {
    return Array.from(
      this.sql.exec(SEARCHES).raw<[number, number, ArrayBuffer]>(),
      ([serial, accepted, search]) => ({ serial, accepted, search }),
    );
  }

  /** Replace a search, unless it was deleted meanwhile. */
  replaceSearch(serial: number, search: Uint8Array<ArrayBuffer>): void {
    this.sql.exec(REPLACE_SEARCH, search, serial);
  }

  /** Replace records of open erasures. */
  replaceFinds(old: readonly StoredFind[], by: readonly StoredFind[]): void {
    for (const [statement, finds] of [[DROP_FINDS, old] as const, [ADD_FINDS, by] as const]) {
      const { bytes, positions } = pack(finds.map(({ pair }) => pair));
      const rows = finds.map(({ deletion, mappingId }, i) => [deletion, mappingId, positions[i]]);
      this.sql.exec(statement, bytes, JSON.stringify(rows));
    }
  }
}

function readPage<Raw, Row>(
  limit: number,
  rows: Iterable<Raw>,
  read: (raw: Raw) => { readonly row: Row; readonly isOld: boolean },
): Page<Row> {
  const all = Array.from(rows, read);
  return {
    old: all.filter(({ isOld }) => isOld).map(({ row }) => row),
    next: all.length < limit ? null : (all.at(-1)?.row ?? null),
  };
}

const NOTHING = new Uint8Array(0);
