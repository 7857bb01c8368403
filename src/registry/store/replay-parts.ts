// SQL of `ledger_replay`: sealed parts that repeat an erasure of single mappings after a restore. Only
// the namespace's own keys open them, and they go when no older copy can be about any more.

/** Reads and writes replay parts. */
export class ReplayPartStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Keep one part of a ledger entry until an instant (milliseconds since 1970). */
  put(
    nid: string,
    place: { position: number; part: number },
    sealed: Uint8Array,
    until: number,
  ): void {
    this.#sql.exec(
      "INSERT OR REPLACE INTO ledger_replay (nid, position, part, sealed, until) VALUES (?, ?, ?, ?, ?)",
      nid,
      place.position,
      place.part,
      sealed,
      until,
    );
  }

  /** Give the parts of one position to another. Gives how many there were. */
  move(nid: string, from: number, to: number, until: number): number {
    const moved = this.#sql.exec(
      "UPDATE ledger_replay SET position = ?1, until = ?2 WHERE nid = ?3 AND position = ?4 RETURNING part",
      to,
      until,
      nid,
      from,
    );
    return moved.toArray().length;
  }

  /** Drop the parts of a position. */
  drop(nid: string, position: number): void {
    this.#sql.exec("DELETE FROM ledger_replay WHERE nid = ? AND position = ?", nid, position);
  }

  /** A part of an entry, or null. */
  find(nid: string, position: number, part: number): ArrayBuffer | null {
    const rows = this.#sql.exec<{ sealed: ArrayBuffer }>(
      "SELECT sealed FROM ledger_replay WHERE nid = ? AND position = ? AND part = ?",
      nid,
      position,
      part,
    );
    return rows.toArray()[0]?.sealed ?? null;
  }

  /** Drop what is over its time. */
  dropBefore(now: number): void {
    this.#sql.exec("DELETE FROM ledger_replay WHERE until <= ?", now);
  }
}
