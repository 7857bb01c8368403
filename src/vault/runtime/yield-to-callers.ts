// Letting others in, in the middle of long work.

/** Calls that are to write together. */
interface Together {
  /** The number of calls so far at which all of them are likely to be in. */
  readonly callsExpected: number;
  /** Has what they are about to write wait, until the result is called: it says whether anything did. */
  readonly holdWrites: () => () => boolean;
}

/** How others are let in; what is not given is the object's own timer, and nobody who calls. */
interface Pause {
  /** Calls of the object so far. */
  readonly callsBegun?: () => number;
  /** One look at the system: a timer. Waiting for WebCrypto alone lets nobody in. */
  readonly look?: () => Promise<unknown>;
  /** Done after the first look. */
  readonly afterFirst?: () => void;
  /** Given where many are expected. */
  readonly together?: Together | null;
}

/** Looks by which those who have arrived are in: see below. */
const LOOKS = 2;
/** The same of many: some are seen in the second look only. */
const LOOKS_FOR_MANY = 3;

const timer = () => scheduler.wait(0);
const nothing = () => undefined;
const nobody = () => false;

/**
 * Give everybody who waits a turn. A timer fires in the same look at the system in which requests arrive, so after
 * one the work would go on before any of them got anywhere; by the second they have done their work.
 *
 * Where many are expected, what they write is held, until so many are in or for three looks: 16 callers would come
 * in three waves otherwise, of a commit each (bench/NOTES.md). Those who came before the pause are not held: with
 * nobody since then, those who are expected may still be on their way.
 *
 * If there is anything to answer, another look lets the answers leave, which wait for the disk.
 */
export async function yieldToCallers({
  callsBegun = () => 0,
  look = timer,
  afterFirst = nothing,
  together = null,
}: Pause = {}): Promise<void> {
  const before = callsBegun();
  const most = together === null ? LOOKS : LOOKS_FOR_MANY;
  const enough = Math.max(before + 1, together?.callsExpected ?? Number.POSITIVE_INFINITY);
  const release = together?.holdWrites() ?? nobody;
  let hasReleased = false;
  try {
    await look();
    afterFirst();
    for (let looks = 1; looks < most && callsBegun() < enough; looks++) await look();
  } finally {
    hasReleased = release();
  }
  if (hasReleased || callsBegun() !== before) await look();
}
