// Letting others in, in the middle of long work.

/**
 * Give everybody who waits a turn. Waiting for WebCrypto alone lets nobody in, a timer does. But a timer
 * fires in the same look at the system in which requests arrive, so after one the work would go on
 * before any of them got anywhere; by the second they have been answered.
 */
export async function letOthersIn(): Promise<void> {
  await scheduler.wait(0);
  await scheduler.wait(0);
}
