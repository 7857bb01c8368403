// Letting others in, in the middle of long work.

/** How others are let in; what is not given is the object's own timer, and nobody who calls. */
interface Pause {
  /** Calls of the object so far. */
  readonly callsBegun?: () => number;
  /** Number of calls so far at which nobody else is expected; not known by itself. */
  readonly callsExpected?: number | null;
  /** One look at the system: a timer. Waiting for WebCrypto alone lets nobody in. */
  readonly look?: () => Promise<unknown>;
  /** Done after the first look. */
  readonly afterFirst?: () => void;
  /** Has what calls are about to write wait for each other, until the result is called. */
  readonly holdWrites?: () => () => void;
}

/** Looks by which those who have arrived are in: see below. One more where it is known that somebody comes. */
const LOOKS = 2;

const timer = () => scheduler.wait(0);
const nothing = () => undefined;

/**
 * Give everybody who waits a turn. A timer fires in the same look at the system in which requests arrive, so after
 * one the work would go on before any of them got anywhere; by the second they have done their work, but for those
 * who arrived in it. What they write is held until the last one is in: 16 callers would have three commits otherwise
 * (bench/NOTES.md). If any calls came, another look lets their answers leave, which wait for the disk.
 */
export async function letOthersIn({
  callsBegun = () => 0,
  callsExpected = null,
  look = timer,
  afterFirst = nothing,
  holdWrites = () => nothing,
}: Pause = {}): Promise<void> {
  const before = callsBegun();
  const isOverAt = callsExpected ?? Number.POSITIVE_INFINITY;
  const looks = callsExpected === null ? LOOKS : LOOKS + 1;
  const release = holdWrites();
  try {
    await look();
    afterFirst();
    for (let more = 1; more < looks && callsBegun() < isOverAt; more++) await look();
  } finally {
    release();
  }
  if (callsBegun() !== before) await look();
}
