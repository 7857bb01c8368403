// Looks through the result of a job, which may have hundreds of chunks of up to a megabyte, some at a time.
import { yieldToCallers } from "../../platform/yield-to-callers.ts";
import type { LookedAt } from "../store/job-chunks.ts";

/** Chunks that are looked at between two turns of callers. A look at the 200 of 100,000 items takes 40 ms. */
const CHUNKS_PER_TURN = 32;

/** Since the last turn: many jobs may be looked at in a row. */
let lookedAt = 0;

/** The first chunk of which something is so, or null; `look` tells it of the next `limit` behind one. */
export async function firstChunk(
  look: (after: number, limit: number) => readonly LookedAt[] | Promise<readonly LookedAt[]>,
): Promise<number | null> {
  let after = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const some = await look(after, CHUNKS_PER_TURN);
    const found = some.find(({ isSo }) => isSo);
    if (found !== undefined) return found.number;
    lookedAt += some.length;
    if (lookedAt >= CHUNKS_PER_TURN) {
      lookedAt = 0;
      await yieldToCallers();
    }
    const last = some.at(-1);
    if (last === undefined || some.length < CHUNKS_PER_TURN) return null;
    after = last.number;
  }
}
