// Waits a limited time for work that calls somebody else, who may hang, so that other work can continue.
/** The work has not ended in time. It goes on, and its outcome is ignored. */
export class TooLate extends Error {}

/** The result of work; throws `TooLate` when it takes more than `ms` milliseconds. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  const waiting = new AbortController();
  const late = async (): Promise<never> => {
    await scheduler.wait(ms, { signal: waiting.signal });
    throw new TooLate();
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    waiting.abort();
  }
}

/** Longest wait. A healthy Registry answers within some milliseconds. */
const PATIENCE_MS = 2_000;

/** Wait for work, but 2 s at most: true when it has ended; false when it still runs, and its outcome is ignored here. */
export async function waitForAWhile(work: Promise<unknown>): Promise<boolean> {
  try {
    await inTime(work, PATIENCE_MS);
    return true;
  } catch (error) {
    if (error instanceof TooLate) return false;
    throw error;
  }
}
