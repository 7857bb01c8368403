// Waiting for a provider, but not for ever.

/** It has said nothing for too long. */
export class TooSlow extends Error {}

/** What comes of it; throws TooSlow when nothing has within so many milliseconds. */
export async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TooSlow()), patienceMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
