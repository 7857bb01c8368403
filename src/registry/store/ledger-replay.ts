// SQL of `ledger_replay`: sealed parts that repeat an erasure of single mappings after a restore. Only
// the namespace's own keys open them, and they go when no older copy can be about any more.

/** Reads and writes replay parts. */
export class LedgerReplayStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keep one part of a ledger entry until an instant (milliseconds since 1970). */
  add(
    nid: string,
    place: { position: number; part: number },
    sealed: Uint8Array,
    until: number,
  ): void {
    this.#sql.exec(
      "INSERT OR IGNORE INTO ledger_replay (nid, position, part, sealed, until) VALUES (?, ?, ?, ?, ?)",
      nid,
      place.position,
      place.part,
      sealed,
      until,
    );
  }

  /** Parts of an entry, in order. */
  of(nid: string, position: number): ArrayBuffer[] {
    return this.#sql
      .exec<{ sealed: ArrayBuffer }>(
        "SELECT sealed FROM ledger_replay WHERE nid = ? AND position = ? ORDER BY part",
        nid,
        position,
      )
      .toArray()
      .map((row) => row.sealed);
  }

  /** Drop what is over its time. */
  dropBefore(now: number): void {
    this.#sql.exec("DELETE FROM ledger_replay WHERE until <= ?", now);
  }

  /** When the next part is over its time, or null. */
  earliest(): number | null {
    return this.#sql
      .exec<{ until: number | null }>("SELECT min(until) AS until FROM ledger_replay")
      .one().until;
  }
}
