// SQL of `clock_mark`: mappings with lower ids were made before its instant, whatever their stored time is.

import { Store } from "../../platform/store.ts";

/** All mappings with lower ids were made before `at` (milliseconds since 1970). */
export interface ClockMark {
  readonly id: number;
  readonly at: number;
}

/** Reads and writes marks. */
export class ClockMarkStore extends Store {
  /** Store a mark; deletes marks up to `watermark`, whose mappings are all erased by age. */
  add({ id, at }: ClockMark, watermark: number): void {
    this.sql.exec("DELETE FROM clock_mark WHERE id <= ?", watermark);
    this.sql.exec("INSERT OR IGNORE INTO clock_mark (id, at) VALUES (?, ?)", id, at);
  }

  /** The largest id that a mark shows was given out before an instant; 0 when no mark does. */
  lastIdBefore(cutoff: number): number {
    return this.value<number>("SELECT max(id) - 1 AS id FROM clock_mark WHERE at < ?", cutoff) ?? 0;
  }
}
