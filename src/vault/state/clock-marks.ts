// Handles creation times after the clock has been ahead. They never decrease, so from such a jump until real time has caught
// up every new mapping gets the time of the jump, and a deletion by age would erase it late, by as much as the clock was
// ahead. So while the clock is behind the newest creation time, marks are recorded: an instant, and the ids given out before
// it. A cutoff later than that instant covers those ids.
//
// That is right only if the clock is right now. A clock that has fallen behind (a lost battery, 1970) looks the same, and
// would make every mapping count as old. Creation times show the difference: when the clock was ahead, there is a gap after
// now, followed by the few mappings of the time until it was corrected; when it has fallen behind, they continue right after
// now, or all lie there. In doubt no mark is made: data erased too early is lost, data erased late is not.

import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { log } from "../../platform/log.ts";
import type { ClockMark, ClockMarkStore } from "../store/clock-marks.ts";
import type { ErasureStore } from "../store/erasure.ts";
import type { Liveness } from "./liveness.ts";

/** Clocks are routinely set back by up to this much. */
const SLACK_MS = 60_000;
/** Interval of marks, and so the longest delay of a deletion by age. */
const MARK_EVERY_MS = 3_600_000;

interface Parts {
  readonly clockMarks: ClockMarkStore;
  readonly erasure: ErasureStore;
  readonly liveness: Liveness;
  readonly clock: Clock;
}

/** Makes marks while the clock is behind the newest creation time. */
export class ClockMarks extends Part<Parts> {
  /** The newest creation time, when the clock is behind it; else null. */
  #aheadUntil: number | null = null;
  #isClockRight = false;
  #markedAt = Number.NEGATIVE_INFINITY;
  #unwritten: ClockMark[] = [];

  /** Compare the clock with `lastCreated`, the time of the newest id given out; the next is `next`. Writes nothing. */
  observe(next: number, lastCreated: number): void {
    const now = this.parts.clock();
    if (now >= lastCreated) {
      if (this.#aheadUntil !== null && this.#isClockRight)
        this.#unwritten.push({ id: next, at: now });
      this.#aheadUntil = null;
      return;
    }
    if (this.#aheadUntil === null) {
      if (lastCreated - now <= SLACK_MS) return;
      this.#isClockRight = this.#wasClockAhead(now, lastCreated);
      log("vault.clock-behind", { behindMs: lastCreated - now, isMarked: this.#isClockRight });
    }
    this.#aheadUntil = lastCreated;
    // The difference is negative, so no mark is made either, when the clock was set back again.
    if (!this.#isClockRight || now - this.#markedAt < MARK_EVERY_MS) return;
    this.#markedAt = now;
    this.#unwritten.push({ id: next, at: now });
  }

  /** Write the marks made. Call it in the turn that writes later mappings. */
  write(): void {
    const { clockMarks, liveness } = this.parts;
    for (const mark of this.#unwritten) clockMarks.add(mark, liveness.watermark);
    this.#unwritten = [];
  }

  /** True when the gap from now to the first mapping after it is at least as long as the time from there to the last. */
  #wasClockAhead(now: number, lastCreated: number): boolean {
    const { erasure } = this.parts;
    const before = erasure.lastIdBefore(now + 1, erasure.lastId());
    const first = before === 0 ? null : erasure.firstCreatedAfter(before);
    return first !== null && first - now >= lastCreated - first;
  }
}
