// SQL of erasures by value, token and attribute: finds mappings by digest or attribute, removes them one by one (not
// by a range of ids), and records which, so that a restored copy can repeat it.
import { byteSlicesOf, DIGEST_BYTES } from "../../core/byte-slices.ts";
import { hex } from "../../core/ids.ts";
import { Store } from "../../platform/store.ts";
import { LIVES } from "./attributes.ts";
import { pack, statementRuns, zeros } from "./rows.ts";

/** An attribute pair with the data needed to open it. */
export interface PairRow {
  readonly mappingId: number;
  readonly digest: ArrayBuffer;
  /** Digest of its name, marked (crypto/blinding.ts). */
  readonly nameDigest: ArrayBuffer;
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
  /** Serial number of the newest erasure of a person in effect when the pair was last stored; 0 for none. */
  readonly since: number;
  /** Creation time of its mapping; null when the mapping is gone and the pair waits for its deletion. */
  readonly created: number | null;
  /** 1 when its mapping is known to have been masked without attributes as well, else 0. */
  readonly isUsedWithoutPairs: number;
}

/** What was removed: a mapping, or, when `pair` is set, only that attribute pair (its marked digest). */
export interface RemovedMatch {
  readonly id: number;
  readonly pair: Uint8Array<ArrayBuffer> | null;
}

// Ignores index entries without a mapping: a damaged entry is not deleted with its mapping.
const BY_DIGEST = `SELECT d.id FROM json_each(?2) AS j
  CROSS JOIN mapping_by_digest AS d ON d.digest = substr(?1, j.key * 16 + 1, 16)
  CROSS JOIN mapping AS m ON m.id = d.id
  WHERE d.id > ?3 AND d.id <= ?4 LIMIT ?5`;

// Reads exactly this many rows even if all are useless: a million in a row may belong to a mapping that is gone.
const pairsWhere = (
  condition: string,
) => `SELECT page.mapping_id AS mappingId, page.digest, page.name_digest AS nameDigest,
    page.key_version AS keyVersion, page.sealed, coalesce(l.deletion, 0) AS since, m.created,
    EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = page.mapping_id) AS isUsedWithoutPairs
  FROM (SELECT * FROM attribute WHERE ${condition} ORDER BY mapping_id, digest LIMIT ?3) AS page
  LEFT JOIN mapping AS m ON m.id = page.mapping_id
  LEFT JOIN later_pair AS l ON l.mapping_id = page.mapping_id AND l.digest = page.digest
  ORDER BY page.mapping_id, page.digest`;
const PAIRS_AFTER = pairsWhere("mapping_id > ?1 AND mapping_id <= ?2");
const PAIRS_OF_MAPPING = pairsWhere("mapping_id = ?1 AND digest > ?2");

// Overwritten in place first: a deleted cell's bytes stay in its page, and their key stays in use.
const LISTED = "IN (SELECT value FROM json_each(?))";
const OVERWRITE = `UPDATE mapping SET sealed = randomblob(length(sealed)) WHERE id ${LISTED}`;

const DELETE_DIGESTS = `DELETE FROM mapping_by_digest WHERE (digest, kind, id) IN (
  SELECT digest, kind, id FROM mapping WHERE id ${LISTED})`;

// Mappings that a deletion has found, each once, however many of its pairs were found.
const FOUND = `WITH RECURSIVE found (id) AS (
    SELECT min(mapping_id) FROM deletion_find WHERE deletion = ?1 AND mapping_id > ?2
    UNION ALL SELECT (SELECT min(mapping_id) FROM deletion_find WHERE deletion = ?1 AND mapping_id > found.id)
      FROM found WHERE id IS NOT NULL LIMIT ?3)
  SELECT id FROM found WHERE id IS NOT NULL`;
const ofMissingMappings = (table: string) => `(mapping_id, digest) IN (
  SELECT p.mapping_id, p.digest FROM json_each(?1) AS j CROSS JOIN ${table} AS p ON p.mapping_id = j.value
  WHERE NOT EXISTS (SELECT 1 FROM mapping AS m WHERE m.id = j.value) LIMIT ?2)`;

const LISTED_PAIRS = `(mapping_id, digest) IN (
  SELECT j.value, substr(?1, j.key * 16 + 1, 16) FROM json_each(?2) AS j)`;
const OVERWRITE_PAIR = `UPDATE attribute SET sealed = randomblob(length(sealed)) WHERE ${LISTED_PAIRS}`;
const DELETE_PAIR = `DELETE FROM attribute WHERE ${LISTED_PAIRS}
  RETURNING mapping_id AS id, digest AS pair`;

const WHOLE_USED_SINCE = `SELECT j.value AS id FROM json_each(?1) AS j
  WHERE EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = j.value)
    OR EXISTS (SELECT 1 FROM later_pair AS l WHERE l.mapping_id = j.value AND l.deletion >= ?2)`;
const PAIRS_STORED_SINCE = `SELECT l.mapping_id AS id, l.digest AS pair FROM json_each(?2) AS j
  CROSS JOIN later_pair AS l ON l.mapping_id = j.value AND l.digest = substr(?1, j.key * 16 + 1, 16)
  WHERE l.deletion >= ?3`;

const REMEMBER = `INSERT OR IGNORE INTO deletion_find (deletion, mapping_id, pair)
  SELECT ?3, j.value ->> 0, substr(?1, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072)
  FROM json_each(?2) AS j`;

const NOTE_DAYS = `INSERT OR IGNORE INTO deletion_day (deletion, day)
  SELECT DISTINCT ?1, m.created / 86400000
  FROM json_each(?2) AS j CROSS JOIN mapping AS m ON m.id = j.value`;
const NOTE_KEY_DAYS = `INSERT OR IGNORE INTO deletion_day (deletion, day)
  SELECT DISTINCT ?1, day FROM day_key WHERE key IS NOT NULL AND day > ?2 AND day <= ?3`;
const REMEMBERED = `SELECT mapping_id AS id, pair FROM deletion_find
  WHERE deletion = ?1 AND (mapping_id, pair) > (?2, ?3) ORDER BY mapping_id, pair LIMIT ?4`;

const LIVING = `SELECT m.id FROM json_each(?) AS j CROSS JOIN mapping AS m ON m.id = j.value
  WHERE ${LIVES}`;

const FINDS_PER_SLICE = 10_000;
const FORGET = `DELETE FROM deletion_find WHERE (deletion, mapping_id, pair) IN (
  SELECT deletion, mapping_id, pair FROM deletion_find WHERE deletion = ? LIMIT ?)`;

/** Stored instead of a pair's digest for a whole mapping; no digest has this value. */
const WHOLE_MAPPING = new Uint8Array(DIGEST_BYTES);

/** Identifies a match: a pair, or a whole mapping. */
export function matchKey({ id, pair }: RemovedMatch): string {
  return pair === null ? String(id) : `${id} ${hex(pair.subarray(0, DIGEST_BYTES))}`;
}

const FIRST_DAY = "SELECT min(day) AS day FROM deletion_day WHERE deletion = ?";

/** Finds and removes the matches of a search. */
export class MatchStore extends Store {
  /** Ids in (after, upTo] of at most `limit` mappings of any kind with these digests, concatenated in each list. */
  byDigest(
    lists: readonly Uint8Array<ArrayBuffer>[],
    within: { after: number; upTo: number; limit: number },
  ): number[] {
    const { after, upTo, limit } = within;
    const { bytes } = byteSlicesOf(lists);
    const places = zeros(bytes.length / DIGEST_BYTES);
    return this.column(BY_DIGEST, bytes, places, after, upTo, limit);
  }

  /** The next `limit` pairs of mappings in (after, upTo], in order of mapping ids. */
  pairsAfter(after: number, upTo: number, limit: number): PairRow[] {
    return this.rows(PAIRS_AFTER, after, upTo, limit);
  }

  /** The next `limit` pairs of one mapping, after one of its pairs. */
  pairsOfMapping(after: Pick<PairRow, "mappingId" | "digest">, limit: number): PairRow[] {
    const { mappingId, digest } = after;
    return this.rows(PAIRS_OF_MAPPING, mappingId, digest, limit);
  }

  /** Record the days of mappings that will lose data. */
  noteDays(deletion: number, ids: readonly number[]): void {
    for (const run of statementRuns(ids, () => 1)) {
      this.sql.exec(NOTE_DAYS, deletion, JSON.stringify(run));
    }
  }

  noteKeyDays(deletion: number, after: number, upTo: number): void {
    this.sql.exec(NOTE_KEY_DAYS, deletion, after, upTo);
  }

  /** The first recorded day (number since 1970) of a deletion, or null. */
  firstDay(deletion: number): number | null {
    return this.value<number>(FIRST_DAY, deletion);
  }

  forgetDay(deletion: number, day: number): void {
    this.sql.exec("DELETE FROM deletion_day WHERE deletion = ? AND day = ?", deletion, day);
  }

  /** The existing mappings among these that no erasure by attribute has made dead. */
  living(ids: readonly number[]): number[] {
    const living: number[] = [];
    for (const run of statementRuns(ids, () => 1)) {
      living.push(...this.column<number>(LIVING, JSON.stringify(run)));
    }
    return living;
  }

  /** Remove mappings but not their pairs, of which one may have a million. Returns the ids that existed. */
  removeMappings(ids: readonly number[]): number[] {
    const removed: number[] = [];
    for (const run of statementRuns(ids, () => 1)) {
      const list = JSON.stringify(run);
      this.sql.exec(`DELETE FROM bare_use WHERE mapping_id ${LISTED}`, list);
      this.sql.exec(`DELETE FROM mapping_type WHERE mapping_id ${LISTED}`, list);
      this.sql.exec(`DELETE FROM cover_verdict WHERE mapping_id ${LISTED}`, list);
      this.sql.exec(DELETE_DIGESTS, list);
      this.sql.exec(OVERWRITE, list);
      removed.push(
        ...this.column<number>(`DELETE FROM mapping WHERE id ${LISTED} RETURNING id`, list),
      );
    }
    return removed;
  }

  /** Ids of the next `limit` mappings that a deletion's search removed, entirely or only pairs of them. */
  found(deletion: number, after: number, limit: number): number[] {
    return this.column(FOUND, deletion, after, limit);
  }

  /** Remove at most `limit` pairs of those of these mappings that are gone; false when no more are left. */
  removePairsOfMissing(ids: readonly number[], limit: number): boolean {
    const list = JSON.stringify(ids);
    const overwrite = "UPDATE attribute SET sealed = randomblob(length(sealed))";
    this.sql.exec(`${overwrite} WHERE ${ofMissingMappings("attribute")}`, list, limit);
    return ["attribute", "later_pair"]
      .map((table) => {
        this.sql.exec(`DELETE FROM ${table} WHERE ${ofMissingMappings(table)}`, list, limit);
        return this.value<number>("SELECT changes() AS n") === limit;
      })
      .includes(true);
  }

  /**
   * Keys of the matches of an erasure's attributes whose mapping, or pair, was masked again since that erasure began: a
   * mapping also when it was masked without attributes or with others.
   */
  usedSince(deletion: number, matches: readonly RemovedMatch[]): Set<string> {
    const used = new Set<string>();
    const whole = matches.flatMap(({ id, pair }) => (pair === null ? [id] : []));
    for (const run of statementRuns(whole, () => 1)) {
      const ids = this.column<number>(WHOLE_USED_SINCE, JSON.stringify(run), deletion);
      for (const id of ids) used.add(matchKey({ id, pair: null }));
    }
    const pairs = matches.flatMap(({ id, pair }) => (pair === null ? [] : [{ id, pair }]));
    for (const run of statementRuns(pairs, () => DIGEST_BYTES)) {
      const { bytes } = pack(run.map(({ pair }) => pair.subarray(0, DIGEST_BYTES)));
      const ids = JSON.stringify(run.map(({ id }) => id));
      const rows = this.rows<{ id: number; pair: ArrayBuffer }>(
        PAIRS_STORED_SINCE,
        bytes,
        ids,
        deletion,
      );
      for (const { id, pair } of rows) used.add(matchKey({ id, pair: new Uint8Array(pair) }));
    }
    return used;
  }

  /** Remove single attribute pairs; their mappings stay. Returns the keys of those that existed. */
  removePairs(pairs: readonly { id: number; pair: Uint8Array<ArrayBuffer> }[]): Set<string> {
    const removed = new Set<string>();
    for (const run of statementRuns(pairs, () => DIGEST_BYTES)) {
      const { bytes } = pack(run.map(({ pair }) => pair.subarray(0, DIGEST_BYTES)));
      const ids = JSON.stringify(run.map(({ id }) => id));
      this.sql.exec(OVERWRITE_PAIR, bytes, ids);
      // A mapping that was not dead may be dead once another person's pair is gone.
      this.sql.exec(`DELETE FROM cover_verdict WHERE is_dead = 0 AND mapping_id ${LISTED}`, ids);
      this.sql.exec(`DELETE FROM later_pair WHERE ${LISTED_PAIRS}`, bytes, ids);
      const rows = this.rows<{ id: number; pair: ArrayBuffer }>(DELETE_PAIR, bytes, ids);
      for (const { id, pair } of rows) removed.add(matchKey({ id, pair: new Uint8Array(pair) }));
    }
    return removed;
  }

  /** Record what a deletion's search removed, until its closing ledger entry states it. */
  remember(deletion: number, removed: readonly RemovedMatch[]): void {
    for (const run of statementRuns(removed, () => DIGEST_BYTES + 1)) {
      const { bytes, positions } = pack(run.map(({ pair }) => pair ?? WHOLE_MAPPING));
      const rows = run.map(({ id }, i) => [id, positions[i]]);
      this.sql.exec(REMEMBER, bytes, JSON.stringify(rows), deletion);
    }
  }

  /** The next `limit` removals of a deletion's search, after one of them, in order of ids. */
  remembered(deletion: number, after: RemovedMatch | null, limit: number): RemovedMatch[] {
    const pair = after === null ? WHOLE_MAPPING : (after.pair ?? WHOLE_MAPPING);
    const rows = this.rows<{ id: number; pair: ArrayBuffer }>(
      REMEMBERED,
      deletion,
      after?.id ?? 0,
      pair,
      limit,
    );
    return rows.map((row) => {
      const marked = new Uint8Array(row.pair);
      return { id: row.id, pair: marked.every((byte) => byte === 0) ? null : marked };
    });
  }

  /** Delete some of these records; false when none is left. */
  forgetSome(deletion: number): boolean {
    this.sql.exec("DELETE FROM deletion_day WHERE deletion = ?", deletion);
    this.sql.exec(FORGET, deletion, FINDS_PER_SLICE);
    return (this.value<number>("SELECT changes() AS n") ?? 0) === FINDS_PER_SLICE;
  }
}
