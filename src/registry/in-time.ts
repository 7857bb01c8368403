// How long a Registry waits for a Vault object: the next round of its work begins when this one has ended, so an object
// that hangs must not keep it open.

/** Waking one takes a moment, and deleting the largest database seconds. */
export const VAULT_ANSWER_MS = 60_000;

/** The answer of a Vault object. Throws when there is none in time; what it does goes on. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const tooLate = async (): Promise<never> => {
    await scheduler.wait(VAULT_ANSWER_MS, { signal: waiting.signal });
    throw new Error("a namespace does not answer");
  };
  try {
    return await Promise.race([answer, tooLate()]);
  } finally {
    waiting.abort();
  }
}
