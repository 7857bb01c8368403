// Letting others in, in the middle of long work.

/**
 * Event-loop turns by which those who have arrived are answered: a timer fires in the turn in which requests arrive, so
 * after one the work would go on before any of them got anywhere; by the second they have done their work; in the third
 * their answers leave, which wait for the disk. What was measured with three: docs/decisions/slices-by-items.md.
 */
const TURNS = 3;

/**
 * Values of one portion, some 5 ms of work. Slices of jobs, and synchronous requests, have fewer: three turns take
 * 3.5 ms even when nobody comes, as much as sealing 4,000 values.
 */
const PORTION = 4_096;

/** Give everybody who waits a turn. Waiting for WebCrypto alone lets nobody in, a timer does. */
export async function yieldToCallers(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await scheduler.wait(0);
}

/** Do something to all items of a list, a portion at a time, and let callers in between. */
export async function inPortions<T>(
  items: readonly T[],
  work: (portion: readonly T[]) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += PORTION) {
    if (at > 0) await yieldToCallers();
    await work(items.slice(at, at + PORTION));
  }
}
