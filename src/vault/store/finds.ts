// SQL of erasures by value, token and attribute: finds mappings by digest or by attribute, removes them
// one by one (not by a range of ids), and remembers which, so that a restored copy can be told.
import { pack, statementRuns } from "./rows.ts";

/** An attribute pair with what is needed to open it. */
export interface PairRow extends Record<string, SqlStorageValue> {
  readonly mappingId: number;
  readonly digest: ArrayBuffer;
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
  /** Creation time of its mapping. */
  readonly created: number;
}

/** What was removed: a mapping, or (when `pair` is there) only one attribute pair of it. */
export interface Find {
  readonly id: number;
  readonly pair: ArrayBuffer | null;
}

const BY_DIGEST = `SELECT d.id FROM json_each(?2) AS j
  CROSS JOIN mapping_by_digest AS d ON d.digest = substr(?1, j.key * 16 + 1, 16)
  WHERE d.id > ?3 AND d.id <= ?4 LIMIT ?5`;

// Mappings with another value under the same name are left to the search, which opens the pairs; so are
// those with pairs from before names had digests.
const BY_PAIR = `SELECT a.mapping_id AS id
  FROM attribute AS a CROSS JOIN mapping AS m ON m.id = a.mapping_id
  WHERE a.digest = ?1 AND a.mapping_id > ?3 AND a.mapping_id <= ?4 AND NOT EXISTS (
    SELECT 1 FROM attribute AS o WHERE o.mapping_id = a.mapping_id AND o.digest <> a.digest
      AND (o.name_digest IS NULL OR o.name_digest = ?2))
  LIMIT ?5`;

const PAIRS_OF = `SELECT a.mapping_id AS mappingId, a.digest, a.key_version AS keyVersion, a.sealed, m.created
  FROM (SELECT DISTINCT mapping_id FROM attribute WHERE mapping_id > ?1 AND mapping_id <= ?2
    ORDER BY mapping_id LIMIT ?3) AS w
  CROSS JOIN mapping AS m ON m.id = w.mapping_id
  CROSS JOIN attribute AS a ON a.mapping_id = w.mapping_id
  ORDER BY a.mapping_id`;

// Overwritten in place first: a deleted cell's bytes stay in its page, and their key lives on.
const OVERWRITE_PAIRS = `UPDATE attribute SET sealed = randomblob(length(sealed))
  WHERE mapping_id IN (SELECT value FROM json_each(?))`;
const OVERWRITE = `UPDATE mapping SET sealed = randomblob(length(sealed))
  WHERE id IN (SELECT value FROM json_each(?))`;

const DELETE_DIGESTS = `DELETE FROM mapping_by_digest WHERE (digest, kind, id) IN (
  SELECT digest, kind, id FROM mapping WHERE id IN (SELECT value FROM json_each(?)))`;

const OVERWRITE_PAIR = `UPDATE attribute SET sealed = randomblob(length(sealed)) WHERE (mapping_id, digest) IN (
  SELECT j.value, substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j)`;
const DELETE_PAIR = `DELETE FROM attribute WHERE (mapping_id, digest) IN (
  SELECT j.value, substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j)`;

const REMEMBER = `INSERT OR IGNORE INTO deletion_find (deletion, mapping_id, pair)
  SELECT ?3, j.value, substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j`;

/** Finds and removes single mappings. */
export class FindStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Ids of living mappings with these digests, of whatever kind, in (after, upTo]. */
  byDigest(
    digests: readonly Uint8Array<ArrayBuffer>[],
    within: { after: number; upTo: number; limit: number },
  ): number[] {
    const { after, upTo, limit } = within;
    const { bytes } = pack(digests);
    const places = JSON.stringify(digests.map(() => 0));
    const rows = this.#sql.exec<{ id: number }>(BY_DIGEST, bytes, places, after, upTo, limit);
    return rows.toArray().map((row) => row.id);
  }

  /** Living mappings with an attribute pair and no other holder under its name, in (after, upTo]. */
  byPair(
    pair: { digest: Uint8Array<ArrayBuffer>; name: Uint8Array<ArrayBuffer> },
    within: { after: number; upTo: number; limit: number },
  ): number[] {
    const { after, upTo, limit } = within;
    const { digest, name } = pair;
    const rows = this.#sql.exec<{ id: number }>(BY_PAIR, digest, name, after, upTo, limit);
    return rows.toArray().map((row) => row.id);
  }

  /** All pairs of the next `limit` mappings that have any, in (after, upTo]. */
  pairs(after: number, upTo: number, limit: number): PairRow[] {
    return this.#sql.exec<PairRow>(PAIRS_OF, after, upTo, limit).toArray();
  }

  /** Remove mappings with their attributes. Gives the ids that were there. */
  removeMappings(ids: readonly number[]): number[] {
    const removed: number[] = [];
    for (const run of statementRuns(ids, () => 1)) {
      const list = JSON.stringify(run);
      this.#sql.exec(OVERWRITE_PAIRS, list);
      this.#sql.exec(
        "DELETE FROM attribute WHERE mapping_id IN (SELECT value FROM json_each(?))",
        list,
      );
      this.#sql.exec(DELETE_DIGESTS, list);
      this.#sql.exec(OVERWRITE, list);
      const rows = this.#sql.exec<{ id: number }>(
        "DELETE FROM mapping WHERE id IN (SELECT value FROM json_each(?)) RETURNING id",
        list,
      );
      for (const row of rows) removed.push(row.id);
    }
    return removed;
  }

  /** Remove single attribute pairs; their mappings stay. */
  removePairs(pairs: readonly { id: number; pair: ArrayBuffer }[]): void {
    for (const run of statementRuns(pairs, () => 16)) {
      const { bytes } = pack(run.map(({ pair }) => new Uint8Array(pair)));
      const ids = JSON.stringify(run.map(({ id }) => id));
      this.#sql.exec(OVERWRITE_PAIR, bytes, ids);
      this.#sql.exec(DELETE_PAIR, bytes, ids);
    }
  }

  /** Remember what a deletion's search removed, until its closing ledger entry says so. */
  remember(deletion: number, finds: readonly Find[]): void {
    for (const run of statementRuns(finds, () => 16)) {
      // A whole mapping has sixteen zeros in the pair's place: no digest is that.
      const { bytes } = pack(run.map(({ pair }) => new Uint8Array(pair ?? new ArrayBuffer(16))));
      this.#sql.exec(REMEMBER, bytes, JSON.stringify(run.map(({ id }) => id)), deletion);
    }
  }

  /** What a deletion's search removed, in order of ids. */
  remembered(deletion: number): Find[] {
    const rows = this.#sql.exec<{ id: number; pair: ArrayBuffer }>(
      "SELECT mapping_id AS id, pair FROM deletion_find WHERE deletion = ? ORDER BY mapping_id, pair",
      deletion,
    );
    return rows.toArray().map(({ id, pair }) => ({
      id,
      pair: new Uint8Array(pair).every((byte) => byte === 0) ? null : pair,
    }));
  }

  /** Forget it. */
  forget(deletion: number): void {
    this.#sql.exec("DELETE FROM deletion_find WHERE deletion = ?", deletion);
  }
}
