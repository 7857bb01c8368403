// Letting others in, in the middle of long work.

/**
 * Give everybody who waits a turn. Waiting for WebCrypto alone lets nobody in, a timer does. But a timer
 * fires in the same look at the system in which requests arrive, so after one the work would go on
 * before any of them got anywhere; by the second they have done their work. `callsBegun` counts the calls of
 * this object: if any came, a third lets their answers leave, which wait for the disk.
 */
export async function letOthersIn(callsBegun: () => number = () => 0): Promise<void> {
  const before = callsBegun();
  await scheduler.wait(0);
  await scheduler.wait(0);
  if (callsBegun() !== before) await scheduler.wait(0);
}
