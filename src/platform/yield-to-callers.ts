// Letting other requests run in the middle of long work.

import type { Steps } from "../core/steps.ts";
import { systemClock } from "./clock.ts";

/**
 * Event-loop turns after which callers that have arrived are answered. A timer fires in the turn in which requests arrive,
 * so after one turn the work would continue before any of them had started; in the second they do their work; in the third
 * their answers leave, which wait for the disk. Measurements with three turns: docs/decisions/slices-by-items.md.
 */
const TURNS = 3;
/** A request that arrived during a stretch has not begun by the first turn, but has by this one. */
const SEEN_BY_TURN = 2;

/** Turns after which work that was not seen waiting loses its place. */
const MISSED_TURNS = 8;

/**
 * Values in one portion, some 5 ms of work. Slices of jobs and synchronous requests have fewer, so they never yield here:
 * three turns take 3.5 ms even when nobody waits, as long as sealing 4,000 values.
 */
const PORTION = 4_096;
/** Bytes in one portion, not counting its last value: values may have 4 KiB, and 1 MiB of them takes 30 ms. */
const PORTION_BYTES = 256 * 1024;

/**
 * When the current stretch of work on the thread began, as far as is known, and the cost that steps have announced since.
 * Shared by all requests: none knows what ran just before it, and the phases of one request follow each other directly.
 */
let stretchBegan = 0;
let announcedCost = 0;
/** How many requests and alarms have begun in this isolate. */
let arrivals = 0;

/** Begin a request or an alarm: earlier work on the thread does not count against it. */
export function beginStretch(): void {
  arrivals++;
  restartStretch();
}

function restartStretch(): void {
  stretchBegan = systemClock();
  announcedCost = 0;
}

/** How long the current stretch is: measured where the clock moves, else as announced. */
function stretchLength(): number {
  const elapsed = systemClock() - stretchBegan;
  return elapsed > 0 ? elapsed : announcedCost;
}

/**
 * Milliseconds of work after which other work may still go on in the same turn, and how many may in all: of what one waits
 * for, as for an answer of the object, nothing is done by then.
 */
const SHORT_MS = 10;
const MAX_TOGETHER = 3;

/** Input that arrives within so many milliseconds is taken to have been available already. */
const AT_ONCE_MS = 5;

/**
 * Wait for more input in the middle of long work. Input that was available already does not end the stretch, even though
 * other requests may begin meanwhile: their answers leave only when the event loop turns. Only when a timer fires first have
 * others had their turn. (The time it took proves nothing: another process or the garbage collector may have used it.)
 */
export async function waitFor<T>(more: Promise<T>): Promise<T> {
  const since = stretchBegan;
  let hasWaited = false;
  const timer = setTimeout(() => {
    hasWaited = true;
  }, AT_ONCE_MS);
  try {
    return await more;
  } finally {
    clearTimeout(timer);
    if (hasWaited) restartStretch();
    else stretchBegan = Math.min(stretchBegan, since);
  }
}

/** Work that waits to go on, with the number of the turn in which it was last seen waiting. */
interface Waiting {
  seen: number;
}
/** The oldest first. */
const waiting: Waiting[] = [];
/** Turns that have been waited, however many waited in one, and how often any work has gone on. */
let turnsWaited = 0;
let resumptions = 0;
/** How many went on in the turn in which the last did. */
let together = 0;

/** Let all waiting requests run. Awaiting WebCrypto alone lets none of them run; a timer does, in 1 to 1.5 ms a turn. */
export function yieldToCallers(): Promise<void> {
  return waitTurns(() => TURNS);
}

/** The same, but without the last turn when no request has arrived. */
function yieldToArrivedCallers(): Promise<void> {
  const before = arrivals;
  return waitTurns(() => (arrivals === before ? SEEN_BY_TURN : TURNS));
}

/**
 * Wait until so many turns have passed in which no other work went on for long, oldest first: what goes on in the same turn
 * is one stretch to everybody else. With 16 searches at a time that was 250 ms. Short work shares a turn, because turns cost
 * time: 100 readers of one result took 75 s one by one.
 */
async function waitTurns(needed: () => number): Promise<void> {
  const own = { seen: turnsWaited };
  waiting.push(own);
  let before = resumptions;
  for (let quiet = 0; quiet < needed() || !isNext(own); ) {
    before = resumptions;
    await scheduler.wait(0);
    // The first of a turn counts it: by turns of all, much work that is cancelled would keep others waiting for long.
    if (own.seen === turnsWaited) turnsWaited += 1;
    own.seen = turnsWaited;
    quiet = before === resumptions || mayJoin() ? quiet + 1 : 0;
  }
  waiting.shift();
  // In a turn in which other work has gone on already, the stretch is the same.
  together = before === resumptions ? 1 : together + 1;
  if (together === 1) restartStretch();
  resumptions += 1;
}

/** Whether other work may still go on in the turn of what went on last. */
function mayJoin(): boolean {
  return together < MAX_TOGETHER && stretchLength() < SHORT_MS;
}

/** Whether nothing older waits, except what was not seen for some turns: a cancelled request never goes on. */
function isNext(own: Waiting): boolean {
  if (!waiting.includes(own)) waiting.push(own);
  for (;;) {
    const [first] = waiting;
    if (first === undefined || first === own) return true;
    if (turnsWaited - first.seen <= MISSED_TURNS) return false;
    waiting.shift();
  }
}

/** Process a list a portion at a time and let callers run in between. `sizeOf`: size of an item in bytes or letters. */
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
 * Longest stretch for which work in steps holds the thread, in milliseconds; 50 are promised
 * (docs/decisions/slices-by-items.md). On a slower machine steps may cost more than they announce, the code between them
 * costs something too, and a garbage collection in the last of them 5 to 20.
 */
const STRETCH_MS = 30;

/** Let callers run before work of this cost, in the unit of core/steps.ts, if it would make the stretch too long. */
export function yieldBefore(cost: number): Promise<void> {
  return inStretches(oneStep(cost));
}

function* oneStep(cost: number): Steps<void> {
  yield cost;
}

/**
 * Run work in steps (core/steps.ts), and let callers run before a step that would make the stretch too long. Where the clock
 * moves, it measures the stretch; on the platform it stands still, and the announced costs count instead. Short work never
 * yields. Rejects when a promise that a step waits for does.
 */
export async function inStretches<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (typeof step.value !== "number") {
      await step.value;
      continue;
    }
    const length = stretchLength() + step.value;
    if (announcedCost > 0 && length > STRETCH_MS) await yieldToArrivedCallers();
    announcedCost += step.value;
  }
}
