// SQL of `attribute`, `erased_pair`, `later_pair`, `cover_verdict`, and `bare_use`: mappings that have attributes but
// were also masked without. A mapping without attributes needs no row there.
import { Store } from "../../platform/store.ts";
import { OPEN_DELETIONS } from "./deletions.ts";
import { pack, statementRuns } from "./rows.ts";

/** An attribute pair of a mapping. */
export interface NewAttribute {
  readonly mappingId: number;
  /** Blinded, like every digest that is stored or looked up here. */
  readonly digest: Uint8Array<ArrayBuffer>;
  /** Digest of the pair's name, with the mark of the blinding of both digests; all have the same length. */
  readonly nameDigest: Uint8Array<ArrayBuffer>;
  readonly keyVersion: number;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** A pair whose mappings an erasure by attribute covers: its blinded digest, and its name's marked digest. */
export interface ErasedPair {
  readonly digest: Uint8Array<ArrayBuffer>;
  readonly nameDigest: Uint8Array<ArrayBuffer>;
}

/** For a mapping `m` with more pairs than this, the erased digests are looked up; for others, each of its pairs is. */
const MANY_PAIRS = 100;

/** Pairs `a` of `m` that an erasure by attribute `e` covers. `digest` decides how SQLite finds them: see `coveredBy`. */
const coveredPairs = (digest: string) => `attribute AS a
  CROSS JOIN (SELECT digest, deletion FROM erased_pair
    UNION SELECT older_digest, deletion FROM erased_pair) AS s ON s.digest = a.digest
  CROSS JOIN erased_pair AS e ON e.deletion = s.deletion
  WHERE a.mapping_id = m.id
    AND ${digest} IN (SELECT digest FROM erased_pair UNION SELECT older_digest FROM erased_pair)
    AND m.id <= e.up_to AND NOT EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = m.id)
    AND NOT EXISTS (SELECT 1 FROM later_pair AS l
      WHERE l.mapping_id = a.mapping_id AND l.digest = a.digest AND l.deletion >= e.deletion)`;
/** An expression on those pairs. A plus keeps SQLite off the index: 90 look-ups there take 40 us, checking 3 pairs 2 us. */
const coveredBy = (expression: (pairs: string) => string) => `CASE WHEN EXISTS (
    SELECT 1 FROM attribute AS w WHERE w.mapping_id = m.id LIMIT 1 OFFSET ${MANY_PAIRS})
  THEN ${expression(coveredPairs("a.digest"))} ELSE ${expression(coveredPairs("+a.digest"))} END`;

const laterNotes = (o: string) => `SELECT 1 FROM later_pair AS n
  WHERE n.mapping_id = ${o}.mapping_id AND n.digest = ${o}.digest`;
/**
 * Whether another pair `o` of the mapping may belong to someone other than the person that `e` erases, or was stored since
 * `e` began: whoever masks a value then keeps its mapping, under whatever name.
 */
const mayBeOfAnother = (o: string) => `(${o}.digest NOT IN (e.digest, e.older_digest)
    AND ${o}.name_digest IN (e.name_digest, e.older_name)
  OR EXISTS (${laterNotes(o)} AND n.deletion >= e.deletion))`;
const VERDICT = `(SELECT v.is_dead FROM cover_verdict AS v
  WHERE v.mapping_id = m.id AND v.deletion = e.deletion)`;
/** Whether `e`, which covers `m`, has made it dead. */
const IS_DEAD = `coalesce(${VERDICT}, NOT EXISTS (
    SELECT 1 FROM attribute AS o WHERE o.mapping_id = m.id AND ${mayBeOfAnother("o")}))`;

/**
 * SQL that is false for a mapping `m` that an erasure by attribute covers and whose rows are still to be deleted: it has the
 * erased pair from before the erasure and no other pair under that name, and was never masked without attributes. While
 * digests are renewed a pair may be stored as `digest` or `older_digest`. Without an open erasure this costs one look at an
 * empty table per statement; with 90, some 2 us per mapping of few pairs. A covered mapping's pairs are all read unless it
 * has a verdict, so callers that ask about many mappings, or cannot know how many, first have them judged
 * (state/cover-verdicts.ts).
 */
export const LIVES = `(NOT EXISTS (SELECT 1 FROM erased_pair) OR NOT ${coveredBy(
  (pairs) => `EXISTS (SELECT 1 FROM ${pairs} AND ${IS_DEAD})`,
)})`;

const DEAD_BY = `SELECT m.id, (
    SELECT d.tracking_id FROM deletion AS d WHERE d.serial = (
      SELECT min(e.deletion) FROM ${coveredPairs("a.digest")} AND e.deletion <> ?2 AND ${IS_DEAD})) AS trackingId
  FROM json_each(?1) AS j CROSS JOIN mapping AS m ON m.id = j.value WHERE trackingId IS NOT NULL`;

const UNJUDGED = `WITH covered AS MATERIALIZED (
    SELECT m.id, ${coveredBy(
      (pairs) => `(SELECT count(*) FROM ${pairs} AND ${VERDICT} IS NULL)`,
    )} AS erasures FROM json_each(?1) AS j CROSS JOIN mapping AS m ON m.id = j.value WHERE m.id > ?2)
  SELECT id, erasures FROM covered WHERE erasures > 0`;
/** Stops counting at the limit. */
const VISITS_EXCEED = `SELECT 1 FROM (
    SELECT sum(j.value ->> 1) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
    FROM json_each(?1) AS j CROSS JOIN attribute AS o ON o.mapping_id = j.value ->> 0)
  WHERE upTo > ?2 LIMIT 1`;

const BEGIN_JUDGING = `INSERT OR IGNORE INTO cover_verdict (mapping_id, deletion, behind)
  SELECT m.id, e.deletion, x'' FROM mapping AS m CROSS JOIN ${coveredPairs("a.digest")} AND m.id = ?1`;
const JUDGED_UP_TO = `SELECT min(behind) FROM cover_verdict WHERE mapping_id = ?1 AND is_dead IS NULL`;
// Few of the pairs have an erased name or are later; the others are skipped without a look at each erasure.
const FIND_OTHERS = `UPDATE cover_verdict SET is_dead = 0
  WHERE mapping_id = ?1 AND is_dead IS NULL AND deletion IN (
    SELECT e.deletion FROM (
        SELECT mapping_id, digest, name_digest FROM attribute WHERE mapping_id = ?1 AND digest > ?2
        ORDER BY digest LIMIT ?3) AS page
      CROSS JOIN cover_verdict AS v CROSS JOIN erased_pair AS e ON e.deletion = v.deletion
    WHERE (page.name_digest IN (
        SELECT name_digest FROM erased_pair UNION SELECT older_name FROM erased_pair)
        OR EXISTS (${laterNotes("page")}))
      AND v.mapping_id = ?1 AND v.is_dead IS NULL AND ${mayBeOfAnother("page")})`;
const END_OF_PAGE = `SELECT digest FROM attribute WHERE mapping_id = ?1 AND digest > ?2
  ORDER BY digest LIMIT 1 OFFSET ?3 - 1`;
const JUDGE = `UPDATE cover_verdict SET behind = coalesce(?3, x''), is_dead = iif(?3 IS NULL, 1, NULL)
  WHERE mapping_id = ?1 AND behind = ?2 AND is_dead IS NULL`;
/** Judges pairs that are added or moved to digests already judged; `?1` has their digests, `?2` rows beginning with ids. */
export const JUDGE_ADDED = `UPDATE cover_verdict SET is_dead = 0
  WHERE is_dead IS NULL AND (mapping_id, deletion) IN (
    SELECT v.mapping_id, v.deletion FROM json_each(?2) AS j
      CROSS JOIN cover_verdict AS v ON v.mapping_id = j.value ->> 0 AND v.is_dead IS NULL
      CROSS JOIN erased_pair AS e ON e.deletion = v.deletion
      CROSS JOIN attribute AS o ON o.mapping_id = v.mapping_id AND o.digest = substr(?1, j.key * 16 + 1, 16)
    WHERE ${mayBeOfAnother("o")})`;

const COUNT_FITTING = `SELECT coalesce(sum(j.value ->> 2), 0) AS n FROM json_each(?1) AS j
  CROSS JOIN mapping AS m ON m.id = j.value ->> 0 AND m.key_version = j.value ->> 1
  WHERE m.id > ?2`;

const INSERT = `INSERT OR IGNORE INTO attribute (mapping_id, digest, key_version, sealed, name_digest)
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16), j.value ->> 2,
    substr(?2, (j.value ->> 1) / 131072 + 1, (j.value ->> 1) % 131072),
    substr(?4, j.key * ?5 + 1, ?5)
  FROM json_each(?3) AS j`;

// A pair stored, or stored again, after the erasure of a person began is not covered by that erasure.
const NOTE_LATER = `INSERT OR REPLACE INTO later_pair (mapping_id, digest, deletion)
  SELECT j.value ->> 0, substr(?1, j.key * 16 + 1, 16), e.deletion
  FROM (SELECT max(serial) AS deletion FROM ${OPEN_DELETIONS}
      AND state IN ('PENDING', 'IN-PROGRESS') AND search IS NOT NULL) AS e CROSS JOIN json_each(?2) AS j
  WHERE e.deletion IS NOT NULL`;

const OWNED = `SELECT j.value FROM json_each(?) AS j
  WHERE EXISTS (SELECT 1 FROM attribute AS a WHERE a.mapping_id = j.value)
    AND NOT EXISTS (SELECT 1 FROM bare_use AS b WHERE b.mapping_id = j.value)`;
const NOTE_USE_WITHOUT_PAIRS =
  "INSERT OR IGNORE INTO bare_use (mapping_id) SELECT value FROM json_each(?)";

const RENEW_COVERED = `UPDATE erased_pair SET older_digest = digest, older_name = name_digest,
    digest = substr(?1, j.key * 16 + 1, 16), name_digest = substr(?2, j.key * 17 + 1, 17)
  FROM json_each(?3) AS j WHERE deletion = j.value`;

/** Value of `erasures` while no erasure by attribute is in progress. */
export const NO_ERASURES = "[]";

/** A mapping that erasures by attribute cover, and how many of these have no verdict on it yet. */
export interface Unjudged {
  readonly id: number;
  readonly erasures: number;
}

const UNCOVER =
  "UPDATE erased_pair SET digest = randomblob(16), name_digest = randomblob(length(name_digest)) WHERE deletion = ?";

/** Stores attributes of mappings. */
export class AttributeStore extends Store {
  /** What `erasures` last read, for each call asks it; null after a change, which may be rolled back. */
  #erasures: string | null = null;

  /**
   * How many of these attributes belong to a mapping above the watermark with the same key version. That the mapping
   * is live was checked when it was looked up; whatever made it dead since then made the plan outdated.
   */
  countFitting(attributes: readonly NewAttribute[], watermark: number): number {
    // A mapping may have thousands of attributes but is looked up once.
    const groups = Map.groupBy(attributes, (a) => `${a.mappingId} ${a.keyVersion}`);
    const mappings = Array.from(groups.values(), (all) => ({ ...all[0], n: all.length }));
    let fitting = 0;
    for (const run of statementRuns(mappings, () => 1)) {
      const rows = JSON.stringify(run.map((m) => [m.mappingId, m.keyVersion, m.n]));
      fitting += this.value<number>(COUNT_FITTING, rows, watermark) ?? 0;
    }
    return fitting;
  }

  /** Store attribute pairs; a pair that a mapping already has stays unchanged. */
  insert(attributes: readonly NewAttribute[]): void {
    for (const run of statementRuns(attributes, (a) => a.sealed.length)) {
      const digests = pack(run.map((a) => a.digest)).bytes;
      const names = pack(run.map((a) => a.nameDigest)).bytes;
      const sealed = pack(run.map((a) => a.sealed));
      const rows = JSON.stringify(
        run.map((a, i) => [a.mappingId, sealed.positions[i], a.keyVersion]),
      );
      const nameBytes = run[0]?.nameDigest.length ?? 0;
      this.sql.exec(INSERT, digests, sealed.bytes, rows, names, nameBytes);
      this.sql.exec(NOTE_LATER, digests, rows);
      if (this.erasures() !== NO_ERASURES) this.sql.exec(JUDGE_ADDED, digests, rows);
    }
  }

  /** The mappings among these that have attributes and, as far as is known, were never used without. */
  owned(ids: readonly number[]): Set<number> {
    const owned = new Set<number>();
    if (ids.length === 0 || this.value("SELECT min(mapping_id) FROM attribute") === null)
      return owned;
    for (const run of statementRuns(ids, () => 1)) {
      for (const id of this.column<number>(OWNED, JSON.stringify(run))) owned.add(id);
    }
    return owned;
  }

  /** Record that these mappings are used both with attributes and without. */
  noteUseWithoutPairs(ids: readonly number[]): void {
    for (const run of statementRuns(ids, () => 1))
      this.sql.exec(NOTE_USE_WITHOUT_PAIRS, JSON.stringify(run));
  }

  /** From now on LIVES treats as dead the mappings up to `upTo` that have this pair, in either stored form. */
  cover(deletion: number, upTo: number, pair: ErasedPair, older: ErasedPair): void {
    this.#erasures = null;
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

  /** The erasures that cover pairs, as a text that changes with them; NO_ERASURES when there are none. */
  erasures(): string {
    this.#erasures ??=
      this.value<string>("SELECT json_group_array(deletion) FROM erased_pair") ?? NO_ERASURES;
    return this.#erasures;
  }

  /** The mappings that erasures other than `aside` made dead, grouped by the tracking id of the oldest of these. */
  deadBy(ids: readonly number[], aside: number): Map<string, { readonly id: number }[]> {
    if (this.erasures() === NO_ERASURES) return new Map();
    const rows = this.rows<{ id: number; trackingId: string }>(DEAD_BY, JSON.stringify(ids), aside);
    return Map.groupBy(rows, ({ trackingId }) => trackingId);
  }

  /** The mappings above the watermark that erasures cover without a verdict, with the number of those erasures. */
  unjudged(ids: readonly number[], watermark: number): Unjudged[] {
    return this.rows(UNJUDGED, JSON.stringify(ids), watermark);
  }

  /** Whether LIVES would read more than `limit` of their pairs, counting a pair once for each erasure that reads it. */
  visitsExceed(unjudged: readonly Unjudged[], limit: number): boolean {
    const rows = JSON.stringify(unjudged.map(({ id, erasures }) => [id, erasures]));
    return this.value(VISITS_EXCEED, rows, limit) !== null;
  }

  /** Judge a mapping by its next `limit` pairs; false once every erasure that covers it has a verdict. */
  judgeSome(mapping: number, limit: number): boolean {
    this.sql.exec(BEGIN_JUDGING, mapping);
    const after = this.value<ArrayBuffer>(JUDGED_UP_TO, mapping);
    if (after === null) return false;
    this.sql.exec(FIND_OTHERS, mapping, after, limit);
    const end = this.value<ArrayBuffer>(END_OF_PAGE, mapping, after, limit);
    this.sql.exec(JUDGE, mapping, after, end);
    return true;
  }

  /** Covered pairs under the newest blinding, by deletion. */
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

  /** Store covered pairs under a new blinding; the previously newest form becomes the older one. */
  renewCovered(pairs: ReadonlyMap<number, ErasedPair>): void {
    const digests = pack(Array.from(pairs.values(), ({ digest }) => digest)).bytes;
    const names = pack(Array.from(pairs.values(), ({ nameDigest }) => nameDigest)).bytes;
    this.sql.exec(RENEW_COVERED, digests, names, JSON.stringify([...pairs.keys()]));
  }

  /** No pair is stored under the older blinding any more. */
  forgetOlder(): void {
    this.sql.exec("UPDATE erased_pair SET older_digest = digest, older_name = name_digest");
  }

  /** All rows of a covered pair are deleted. Overwrites it first, because deleted bytes stay in their page. */
  uncover(deletion: number): void {
    this.#erasures = null;
    this.sql.exec(UNCOVER, deletion);
    this.sql.exec("DELETE FROM erased_pair WHERE deletion = ?", deletion);
    this.sql.exec("DELETE FROM cover_verdict WHERE deletion = ?", deletion);
  }
}
