// What becomes of the times of mappings when the clock has been ahead. Creation times never fall, so from such a jump until
// real time has caught up every new mapping has the time of the jump, and a deletion by age would come to it late, by as
// much as the clock was ahead. So while the clock is behind the newest creation time, instants are noted in front of
// which all ids so far had been given out: a cutoff that is later than such an instant covers them.
//
// That is right only when it is the clock of now that is right. A clock that has fallen behind (a lost battery, 1970) looks
// alike, and would have everything taken for old. The times of mappings tell: where the clock was ahead there is a gap
// behind now, then the few of the time until it was set right; where it has fallen behind they go on right behind now,
// or all lie there. In doubt nothing is noted: what is erased too early is lost, what is erased late is not.

import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { log } from "../../platform/log.ts";
import type { ClockMark, ClockMarkStore } from "../store/clock-marks.ts";
import type { ErasureStore } from "../store/erasure.ts";
import type { Liveness } from "./liveness.ts";

/** A clock is set back by this much every day. */
const SLACK_MS = 60_000;
/** How often an instant is noted, and so how late a deletion by age may be. */
const MARK_EVERY_MS = 3_600_000;

interface Parts {
  readonly clockMarks: ClockMarkStore;
  readonly erasure: ErasureStore;
  readonly liveness: Liveness;
  readonly clock: Clock;
}

/** Notes instants while the clock is behind the newest creation time. */
export class ClockMarks extends Part<Parts> {
  /** The clock is behind that time; null when it is behind none. */
  #behind: number | null = null;
  #isRight = false;
  #markedAt = Number.NEGATIVE_INFINITY;
  #unwritten: ClockMark[] = [];

  /** All ids below `next` have been given out by now, the newest of them with `lastCreated`. Writes nothing. */
  observe(next: number, lastCreated: number): void {
    const now = this.parts.clock();
    if (now >= lastCreated) {
      if (this.#behind !== null && this.#isRight) this.#unwritten.push({ id: next, at: now });
      this.#behind = null;
      return;
    }
    if (this.#behind === null) {
      if (lastCreated - now <= SLACK_MS) return;
      this.#isRight = this.#wasAhead(now, lastCreated);
      log("vault.clock-behind", { behindMs: lastCreated - now, isMarked: this.#isRight });
    }
    this.#behind = lastCreated;
    // Nor when it has gone back once more.
    if (!this.#isRight || now - this.#markedAt < MARK_EVERY_MS) return;
    this.#markedAt = now;
    this.#unwritten.push({ id: next, at: now });
  }

  /** Write what was observed. Belongs into the turn in which later mappings are written. */
  write(): void {
    const { clockMarks, liveness } = this.parts;
    for (const mark of this.#unwritten.splice(0)) clockMarks.add(mark, liveness.watermark);
  }

  /** True when the gap between now and the first mapping behind it is longer than all the time from there on. */
  #wasAhead(now: number, lastCreated: number): boolean {
    const { erasure } = this.parts;
    const before = erasure.lastIdBefore(now + 1, erasure.lastId());
    const first = before === 0 ? null : erasure.firstCreatedBehind(before);
    return first !== null && first - now >= lastCreated - first;
  }
}
