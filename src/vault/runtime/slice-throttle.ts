// How much background work is done at a stretch, and how others are let in between.

import { chunksAtOnce } from "../../jobs/slice.ts";
import type { Clock } from "../../platform/clock.ts";
import { yieldToCallers } from "./yield-to-callers.ts";

/** Pauses in which nobody came, after which nobody is expected: of 16 callers one look may see none. */
const QUIET_PAUSES = 2;
/**
 * Calls from one slice to the next from which on they are to write together, and below which no longer. Few callers gain
 * more from getting in twice a pause (bench/NOTES.md); with one number for both, five of them would be held in every
 * fourth pause or so.
 */
const MANY_CALLS = { begin: 12, end: 8 } as const;

interface Parts {
  readonly clock: Clock;
  /** Calls of the object so far. */
  readonly callsBegun: () => number;
  /** One look at the system: those who have arrived get a turn. */
  readonly look: () => Promise<unknown>;
  /** Has what calls are about to write wait for each other, until the result is called: it says whether any did. */
  readonly holdWrites: () => () => boolean;
}

/**
 * What was done: so many chunks, and nothing else that took long. Other counts than were asked for tell nothing of how
 * long chunks take: a text is done alone, and takes longer.
 */
type Work = { readonly chunks: number } | "nothing";

/** The pace of one alarm's work. Begins as if somebody were expected. */
export class SliceThrottle {
  readonly #parts: Parts;
  #quietPauses = 0;
  #calls = 0;
  #isMany = false;
  #chunkMs = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Do a slice of up to so many chunks, then let others in. False, and no pause, when there was nothing to do. */
  async slice(work: (chunks: number) => Promise<Work>): Promise<boolean> {
    const { clock, callsBegun, look, holdWrites } = this.#parts;
    const isQuiet = this.#quietPauses >= QUIET_PAUSES;
    const chunks = chunksAtOnce({ calls: this.#calls, isQuiet, chunkMs: this.#chunkMs });
    const [began, before] = [clock(), callsBegun()];
    const done = await work(chunks);
    if (done === "nothing") return false;
    // On the platform the clock only goes on when something was waited for: the look at the latest.
    const noteLength = () => {
      if (done.chunks === chunks) this.#chunkMs = (clock() - began) / chunks;
    };
    // While nobody is expected one look is enough to see that somebody came after all.
    if (isQuiet) await look().then(noteLength);
    else {
      this.#isMany = this.#calls >= (this.#isMany ? MANY_CALLS.end : MANY_CALLS.begin);
      // Held, those who wait for their answers call once from slice to slice: so many as the last time.
      const together = this.#isMany ? { callsExpected: before + this.#calls, holdWrites } : null;
      await yieldToCallers({ callsBegun, look, afterFirst: noteLength, together });
    }
    this.#calls = callsBegun() - before;
    this.#quietPauses = this.#calls === 0 ? this.#quietPauses + 1 : 0;
    return true;
  }
}
