// When a failed slice runs again, and when the job gives up. We count ourselves: the platform's
// alarm drops the work for good after its sixth retry.

/** Failures of one slice before the job ends FAILED. Progress sets the count back. */
export const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 1_000;

/**
 * Milliseconds until the next try after `attempts` failures of the same slice (1 or more), or null
 * when it is time to give up. Doubles from one second; all tries together span about two minutes.
 */
export function retryDelay(attempts: number): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  return FIRST_DELAY_MS * 2 ** (attempts - 1);
}
