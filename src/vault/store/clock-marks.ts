// SQL of `clock_mark`: mappings with ids below one were made before its instant, whatever their own time says.

import { Store } from "../../platform/store.ts";

/** Mappings with lower ids were made before `at` (milliseconds since 1970). */
export interface ClockMark {
  readonly id: number;
  readonly at: number;
}

/** Reads and writes marks. */
export class ClockMarkStore extends Store {
  /** Keep a mark; those of mappings that are all erased by age, up to `watermark`, go. */
  add({ id, at }: ClockMark, watermark: number): void {
    this.sql.exec("DELETE FROM clock_mark WHERE id <= ?", watermark);
    this.sql.exec("INSERT OR IGNORE INTO clock_mark (id, at) VALUES (?, ?)", id, at);
  }

  /** The last id that a mark says was given out before an instant, 0 when none does. */
  lastIdBefore(cutoff: number): number {
    return this.value<number>("SELECT max(id) - 1 AS id FROM clock_mark WHERE at < ?", cutoff) ?? 0;
  }
}
