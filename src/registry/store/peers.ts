// SQL of `setting`, `used_registry`, `taken_over` and `name_elsewhere`: what a Registry object knows of the others.
import { Store } from "../../platform/store.ts";

/** Reads and writes what one Registry knows of the others. */
export class PeerStore extends Store {
  /** Whether the first Registry holds nothing any more that is another's. */
  get isSettled(): boolean {
    return this.value<number>("SELECT value FROM setting WHERE name = 'settled'") === 1;
  }

  /** From now on `isSettled`. */
  settle(): void {
    this.sql.exec("INSERT OR REPLACE INTO setting (name, value) VALUES ('settled', 1)");
  }

  /** In the first Registry: this other one has tables. */
  addUsed(number: number): void {
    this.sql.exec("INSERT OR IGNORE INTO used_registry (number) VALUES (?)", number);
  }

  /** In the first Registry: numbers of all others that have tables. */
  used(): number[] {
    return this.column("SELECT number FROM used_registry ORDER BY number");
  }

  /** Whether nothing of this namespace is to come from the first Registry any more. */
  isTakenOver(nid: string): boolean {
    return this.value("SELECT nid FROM taken_over WHERE nid = ?", nid) !== null;
  }

  /** From now on `isTakenOver`. */
  markTakenOver(nid: string): void {
    this.sql.exec("INSERT OR IGNORE INTO taken_over (nid) VALUES (?)", nid);
  }

  /** Nid of the namespace of that name which another Registry keeps, or null. It may be gone. */
  nidElsewhere(name: string): string | null {
    return this.value<string>("SELECT nid FROM name_elsewhere WHERE name = ?", name);
  }

  /** Another Registry keeps the namespace of that name. */
  putElsewhere(name: string, nid: string): void {
    this.sql.exec("INSERT OR REPLACE INTO name_elsewhere (name, nid) VALUES (?, ?)", name, nid);
  }

  /** No other Registry keeps this namespace under that name any more. */
  removeElsewhere(name: string, nid: string): void {
    this.sql.exec("DELETE FROM name_elsewhere WHERE name = ? AND nid = ?", name, nid);
  }
}
