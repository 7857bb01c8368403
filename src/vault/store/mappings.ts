// SQL of `mapping` and `shaped_token`, set-based: one statement for up to 2,000 rows. Measured: one row at a time
// takes 16 us per look-up and 30 us per insert, a set 0.4 us and 3 us per row.

import {
  type ByteSlices,
  DIGEST_BYTES,
  digestsBetween,
  slicesBetween,
} from "../../core/byte-slices.ts";
import { Store } from "../../platform/store.ts";
import { LIVES } from "./attributes.ts";
import { packed, statementRanges, statementRuns, zeros } from "./rows.ts";
import { findShaped, insertShaped, removeShaped } from "./shaped-rows.ts";

/** A mapping found by digest; `position` is the digest's position in the query. */
export interface FoundMapping {
  readonly position: number;
  readonly id: number;
  readonly created: number;
  readonly keyVersion: number;
  /** Token of a fixed-shape kind, null for free-length kinds. */
  readonly token: string | null;
}

/** Mappings to insert, with consecutive ids; either all have a token (fixed-shape kinds) or none has. */
export interface NewMappings extends Pick<StoredMapping, "kind" | "created" | "keyVersion"> {
  readonly rows: readonly NewMapping[];
  readonly digests: Uint8Array<ArrayBuffer>;
  readonly sealed: ByteSlices;
}

/** A mapping to insert. */
export interface NewMapping {
  readonly id: number;
  readonly token: string | null;
  readonly tokenDigest?: Uint8Array<ArrayBuffer>;
}

/** A stored mapping's sealed value. */
export interface StoredMapping {
  readonly id: number;
  readonly kind: number;
  readonly created: number;
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
}

/** A stored mapping, with its token, for unmasking. */
export interface TokenMapping extends StoredMapping {
  /** Token of a fixed-shape kind; null when the token carries the id. */
  readonly token: string | null;
}

// Digests all have DIGEST_BYTES, so their offset follows from the row's position; sealed values are found by a packed
// place. The JSON has plain numbers and texts: nested arrays take 3 us per row to parse.
/** One row with each column as a JSON list: fetching row by row takes twice as long as finding the rows. */
const FIND = `SELECT json_group_array(j.key) AS positions, json_group_array(m.id) AS ids,
    json_group_array(m.created) AS created, json_group_array(m.key_version) AS keyVersions,
    count(m.token) AS tokens
  FROM json_each(?2) AS j
  CROSS JOIN mapping_by_digest AS d ON d.digest = substr(?1, j.key * 16 + 1, 16) AND d.kind = ?3
  CROSS JOIN mapping AS m ON m.id = d.id
  WHERE d.id > ?4 AND ${LIVES}`;

/** Row by row: a list of all tokens could exceed the maximum size of a value. */
const FIND_TOKENS = `SELECT j.key, m.token FROM json_each(?) AS j
  CROSS JOIN mapping AS m ON m.id = j.value WHERE m.token IS NOT NULL`;

const BY_ID = `SELECT m.id, m.kind, m.created, m.key_version, m.sealed, m.token
  FROM json_each(?) AS j CROSS JOIN mapping AS m ON m.id = j.value WHERE m.id > ? AND ${LIVES}`;

// Usually no digest exists yet. Reading rows just inserted, without any function, the statement cannot fail half-way.
// For a statement that can, SQLite copies every page before changing it, to undo it: at 100,000 rows nearly a page
// per row (SQLite, "Temporary Files Used By SQLite", section 2.5).
const ADD_DIGESTS = `INSERT OR IGNORE INTO mapping_by_digest (digest, kind, id)
  SELECT digest, kind, id FROM mapping WHERE id >= ? AND id < ?`;

// Rows of one kind come in descending order of their digests, reversed from their look-up; several kinds come one
// after the other. Sorted together, they visit each page of the index once.
const ADD_MIXED_DIGESTS = `${ADD_DIGESTS} ORDER BY digest DESC`;

// Takes over the place of a dead mapping, whose row waits for its deletion, or of one whose row is gone. Also counts
// what ADD_DIGESTS has added.
const TAKE_DIGESTS = `INSERT INTO mapping_by_digest (digest, kind, id)
  SELECT digest, kind, id FROM mapping WHERE id >= ?1 AND id < ?2
  ON CONFLICT (digest, kind) DO UPDATE SET id = excluded.id
    WHERE mapping_by_digest.id = excluded.id OR mapping_by_digest.id <= ?3
      OR NOT EXISTS (SELECT 1 FROM mapping AS m WHERE m.id = mapping_by_digest.id AND ${LIVES})`;

// Removes the rows of an overtaken call: first the digests it has taken, then its mappings.
const RELEASE_DIGESTS = `DELETE FROM mapping_by_digest WHERE id >= ?1 AND id < ?2
  AND (digest, kind) IN (SELECT digest, kind FROM mapping WHERE id >= ?1 AND id < ?2)`;
const BLANK = "UPDATE mapping SET sealed = zeroblob(length(sealed)) WHERE id >= ? AND id < ?";
const REMOVE = "DELETE FROM mapping WHERE id >= ? AND id < ?";

const INSERT = `INSERT INTO mapping (id, digest, kind, created, key_version, sealed)
  SELECT ?7 + j.key, substr(?1, j.key * 16 + 1, 16), ?4, ?5, ?6,
    substr(?2, j.value / 131072 + 1, j.value % 131072)
  FROM json_each(?3) AS j`;

/** Like INSERT, but each JSON element is a text: the place, a comma, the token. */
const INSERT_WITH_TOKEN = `INSERT INTO mapping
    (id, digest, kind, created, key_version, sealed, token)
  SELECT ?7 + j.key, substr(?1, j.key * 16 + 1, 16), ?4, ?5, ?6,
    substr(?2, CAST(j.value AS INTEGER) / 131072 + 1, CAST(j.value AS INTEGER) % 131072),
    substr(j.value, instr(j.value, ',') + 1)
  FROM json_each(?3) AS j`;

const digestBytes = () => DIGEST_BYTES;

/** Reads and writes mappings. */
export class MappingStore extends Store {
  /** Live mappings of a kind with these digests, which are concatenated; `position` refers to them. */
  find(kind: number, digests: Uint8Array<ArrayBuffer>, watermark: number): FoundMapping[] {
    const found: FoundMapping[] = [];
    for (const [from, to] of statementRanges(digests.length / DIGEST_BYTES, digestBytes)) {
      const bytes = digestsBetween(digests, from, to);
      const lists = this.one<FoundLists>(FIND, bytes, zeros(to - from), kind, watermark);
      const tokens = lists.tokens === 0 ? NO_TOKENS : this.#tokensOf(lists.ids);
      const [ids, created] = [numbersIn(lists.ids), numbersIn(lists.created)];
      const [keyVersions, positions] = [numbersIn(lists.keyVersions), numbersIn(lists.positions)];
      for (let i = 0; i < positions.length; i++) {
        found.push({
          position: from + (positions[i] as number),
          id: ids[i] ?? 0,
          created: created[i] ?? 0,
          keyVersion: keyVersions[i] ?? 0,
          token: tokens.get(i) ?? null,
        });
      }
    }
    return found;
  }

  /**
   * Insert mappings with consecutive ids, and the digests of their tokens, if any: those stay when the mapping is
   * gone, so that no token is minted again. False when a live mapping has one of the digests, or any mapping one of
   * the tokens; then, and when it throws, nothing of the call stays stored.
   */
  insertAll(groups: readonly NewMappings[], watermark: number): boolean {
    const first = groups[0]?.rows[0]?.id;
    if (first === undefined) return true;
    const shaped = groups.flatMap(({ rows }) => (rows[0]?.token == null ? [] : rows));
    // One past the last row inserted here: rows that another call inserted must not be removed.
    let end = first;
    let isDone = false;
    try {
      for (const group of groups) {
        const { starts } = group.sealed;
        const bytesAt = (i: number) => (starts[i + 1] as number) - (starts[i] as number);
        for (const [from, to] of statementRanges(group.rows.length, bytesAt)) {
          this.#insertRows(group, from, to);
          end += to - from;
        }
      }
      // Tokens first, so that a mapping found by its digest has its token.
      isDone =
        (shaped.length === 0 || insertShaped(this.sql, shaped)) &&
        this.#indexDigests(first, end, watermark, groups.length > 1);
      return isDone;
    } finally {
      if (!isDone) this.#undoInsert(shaped, first, end);
    }
  }

  /** Mapping ids of fixed-shape tokens, by the position of their digest; includes dead mappings. */
  findShaped(digests: readonly Uint8Array<ArrayBuffer>[]): Map<number, number> {
    return findShaped(this.sql, digests);
  }

  /** Live mappings with these ids, in no order; skips unknown and dead ids. */
  byId(ids: readonly number[], watermark: number): TokenMapping[] {
    const mappings: TokenMapping[] = [];
    for (const run of statementRuns(ids, () => 1)) {
      const rows = this.sql
        .exec(BY_ID, JSON.stringify(run), watermark)
        .raw<[number, number, number, number, ArrayBuffer, string | null]>();
      for (const [id, kind, created, keyVersion, sealed, token] of rows) {
        mappings.push({ id, kind, created, keyVersion, sealed, token });
      }
    }
    return mappings;
  }

  /** Bytes of the pages in use; excludes pages that a deletion freed. */
  databaseBytes(): number {
    return this.sql.databaseSize;
  }

  #insertRows(group: NewMappings, from: number, to: number): void {
    const { kind, created, keyVersion, rows } = group;
    const digests = digestsBetween(group.digests, from, to);
    const { bytes, positions } = packed(slicesBetween(group.sealed, from, to));
    const isShaped = rows[from]?.token != null;
    const json = isShaped
      ? JSON.stringify(
          positions.map((place, i) => `${place},${(rows[from + i] as NewMapping).token}`),
        )
      : JSON.stringify(positions);
    const statement = isShaped ? INSERT_WITH_TOKEN : INSERT;
    const first = rows[from]?.id ?? 0;
    this.sql.exec(statement, digests, bytes, json, kind, created, keyVersion, first);
  }

  /** Remove mappings inserted in vain; overwrites their sealed values first, as erasure does. */
  #undoInsert(shaped: readonly NewMapping[], first: number, end: number): void {
    removeShaped(this.sql, shaped, first, end);
    this.sql.exec(RELEASE_DIGESTS, first, end);
    this.sql.exec(BLANK, first, end);
    this.sql.exec(REMOVE, first, end);
  }

  /** Enter the digests of mappings just inserted in the index; false when not all could be entered. */
  #indexDigests(first: number, end: number, watermark: number, isMixed: boolean): boolean {
    this.sql.exec(isMixed ? ADD_MIXED_DIGESTS : ADD_DIGESTS, first, end);
    if (this.#changedRows() === end - first) return true;
    this.sql.exec(TAKE_DIGESTS, first, end, watermark);
    return this.#changedRows() === end - first;
  }

  /** Stored tokens of mappings, by the position of the id in a JSON list. */
  #tokensOf(ids: string): Map<number, string> {
    return new Map(this.sql.exec(FIND_TOKENS, ids).raw<[number, string]>());
  }

  #changedRows(): number {
    return this.value<number>("SELECT changes() AS n") ?? 0;
  }
}

/** Columns of FIND: JSON lists of the same length, and the number of mappings with a token. */
interface FoundLists {
  readonly positions: string;
  readonly ids: string;
  readonly created: string;
  readonly keyVersions: string;
  readonly tokens: number;
}

const NO_TOKENS: ReadonlyMap<number, string> = new Map();

function numbersIn(list: string): number[] {
  return JSON.parse(list) as number[];
}
