// SQL of `ledger`, `ledger_replay`, `id_ceiling` and `token_ceiling`: data that must survive the loss of a Vault's data.
// `ledger_replay` holds replay parts of earlier versions, which repeat an erasure of single mappings after a restore;
// replay-keeper.ts now stores them. Only the namespace's own keys open them; they expire when no backup can be older.
import type { Checkpoint, OldEntry } from "../../erasure/checkpoint.ts";
import type { LedgerEntry } from "../../erasure/ledger-entry.ts";
import { Store } from "../../platform/store.ts";
import type { TokenCeiling } from "../rpc.ts";

const COLUMNS = `position, tracking_id AS trackingId, phase, target, at, watermark, cutoff, details,
  previous_hash AS previousHash, hash`;
const HEAD = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? ORDER BY position DESC LIMIT 1`;
const OF_JOB = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? AND tracking_id = ? AND phase = ?`;
const SINCE = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? AND position > ? ORDER BY position LIMIT ?`;

const LOWEST = `SELECT position, tracking_id AS trackingId, phase, target, at, watermark, cutoff, hash,
    iif(phase = 'checkpoint', details, '') AS details
  FROM ledger WHERE nid = ? ORDER BY position LIMIT ?`;

// Jumps from one namespace's first entry to the next one's, however many entries each has.
const NAMESPACES_AFTER = `WITH RECURSIVE some (nid) AS (
    SELECT min(nid) FROM ledger WHERE nid > ?1
    UNION ALL SELECT (SELECT min(nid) FROM ledger WHERE nid > some.nid) FROM some WHERE nid IS NOT NULL LIMIT ?2)
  SELECT nid, coalesce((SELECT at FROM ledger WHERE nid = some.nid ORDER BY position LIMIT 1 OFFSET ?3), ?4) < ?4 AS isOld
  FROM some WHERE nid IS NOT NULL`;

// Turns the last folded entry into the checkpoint; no row is left to update if a concurrent fold included it.
const REPLACE_FOLDED = `UPDATE ledger SET tracking_id = ?3, phase = 'checkpoint', target = 'age', at = ?4, watermark = ?5,
    cutoff = ?6, details = ?7
  WHERE nid = ?1 AND position = ?2 RETURNING position`;

const PAGE = `SELECT nid, ${COLUMNS} FROM ledger WHERE (nid, position) > (?, ?)
  ORDER BY nid, position LIMIT ?`;

const RAISE_TOKEN_CEILINGS = `INSERT INTO token_ceiling (nid, space, ceiling)
  SELECT ?1, j.value ->> 0, j.value ->> 1 FROM json_each(?2) AS j WHERE true
  ON CONFLICT (nid, space) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)`;

const HAS_SEARCHES = `SELECT 1 FROM ledger WHERE nid = ? AND target IN ('value', 'token', 'attribute') LIMIT 1`;

const RAISE_ID_CEILING =
  "INSERT INTO id_ceiling (nid, ceiling) VALUES (?, ?) ON CONFLICT (nid) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)";
const PUT_PART =
  "INSERT OR REPLACE INTO ledger_replay (nid, position, part, sealed, until) VALUES (?, ?, ?, ?, ?)";
const FIND_PART = "SELECT sealed FROM ledger_replay WHERE nid = ? AND position = ? AND part = ?";

/** Reads and writes the ledger, whose entries are only added or folded, and the tables beside it. */
export class LedgerStore extends Store {
  /** A namespace's newest entry, or null. */
  head(nid: string): LedgerEntry | null {
    return this.first(HEAD, nid);
  }

  ofJob(nid: string, trackingId: string, phase: string): LedgerEntry | null {
    return this.first(OF_JOB, nid, trackingId, phase);
  }

  /** Entries after a position, oldest first. */
  since(nid: string, position: number, limit: number): LedgerEntry[] {
    return this.rows(SINCE, nid, position, limit);
  }

  /** Entries of all namespaces after a given one, by nid and position. */
  page(nid: string, position: number, limit: number): (LedgerEntry & { nid: string })[] {
    return this.rows(PAGE, nid, position, limit);
  }

  /** A namespace's first entries, with the columns that folding needs. */
  lowest(nid: string, limit: number): OldEntry[] {
    return this.rows(LOWEST, nid, limit);
  }

  /** The next namespaces after a nid, and whether at least `fewest` of their entries are older than `before`. */
  namespacesAfter(
    after: string,
    { limit, fewest, before }: { limit: number; fewest: number; before: number },
  ): { nid: string; isOld: number }[] {
    return this.rows(NAMESPACES_AFTER, after, limit, fewest - 1, before);
  }

  /** Replace the folded entries with a checkpoint, unless a concurrent fold did. Call it in a transaction. */
  replaceFolded(nid: string, trackingId: string, checkpoint: Checkpoint, details: string): void {
    const { position, before, watermark, cutoff } = checkpoint;
    const values = [nid, position, trackingId, before, watermark, cutoff, details];
    if (this.rows(REPLACE_FOLDED, ...values).length === 0) return;
    this.sql.exec("DELETE FROM ledger WHERE nid = ? AND position < ?", nid, position);
  }

  append(nid: string, entry: LedgerEntry): void {
    this.sql.exec(
      `INSERT INTO ledger (nid, position, tracking_id, phase, target, at, watermark, cutoff, details,
         previous_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      nid,
      entry.position,
      entry.trackingId,
      entry.phase,
      entry.target,
      entry.at,
      entry.watermark,
      entry.cutoff,
      entry.details,
      entry.previousHash,
      entry.hash,
    );
  }

  /** Raise a namespace's id ceiling; it never goes down. */
  raiseIdCeiling(nid: string, ceiling: number): void {
    this.sql.exec(RAISE_ID_CEILING, nid, ceiling);
  }

  /** Delete the ceilings of a deleted namespace; its ledger stays. */
  removeCeilings(nid: string): void {
    this.sql.exec("DELETE FROM id_ceiling WHERE nid = ?", nid);
    this.sql.exec("DELETE FROM token_ceiling WHERE nid = ?", nid);
  }

  /** Raise ceilings of a namespace's token spaces; they never go down. */
  raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): void {
    const rows = JSON.stringify(ceilings.map(({ space, ceiling }) => [space, ceiling]));
    this.sql.exec(RAISE_TOKEN_CEILINGS, nid, rows);
  }

  /** Store a replay part of a namespace being taken over, until an instant (milliseconds since 1970). */
  putPart(
    nid: string,
    partKey: { position: number; part: number },
    sealed: Uint8Array,
    until: number,
  ): void {
    this.sql.exec(PUT_PART, nid, partKey.position, partKey.part, sealed, until);
  }

  findPart(nid: string, position: number, part: number): ArrayBuffer | null {
    return this.value<ArrayBuffer>(FIND_PART, nid, position, part);
  }

  /** Whether a namespace's ledger has an erasure by value, token or attribute. */
  hasSearches(nid: string): boolean {
    return this.value(HAS_SEARCHES, nid) !== null;
  }

  /** Delete expired replay parts. */
  dropPartsBefore(now: number): void {
    this.sql.exec("DELETE FROM ledger_replay WHERE until <= ?", now);
  }
}
