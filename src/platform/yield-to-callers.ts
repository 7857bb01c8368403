// Letting others in, in the middle of long work.

import type { Steps } from "../core/steps.ts";
import { systemClock } from "./clock.ts";

/**
 * Event-loop turns by which those who have arrived are answered: a timer fires in the turn in which requests arrive, so
 * after one the work would go on before any of them got anywhere; by the second they have done their work; in the third
 * their answers leave, which wait for the disk. What was measured with three: docs/decisions/slices-by-items.md.
 */
const TURNS = 3;
/** Who arrived in a stretch has not begun by the first of them, but by this one. */
const SEEN_BY_TURN = 2;

/**
 * Values of one portion, some 5 ms of work. Slices of jobs, and synchronous requests, have fewer: three turns take
 * 3.5 ms even when nobody comes, as much as sealing 4,000 values.
 */
const PORTION = 4_096;
/** Bytes of one portion, the last value aside: values may have 4 KiB, and 1 MiB of them takes 30 ms. */
const PORTION_BYTES = 256 * 1024;

/**
 * When the thread was last given to others, or taken up, as far as is known; and what steps since then have said. One for
 * all: a request does not know what another did just before it, and phases of one request follow each other at once.
 */
let began = 0;
let said = 0;
/** How many requests and alarms have begun. */
let arrivals = 0;

/** A request or an alarm begins: what was done before it, it is not to answer for. */
export function beginStretch(): void {
  arrivals++;
  takeUp();
}

function takeUp(): void {
  began = systemClock();
  said = 0;
}

/** What comes from outside within so many milliseconds lay there already. */
const AT_ONCE_MS = 5;

/**
 * Wait for more from outside in the middle of long work. What lies there already is no pause, though others may begin
 * meanwhile: their answers leave when the event loop gets to them, so the stretch goes on. When it gets to a timer first,
 * others have had their turn. (How long it took says nothing: another program or a collection of garbage may have had the time.)
 */
export async function waitFor<T>(more: Promise<T>): Promise<T> {
  const since = began;
  let hasWaited = false;
  const timer = setTimeout(() => {
    hasWaited = true;
  }, AT_ONCE_MS);
  try {
    return await more;
  } finally {
    clearTimeout(timer);
    if (hasWaited) takeUp();
    else began = Math.min(began, since);
  }
}

/** Give everybody who waits a turn. Waiting for WebCrypto alone lets nobody in, a timer does, in 1 to 1.5 ms. */
export async function yieldToCallers(turns = TURNS): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await scheduler.wait(0);
  takeUp();
}

/** The same, without the last turn where no request has come. */
async function lookForCallers(): Promise<void> {
  const before = arrivals;
  await yieldToCallers(SEEN_BY_TURN);
  if (arrivals !== before) await yieldToCallers(TURNS - SEEN_BY_TURN);
}

/** Do something to all items of a list, a portion at a time, and let callers in between. `sizeOf`: bytes, or letters. */
export async function inPortions<T>(
  items: readonly T[],
  work: (portion: readonly T[]) => Promise<void>,
  sizeOf: (item: T) => number = () => 0,
): Promise<void> {
  let from = 0;
  while (from < items.length) {
    if (from > 0) await yieldToCallers();
    let to = from;
    let bytes = 0;
    while (to < items.length && to - from < PORTION && bytes < PORTION_BYTES) {
      bytes += sizeOf(items[to++] as T);
    }
    await work(items.slice(from, to));
    from = to;
  }
}

/**
 * Longest stretch that work in steps holds the thread for, in milliseconds: 50 are promised (docs/decisions/slices-by-items.md).
 * Steps may cost more than they say on a slower machine, what lies between them costs something, too, and a collection of
 * garbage in the last of them 5 to 20.
 */
const STRETCH_MS = 30;

/**
 * Do work in steps (core/steps.ts), and let callers in before a step that would make the stretch too long. Where the
 * clock moves it says how long the stretch is so far; on the platform it stands still, and what the steps say counts.
 * Short work lets nobody in. Rejects when what a step waits for does.
 */
export async function inStretches<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (typeof step.value !== "number") {
      await step.value;
      continue;
    }
    const elapsed = systemClock() - began;
    const length = (elapsed > 0 ? elapsed : said) + step.value;
    if (said > 0 && length > STRETCH_MS) await lookForCallers();
    said += step.value;
  }
}
