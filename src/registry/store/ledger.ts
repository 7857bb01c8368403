// SQL of `ledger`, `id_ceiling`, `token_ceiling` and `receipt_key`: what must survive the loss of a Vault's data.
import type { LedgerEntry } from "../../erasure/ledger-entry.ts";
import type { TokenCeiling } from "../rpc.ts";

const COLUMNS = `position, tracking_id AS trackingId, phase, target, at, watermark, cutoff, details,
  previous_hash AS previousHash, hash`;
const HEAD = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? ORDER BY position DESC LIMIT 1`;
const OF_JOB = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? AND tracking_id = ? AND phase = ?`;
const SINCE = `SELECT ${COLUMNS} FROM ledger WHERE nid = ? AND position > ? ORDER BY position LIMIT ?`;

const RAISE_TOKEN_CEILINGS = `INSERT INTO token_ceiling (nid, space, ceiling)
  SELECT ?1, j.value ->> 0, j.value ->> 1 FROM json_each(?2) AS j WHERE true
  ON CONFLICT (nid, space) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)`;

type Row = Record<string, SqlStorageValue> & LedgerEntry;

/** Reads and writes the ledger. Entries are only ever added. */
export class LedgerStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** A namespace's newest entry, or null. */
  head(nid: string): LedgerEntry | null {
    return this.#sql.exec<Row>(HEAD, nid).toArray()[0] ?? null;
  }

  /** The entry of a job's phase, or null. */
  ofJob(nid: string, trackingId: string, phase: string): LedgerEntry | null {
    return this.#sql.exec<Row>(OF_JOB, nid, trackingId, phase).toArray()[0] ?? null;
  }

  /** Entries behind a position, oldest first. */
  since(nid: string, position: number, limit: number): LedgerEntry[] {
    return this.#sql.exec<Row>(SINCE, nid, position, limit).toArray();
  }

  /** Add an entry. */
  append(nid: string, entry: LedgerEntry): void {
    this.#sql.exec(
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
    this.#sql.exec(
      "INSERT INTO id_ceiling (nid, ceiling) VALUES (?, ?) ON CONFLICT (nid) DO UPDATE SET ceiling = max(ceiling, excluded.ceiling)",
      nid,
      ceiling,
    );
  }

  /** Forget how far a namespace's ids and tokens went, when it is no more; its ledger stays. */
  removeCeilings(nid: string): void {
    this.#sql.exec("DELETE FROM id_ceiling WHERE nid = ?", nid);
    this.#sql.exec("DELETE FROM token_ceiling WHERE nid = ?", nid);
  }

  /** Raise ceilings of a namespace's token spaces; they never go down. */
  raiseTokenCeilings(nid: string, ceilings: readonly TokenCeiling[]): void {
    const rows = JSON.stringify(ceilings.map(({ space, ceiling }) => [space, ceiling]));
    this.#sql.exec(RAISE_TOKEN_CEILINGS, nid, rows);
  }

  /** Keep a public key that has signed receipts; kept for ever, so that old receipts verify. */
  keepReceiptKey(kid: string, jwk: string, now: number): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO receipt_key (kid, jwk, created) VALUES (?, ?, ?)",
      kid,
      jwk,
      now,
    );
  }

  /** JSON texts of all public keys that have signed receipts, oldest first. */
  receiptKeys(): string[] {
    return this.#sql
      .exec<{ jwk: string }>("SELECT jwk FROM receipt_key ORDER BY created, kid")
      .toArray()
      .map((row) => row.jwk);
  }
}
