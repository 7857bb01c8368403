// SQL that finds and destroys the mappings covered by a deletion by age. Ids rise with creation times, so "older
// than" is a range of ids, and no index on time is needed.

import { Store } from "../../platform/store.ts";
import type { StoredMapping } from "./mappings.ts";
import { pack } from "./rows.ts";

/** Primary key of an attribute pair. */
export interface AttributeKey {
  readonly mappingId: number;
  readonly digest: ArrayBuffer;
}

/** An attribute pair as stored. */
export interface StoredAttribute extends AttributeKey {
  /** 0 when its mapping is gone and the pair waits for its deletion. */
  readonly isOwned: number;
  readonly keyVersion: number;
  readonly sealed: ArrayBuffer;
}

const AT_OR_BELOW = "SELECT id, created FROM mapping WHERE id <= ? ORDER BY id DESC LIMIT 1";
const END_OF_SLICE =
  "SELECT max(id) AS id FROM (SELECT id FROM mapping WHERE id <= ? ORDER BY id LIMIT ?)";
const DELETE_DIGESTS = `DELETE FROM mapping_by_digest WHERE (digest, kind, id) IN (
  SELECT digest, kind, id FROM mapping WHERE id <= ?)`;
const DIGEST_AFTER =
  "SELECT digest FROM mapping_by_digest WHERE digest >= ? ORDER BY digest LIMIT 1 OFFSET ?";
const SWEEP = "DELETE FROM mapping_by_digest WHERE digest >= ? AND digest < ? AND id <= ?";
const COUNT_AFTER = `SELECT count(*) AS n, max(id) AS last
  FROM (SELECT id FROM mapping WHERE id > ? ORDER BY id LIMIT ?)`;
const PAIR_AFTER = `SELECT mapping_id, digest FROM attribute WHERE mapping_id <= ?1
  ORDER BY mapping_id, digest LIMIT 1 OFFSET ?2`;
const MORE_ROWS = `SELECT 1 FROM (SELECT 1 FROM mapping LIMIT 1 OFFSET ?1)
  UNION ALL SELECT 1 FROM (SELECT 1 FROM attribute LIMIT 1 OFFSET ?1)`;
const SURVIVORS = `SELECT id, kind, created, key_version, sealed FROM mapping
  WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`;
const SEALED_BEFORE = `SELECT id, kind, created, key_version, sealed FROM mapping
  WHERE id > ?1 AND id <= ?2 AND key_version < ?4 ORDER BY id LIMIT ?3`;
const ATTRIBUTES = `SELECT mapping_id AS mappingId, digest, key_version AS keyVersion, sealed,
    EXISTS (SELECT 1 FROM mapping AS m WHERE m.id = mapping_id) AS isOwned
  FROM attribute WHERE (mapping_id, digest) > (?1, ?2) AND mapping_id <= ?3
  ORDER BY mapping_id, digest LIMIT ?4`;
const RESEAL = `UPDATE mapping SET key_version = ?2, sealed = n.sealed FROM (
    SELECT j.key AS id, substr(?1, j.value / 131072 + 1, j.value % 131072) AS sealed
    FROM json_each(?3) AS j) AS n
  WHERE mapping.id = CAST(n.id AS INTEGER)`;
const RESEAL_ATTRIBUTES = `UPDATE attribute SET key_version = ?2, sealed = n.sealed FROM (
    SELECT j.value ->> 0 AS mapping_id,
      substr(?4, j.key * 16 + 1, 16) AS digest,
      substr(?1, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072) AS sealed
    FROM json_each(?3) AS j) AS n
  WHERE attribute.mapping_id = n.mapping_id AND attribute.digest = n.digest`;
// A deleted row's bytes stay in its page, so sealed data is overwritten first: with the same length, SQLite does that
// in place. This is a second defence after destroying the key: it misses copies that SQLite left when it moved rows
// between pages.
const BLANK = "UPDATE mapping SET sealed = zeroblob(length(sealed)) WHERE id <= ?";
const BLANK_ATTRIBUTES =
  "UPDATE attribute SET sealed = zeroblob(length(sealed)) WHERE (mapping_id, digest) < (?, ?)";
const BY_DAY = `SELECT created / 86400000 AS day, count(*) AS mappings FROM mapping
  WHERE id > ?1 AND id <= ?2 GROUP BY 1 ORDER BY 1`;

const COUNT = "SELECT count(*) AS n FROM mapping WHERE id > ? AND id <= ?";

/** Reads and destroys mappings by age. */
export class ErasureStore extends Store {
  /** The largest id created before `cutoff`, 0 for none: by binary search, some forty look-ups. */
  lastIdBefore(cutoff: number, maxId: number): number {
    let low = 0;
    let high = maxId + 1;
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      const row = this.#atOrBelow(middle);
      if (row === null || row.id <= low || row.created < cutoff) low = middle;
      else high = row.id;
    }
    return this.#atOrBelow(low)?.id ?? 0;
  }

  /** Creation time of the last mapping with an id up to `id`, 0 when there is none. */
  lastCreatedUpTo(id: number): number {
    return this.#atOrBelow(id)?.created ?? 0;
  }

  /** Creation time of the first mapping with a larger id, or null. */
  firstCreatedAfter(id: number): number | null {
    return this.value<number>("SELECT created FROM mapping WHERE id > ? ORDER BY id LIMIT 1", id);
  }

  /** Number and last id of the next `limit` mappings after an id; includes dead ones that wait for their deletion. */
  countAfter(after: number, limit: number): { n: number; last: number | null } {
    return this.first(COUNT_AFTER, after, limit) ?? { n: 0, last: null };
  }

  /** True when there are more mappings, or more attributes, than `limit`; stops reading there. */
  hasMoreRowsThan(limit: number): boolean {
    return this.value(MORE_ROWS, limit) !== null;
  }

  count(after: number, upTo: number): number {
    return this.value<number>(COUNT, after, upTo) ?? 0;
  }

  firstId(): number | null {
    return this.value<number>("SELECT min(id) AS id FROM mapping");
  }

  /** The largest stored id, 0 when there is none. */
  lastId(): number {
    return this.value<number>("SELECT coalesce(max(id), 0) AS id FROM mapping") ?? 0;
  }

  /** Creation time of the newest mapping, 0 when there is none (ids rise with time). */
  newestCreated(): number {
    return this.value<number>("SELECT created FROM mapping ORDER BY id DESC LIMIT 1") ?? 0;
  }

  /** Mappings with ids in (after, upTo] by UTC day (number of the day since 1970). */
  countByDay(after: number, upTo: number): { day: number; mappings: number }[] {
    return this.rows(BY_DAY, after, upTo);
  }

  /**
   * Delete the oldest mappings up to an id, at most `most.mappings`, and their attributes; when these exceed
   * `most.pairs`, only some attributes. Returns the number of mappings, and whether more may be left. Their digests
   * stay for the sweep, unless `withDigests` is set (one random page each).
   */
  deleteSlice(
    upTo: number,
    most: { readonly mappings: number; readonly pairs: number },
    withDigests: boolean,
  ): { cleared: number; hasMore: boolean } {
    const id = this.value<number>(END_OF_SLICE, upTo, most.mappings);
    if (id === null) return { cleared: 0, hasMore: false };
    const next = this.first<{ mapping_id: number; digest: ArrayBuffer }>(
      PAIR_AFTER,
      id,
      most.pairs,
    );
    const end = [next?.mapping_id ?? id + 1, next?.digest ?? new ArrayBuffer(0)] as const;
    this.sql.exec(BLANK_ATTRIBUTES, ...end);
    this.sql.exec("DELETE FROM attribute WHERE (mapping_id, digest) < (?, ?)", ...end);
    this.sql.exec("DELETE FROM later_pair WHERE (mapping_id, digest) < (?, ?)", ...end);
    if (next !== null) return { cleared: 0, hasMore: true };
    if (withDigests) this.sql.exec(DELETE_DIGESTS, id);
    this.sql.exec("DELETE FROM bare_use WHERE mapping_id <= ?", id);
    this.sql.exec("DELETE FROM mapping_type WHERE mapping_id <= ?", id);
    this.sql.exec("DELETE FROM cover_verdict WHERE mapping_id <= ?", id);
    this.sql.exec(BLANK, id);
    this.sql.exec("DELETE FROM mapping WHERE id <= ?", id);
    const cleared = this.value<number>("SELECT changes() AS n") ?? 0;
    return { cleared, hasMore: cleared === most.mappings };
  }

  /**
   * Sweep the digests from a prefix on: read `limit` of them and delete those of mappings up to an id. Returns the
   * prefix to continue from, null at the end. Digests are read in order, so neighbours share pages; deleting them by
   * mapping would touch a page for each.
   */
  sweepDigests(from: number, upTo: number, limit: number): number | null {
    const start = prefixBytes(from);
    const end = this.value<ArrayBuffer>(DIGEST_AFTER, start, limit);
    if (end === null) {
      this.sql.exec("DELETE FROM mapping_by_digest WHERE digest >= ? AND id <= ?", start, upTo);
      return null;
    }
    const next = prefixOf(end) + 1;
    this.sql.exec(SWEEP, start, prefixBytes(next), upTo);
    return next;
  }

  /**
   * Approximate number of mappings with digests, 0 for under a thousand. Digests are evenly spread, so the thousandth
   * one's position gives the total (within a few percent), however large it is.
   */
  estimateDigests(): number {
    const last = this.value<ArrayBuffer>(DIGEST_AFTER, prefixBytes(0), SAMPLE);
    return last === null ? 0 : (SAMPLE * 256 ** PREFIX_BYTES) / (prefixOf(last) + 1);
  }

  /** Mappings with ids in (after, upTo], oldest first. */
  survivors(after: number, upTo: number, limit: number): StoredMapping[] {
    return storedMappings(this.sql.exec(SURVIVORS, after, upTo, limit));
  }

  /** The survivors whose key version is below `version`. */
  sealedBefore(version: number, after: number, upTo: number, limit: number): StoredMapping[] {
    return storedMappings(this.sql.exec(SEALED_BEFORE, after, upTo, limit, version));
  }

  /** The next `limit` attribute pairs after one, of mappings up to an id, in order. */
  attributes(after: AttributeKey, upTo: number, limit: number): StoredAttribute[] {
    const { mappingId, digest } = after;
    return this.rows(ATTRIBUTES, mappingId, digest, upTo, limit);
  }

  /** Replace sealed values with ones sealed under another version of their day's key. */
  reseal(
    version: number,
    mappings: readonly { id: number; sealed: Uint8Array<ArrayBuffer> }[],
  ): void {
    if (mappings.length === 0) return;
    const { bytes, positions } = pack(mappings.map((m) => m.sealed));
    const byId = Object.fromEntries(mappings.map((m, i) => [m.id, positions[i]]));
    this.sql.exec(RESEAL, bytes, version, JSON.stringify(byId));
  }

  /** Replace sealed attribute pairs in the same way. */
  resealAttributes(
    version: number,
    attributes: readonly {
      mappingId: number;
      digest: ArrayBuffer;
      sealed: Uint8Array<ArrayBuffer>;
    }[],
  ): void {
    if (attributes.length === 0) return;
    const { bytes, positions } = pack(attributes.map((a) => a.sealed));
    const digests = pack(attributes.map((a) => new Uint8Array(a.digest))).bytes;
    const rows = attributes.map((a, i) => [a.mappingId, positions[i]]);
    this.sql.exec(RESEAL_ATTRIBUTES, bytes, version, JSON.stringify(rows), digests);
  }

  #atOrBelow(id: number): { id: number; created: number } | null {
    return this.first(AT_OR_BELOW, id);
  }
}

function storedMappings(rows: SqlStorageCursor<Record<string, SqlStorageValue>>): StoredMapping[] {
  const found: StoredMapping[] = [];
  for (const row of rows.raw<[number, number, number, number, ArrayBuffer]>()) {
    const [id, kind, created, keyVersion, sealed] = row;
    found.push({ id, kind, created, keyVersion, sealed });
  }
  return found;
}

/** Digests that an estimate reads. */
const SAMPLE = 1_000;
/** Bytes of a digest's prefix: as many as a number holds exactly. */
const PREFIX_BYTES = 6;

/** The first bytes of a digest as a number. */
function prefixOf(digest: ArrayBuffer): number {
  const bytes = new Uint8Array(digest, 0, PREFIX_BYTES);
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** A lower bound of the digests with a prefix; for a prefix beyond the last, more than every digest. */
function prefixBytes(prefix: number): Uint8Array<ArrayBuffer> {
  if (prefix >= 256 ** PREFIX_BYTES) return new Uint8Array(17).fill(0xff);
  const bytes = new Uint8Array(PREFIX_BYTES);
  let rest = prefix;
  for (let i = PREFIX_BYTES - 1; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}
