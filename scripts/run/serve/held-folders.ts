// All folders of one service, held and described together.

import { DataLock, type LockRecord } from "./data-lock.ts";
import { OBJECT_CLASSES, type Places } from "./object-files.ts";

/** The locks of every folder in use. Either all are held or none. */
export class HeldFolders {
  readonly #locks: readonly DataLock[];

  private constructor(locks: readonly DataLock[]) {
    this.#locks = locks;
  }

  /** Take the folders, or fail with exit 3 naming who has one of them. */
  static async acquire(places: Partial<Places>): Promise<HeldFolders> {
    const dirs = OBJECT_CLASSES.flatMap((objectClass) => places[objectClass] ?? []);
    const locks: DataLock[] = [];
    try {
      for (const dir of new Set(dirs)) locks.push(await DataLock.acquire(dir));
    } catch (error) {
      for (const lock of locks) lock.release();
      throw error;
    }
    return new HeldFolders(locks);
  }

  /** Change what the records in all folders say. */
  update(change: Partial<Pick<LockRecord, "state" | "workerd" | "url">>): void {
    for (const lock of this.#locks) lock.update(change);
  }

  /** Give the folders back. */
  release(): void {
    for (const lock of this.#locks) lock.release();
  }
}
