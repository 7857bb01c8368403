// SQL of `attribute` and `erased_pair`, and which mappings are known to be used with attributes only.
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
 * as `digest` or as `older_digest`. Without such an erasure it costs a look at an empty table, once a statement.
 */
export const LIVES = `(NOT EXISTS (SELECT 1 FROM erased_pair) OR m.owned IS NULL OR NOT EXISTS (
  SELECT 1 FROM erased_pair AS e CROSS JOIN attribute AS a
    ON a.mapping_id = m.id AND a.digest IN (e.digest, e.older_digest) AND coalesce(a.since, 0) < e.deletion
  WHERE m.id <= e.up_to AND NOT EXISTS (
    SELECT 1 FROM attribute AS o WHERE o.mapping_id = m.id AND o.digest NOT IN (e.digest, e.older_digest)
      AND (o.name_digest IS NULL OR length(o.name_digest) = 1 OR o.name_digest IN (e.name_digest, e.older_name)))))`;

const COUNT_FITTING = `SELECT count(*) AS n FROM json_each(?1) AS j
  CROSS JOIN mapping AS m ON m.id = j.value ->> 0 AND m.key_version = j.value ->> 1
  WHERE m.id > ?2 AND ${LIVES}`;

// An erasure by attribute that is being worked off leaves a pair alone that is kept, or kept again, after it.
const INSERT = `INSERT INTO attribute (mapping_id, digest, key_version, sealed, name_digest, since)
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16), j.value ->> 2,
    substr(?2, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072),
    substr(?4, j.key * ?5 + 1, ?5), (SELECT max(deletion) FROM erased_pair)
  FROM json_each(?3) AS j WHERE true
  ON CONFLICT (mapping_id, digest) DO UPDATE SET since = excluded.since
    WHERE excluded.since IS NOT NULL`;

const RENEW_COVERED = `UPDATE erased_pair SET older_digest = digest, older_name = name_digest,
    digest = substr(?1, j.key * 16 + 1, 16), name_digest = substr(?2, j.key * 17 + 1, 17)
  FROM json_each(?3) AS j WHERE deletion = j.value`;

const DISOWN = "UPDATE mapping SET owned = NULL WHERE id IN (SELECT value FROM json_each(?))";
// Mappings of earlier versions say they are owned, whether they have attributes or not.
const DISOWN_PAIRLESS = `${DISOWN} AND owned IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM attribute AS a WHERE a.mapping_id = mapping.id)`;

/** Keeps attributes of mappings. */
export class AttributeStore extends Store {
  /** How many of these attributes belong to a living mapping sealed with the same key version. */
  countFitting(attributes: readonly NewAttribute[], watermark: number): number {
    let fitting = 0;
    for (const run of statementRuns(attributes, () => 1)) {
      const rows = JSON.stringify(run.map((a) => [a.mappingId, a.keyVersion]));
      fitting += this.sql.exec<{ n: number }>(COUNT_FITTING, rows, watermark).one().n;
    }
    return fitting;
  }

  /** Keep attribute pairs; a pair a mapping already has stays as it is. */
  insert(attributes: readonly NewAttribute[]): void {
    for (const run of statementRuns(attributes, (a) => a.sealed.length)) {
      const digests = pack(run.map((a) => a.digest)).bytes;
      const names = pack(run.map((a) => a.nameDigest)).bytes;
      const sealed = pack(run.map((a) => a.sealed));
      const rows = run.map((a, i) => [a.mappingId, sealed.places[i], a.keyVersion]);
      const nameBytes = run[0]?.nameDigest.length ?? 0;
      this.sql.exec(INSERT, digests, sealed.bytes, JSON.stringify(rows), names, nameBytes);
    }
  }

  /** These mappings are used without attributes, too. */
  disown(ids: readonly number[]): void {
    for (const run of statementRuns(ids, () => 1)) this.sql.exec(DISOWN, JSON.stringify(run));
  }

  /** The same for those of them that have no attributes: they have been masked without. */
  disownPairless(ids: readonly number[]): void {
    for (const run of statementRuns(ids, () => 1)) {
      this.sql.exec(DISOWN_PAIRLESS, JSON.stringify(run));
    }
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
