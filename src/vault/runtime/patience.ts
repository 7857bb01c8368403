// Waiting for work that may need another object, which may hang: for a while only, so that what does not need it goes on.

/** A Registry that is well answers within some milliseconds. */
const PATIENCE_MS = 2_000;

/** Wait for work, but not long. True when it is over; false: it goes on by itself, and what becomes of it is its own affair. */
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
