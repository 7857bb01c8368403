// Letting others in, in the middle of long work.

/** How others are let in; what is not given is the object's own timer, and nobody who calls. */
interface Pause {
  /** Calls of the object so far. */
  readonly callsBegun?: () => number;
  /** One look at the system: a timer. Waiting for WebCrypto alone lets nobody in. */
  readonly look?: () => Promise<unknown>;
  /** Done after the first look. */
  readonly afterFirst?: () => void;
}

const timer = () => scheduler.wait(0);
const nothing = () => undefined;

/**
 * Give everybody who waits a turn. A timer fires in the same look at the system in which requests arrive, so after
 * one the work would go on before any of them got anywhere; by the second they have done their work. If any calls
 * came, a third lets their answers leave, which wait for the disk.
 */
export async function letOthersIn({
  callsBegun = () => 0,
  look = timer,
  afterFirst = nothing,
}: Pause = {}): Promise<void> {
  const before = callsBegun();
  await look();
  afterFirst();
  await look();
  if (callsBegun() !== before) await look();
}
