// SQL of `setting`, `used_registry`, `taken_over` and `name_elsewhere`: what a Registry object knows of the others.
import { Store } from "../../platform/store.ts";

/** Reads and writes what one Registry knows of the others. */
export class PeerStore extends Store {
  /** Whether the first Registry has nothing left to hand over. */
  get isSettled(): boolean {
    return this.value<number>("SELECT value FROM setting WHERE name = 'settled'") === 1;
  }

  /** Set `isSettled`. */
  settle(): void {
    this.sql.exec("INSERT OR REPLACE INTO setting (name, value) VALUES ('settled', 1)");
  }

  /** First Registry: record that another one has tables. */
  addUsed(number: number): void {
    this.sql.exec("INSERT OR IGNORE INTO used_registry (number) VALUES (?)", number);
  }

  /** First Registry: numbers of all others that have tables. */
  used(): number[] {
    return this.column("SELECT number FROM used_registry ORDER BY number");
  }

  /** Whether the first Registry has no data of this namespace left to send. */
  isTakenOver(nid: string): boolean {
    return this.value("SELECT nid FROM taken_over WHERE nid = ?", nid) !== null;
  }

  /** Set `isTakenOver`. */
  markTakenOver(nid: string): void {
    this.sql.exec("INSERT OR IGNORE INTO taken_over (nid) VALUES (?)", nid);
  }

  /** Nid of the namespace with this name that another Registry keeps, or null. The namespace may be gone. */
  nidElsewhere(name: string): string | null {
    return this.value<string>("SELECT nid FROM name_elsewhere WHERE name = ?", name);
  }

  /** Record that another Registry keeps the namespace with this name. */
  putElsewhere(name: string, nid: string): void {
    this.sql.exec("INSERT OR REPLACE INTO name_elsewhere (name, nid) VALUES (?, ?)", name, nid);
  }

  /** Record that no other Registry keeps this namespace under this name any more. */
  removeElsewhere(name: string, nid: string): void {
    this.sql.exec("DELETE FROM name_elsewhere WHERE name = ? AND nid = ?", name, nid);
  }
}
