// SQL of `attribute`, of `erased_pair` and `later_pair`, and of `bare_use`: mappings that have attributes but were
// masked without, too. What has no attributes needs no row there.
import { Store } from "../../platform/store.ts";
import { pack, statementRuns } from "./rows.ts";

/** An attribute pair of a mapping. */
export interface NewAttribute {
  readonly mappingId: number;
  /** Blinded, as all digests that are stored or looked up here. */
  readonly digest: Uint8Array<ArrayBuffer>;
  /** Digest of the pair's name, with the mark of what both are blinded with: of one length in all. */
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly keyVersion: number;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** A pair whose mappings an erasure by attribute covers: its digest, blinded, and that of its name, marked. */
export interface ErasedPair {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
}

/**
 * SQL that is true for a mapping `m` unless an erasure by attribute covers it whose rows are still being deleted: it has
 * the pair, from before the erasure, no other pair under that name, and was never masked without attributes. Pairs from
 * before names had digests are left to the search, which opens them. While digests are renewed a pair may be stored
 * as `digest` or as `older_digest`. Without such an erasure it costs a look at an empty table, once a statement; with 90
 * under way some 15 us a mapping, because their pairs are made one list, once a statement, each to be sought.
 */
export const LIVES = `(NOT EXISTS (SELECT 1 FROM erased_pair) OR NOT EXISTS (
  SELECT 1 FROM attribute AS a CROSS JOIN erased_pair AS e ON a.digest IN (e.digest, e.older_digest)
  WHERE a.mapping_id = m.id
    AND a.digest IN (SELECT digest FROM erased_pair UNION SELECT older_digest FROM erased_pair)
    AND m.id <= e.up_to AND NOT EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = m.id)
    AND NOT EXISTS (SELECT 1 FROM later_pair AS l
      WHERE l.mapping_id = a.mapping_id AND l.digest = a.digest AND l.deletion >= e.deletion)
    AND NOT EXISTS (
      SELECT 1 FROM attribute AS o WHERE o.mapping_id = m.id AND o.digest NOT IN (e.digest, e.older_digest)
        AND (o.name_digest IS NULL OR length(o.name_digest) = 1 OR o.name_digest IN (e.name_digest, e.older_name)))))`;

const COUNT_FITTING = `SELECT coalesce(sum(j.value ->> 2), 0) AS n FROM json_each(?1) AS j
  CROSS JOIN mapping AS m ON m.id = j.value ->> 0 AND m.key_version = j.value ->> 1
  WHERE m.id > ?2 AND ${LIVES}`;

const INSERT = `INSERT OR IGNORE INTO attribute (mapping_id, digest, key_version, sealed, name_digest)
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16), j.value ->> 2,
    substr(?2, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072),
    substr(?4, j.key * ?5 + 1, ?5)
  FROM json_each(?3) AS j`;

// An erasure by attribute that is being worked off leaves a pair alone that is kept, or kept again, after it.
const NOTE_LATER = `INSERT OR REPLACE INTO later_pair (mapping_id, digest, deletion)
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16), e.deletion
  FROM (SELECT max(deletion) AS deletion FROM erased_pair) AS e CROSS JOIN json_each(?2) AS j
  WHERE e.deletion IS NOT NULL`;

const OWNED = `SELECT j.value FROM json_each(?) AS j
  WHERE EXISTS (SELECT 1 FROM attribute AS a WHERE a.mapping_id = j.value)
    AND NOT EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = j.value)`;
const NOTE_BARE = "INSERT OR IGNORE INTO bare_use (mapping_id) SELECT value FROM json_each(?)";

const RENEW_COVERED = `UPDATE erased_pair SET older_digest = digest, older_name = name_digest,
    digest = substr(?1, j.key * 16 + 1, 16), name_digest = substr(?2, j.key * 17 + 1, 17)
  FROM json_each(?3) AS j WHERE deletion = j.value`;

/** Keeps attributes of mappings. */
export class AttributeStore extends Store {
  /** How many of these attributes belong to a living mapping sealed with the same key version. */
  countFitting(attributes: readonly NewAttribute[], watermark: number): number {
    // A mapping may have thousands of them, and is to be looked at once.
    const groups = Map.groupBy(attributes, (a) => `${a.mappingId} ${a.keyVersion}`);
    const mappings = Array.from(groups.values(), (all) => ({ ...all[0], n: all.length }));
    let fitting = 0;
    for (const run of statementRuns(mappings, () => 1)) {
      const rows = JSON.stringify(run.map((m) => [m.mappingId, m.keyVersion, m.n]));
      fitting += this.value<number>(COUNT_FITTING, rows, watermark) ?? 0;
    }
    return fitting;
  }

  /** Keep attribute pairs; a pair a mapping already has stays as it is. */
  insert(attributes: readonly NewAttribute[]): void {
    for (const run of statementRuns(attributes, (a) => a.sealed.length)) {
      const digests = pack(run.map((a) => a.digest)).bytes;
      const names = pack(run.map((a) => a.nameDigest)).bytes;
      const sealed = pack(run.map((a) => a.sealed));
      const rows = JSON.stringify(run.map((a, i) => [a.mappingId, sealed.places[i], a.keyVersion]));
      const nameBytes = run[0]?.nameDigest.length ?? 0;
      this.sql.exec(INSERT, digests, sealed.bytes, rows, names, nameBytes);
      this.sql.exec(NOTE_LATER, digests, rows);
    }
  }

  /** Those of the mappings that have attributes and were, as far as is known, never used without. */
  owned(ids: readonly number[]): Set<number> {
    const owned = new Set<number>();
    if (ids.length === 0 || this.value("SELECT min(mapping_id) FROM attribute") === null)
      return owned;
    for (const run of statementRuns(ids, () => 1)) {
      for (const id of this.column<number>(OWNED, JSON.stringify(run))) owned.add(id);
    }
    return owned;
  }

  /** These mappings are used both with attributes and without. */
  noteBare(ids: readonly number[]): void {
    for (const run of statementRuns(ids, () => 1)) this.sql.exec(NOTE_BARE, JSON.stringify(run));
  }

  /** From now on the mappings that LIVES leaves out are dead: those up to an id with the pair, stored in either way. */
  cover(deletion: number, upTo: number, pair: ErasedPair, older: ErasedPair): void {
    this.sql.exec(
      `INSERT OR IGNORE INTO erased_pair (deletion, digest, name_digest, up_to, older_digest, older_name)
       VALUES (?, ?, ?, ?, ?, ?)`,
      deletion,
      pair.digest,
      pair.nameDigest,
      upTo,
      older.digest,
      older.nameDigest,
    );
  }

  /** Covered pairs, as they are stored by the newest way, by their deletions. */
  covered(): Map<number, ErasedPair> {
    const rows = this.sql
      .exec("SELECT deletion, digest, name_digest FROM erased_pair")
      .raw<[number, ArrayBuffer, ArrayBuffer]>();
    return new Map(
      Array.from(rows, ([deletion, digest, nameDigest]) => [
        deletion,
        { digest: new Uint8Array(digest), nameDigest: new Uint8Array(nameDigest) },
      ]),
    );
  }

  /** Covered pairs are stored in a new way from now on; what was the newest is the older one. */
  renewCovered(pairs: ReadonlyMap<number, ErasedPair>): void {
    const digests = pack(Array.from(pairs.values(), ({ digest }) => digest)).bytes;
    const names = pack(Array.from(pairs.values(), ({ nameDigest }) => nameDigest)).bytes;
    this.sql.exec(RENEW_COVERED, digests, names, JSON.stringify([...pairs.keys()]));
  }

  /** No pair is stored in the older way any more. */
  forgetOlder(): void {
    this.sql.exec("UPDATE erased_pair SET older_digest = digest, older_name = name_digest");
  }

  /** The rows of a covered pair are gone. Overwritten first: deleted bytes stay in their page. */
  uncover(deletion: number): void {
    this.sql.exec(
      "UPDATE erased_pair SET digest = randomblob(16), name_digest = randomblob(length(name_digest)) WHERE deletion = ?",
      deletion,
    );
    this.sql.exec("DELETE FROM erased_pair WHERE deletion = ?", deletion);
  }
}
