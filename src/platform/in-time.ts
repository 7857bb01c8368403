// Waits a limited time for work that calls somebody else, who may hang.

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
