// Waits a limited time for work that calls another object, which may hang, so that other work can continue.

/** Longest wait. A healthy Registry answers within some milliseconds. */
const PATIENCE_MS = 2_000;

/** Wait for work, but 2 s at most: true when it has ended; false when it still runs, and its outcome is ignored here. */
export async function waitForAWhile(work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}
