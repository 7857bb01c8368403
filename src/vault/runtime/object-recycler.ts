// Closes the object soon after a deletion, so that SQLite merges the write-ahead log into the database file and removes it:
// until then the log holds erased bytes. The runtime closes an object only when it has had no call for ten seconds, which in
// a busy namespace never happens.
//
// Closing aborts the object and breaks off all that runs in it. So first a gate closes: new calls wait there before they do
// anything. The abort follows when all calls inside have ended and their writes are on the disk. It can then break off only
// a call that has not begun, or an answer on its way; the caller gets CLOSED and calls again (platform/object-calls.ts). So
// a call that must not run twice counts as inside until its answer has arrived.
import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { Lease } from "../../platform/lease.ts";
import { errorName, log } from "../../platform/log.ts";
import { CLOSED } from "../../platform/object-calls.ts";

/** Time between two checks for due work. */
const CHECK_EVERY_MS = 100;
/** Work due sooner than this is done first, for a limited time: a namespace may always have jobs. */
const SOON_MS = 1_000;
const MAX_WAIT_FOR_WORK_MS = 10_000;
/**
 * How long the closed gate waits for the calls inside; then it opens for as long, and the next wait is twice as long, up to
 * the maximum. So the object closes if its calls end within the longest wait, however closely they follow each other; a call
 * that does not end (the Registry hangs) holds up the others for half of the time at most.
 */
const PATIENCE_MS = 1_000;
const MAX_PATIENCE_MS = 32_000;

interface Parts {
  /** True only where the database files are on our own disk; the platform keeps a history anyway. */
  readonly isEnabled: boolean;
  /** When work is due (milliseconds since 1970), null when there is none. */
  readonly nextDue: () => number | null;
  readonly clock: Clock;
  /** Resolves when all writes are on the disk, and no alarm is about to open the object again. */
  readonly settle: () => Promise<void>;
  readonly abort: (reason: string) => void;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** The gate at which new calls wait while the object is being closed. */
interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Counts the calls inside the object, and closes it when there are none. */
export class ObjectRecycler extends Part<Parts> {
  #callsInside = 0;
  #callsBegun = 0;
  #isWanted = false;
  #gate: Gate | null = null;
  #onEmpty: (() => void) | null = null;

  /** Number of calls begun in this object's life; a second reading tells whether calls have arrived. */
  get callsBegun(): number {
    return this.#callsBegun;
  }

  /** Whether the gate is closed. */
  get isClosing(): boolean {
    return this.#gate !== null;
  }

  /** Run a call that must not be broken off. Its answer can be lost; the caller then calls again. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await run();
    } finally {
      this.#leave();
    }
  }

  /** Within such a call, wait for something during which the object may close and break the call off. */
  async outside(wait: () => Promise<void>): Promise<void> {
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  }

  /**
   * Run a call that must not run twice: the object stays open until the answer has arrived. The answer carries a lease,
   * which ends when the caller releases the answer or ceases to exist.
   */
  async duringOnce<T extends object>(run: () => Promise<T>): Promise<T> {
    if (!this.parts.isEnabled) return this.during(run);
    await this.#enter();
    const lease = new Lease(() => this.#leave());
    try {
      return { ...(await run()), lease };
    } catch (error) {
      lease[Symbol.dispose]();
      throw error;
    }
  }

  /** Run the alarm handler, without waiting at the gate, where the abort would hit it. It does no work while `isClosing`. */
  async duringAlarm(run: () => Promise<void>): Promise<void> {
    this.#callsInside += 1;
    try {
      await run();
    } finally {
      this.#leave();
    }
  }

  /** Close the object as soon as no call is inside. Does nothing when that is disabled or under way. Never rejects. */
  async closeSoon(): Promise<void> {
    if (!this.parts.isEnabled || this.#isWanted) return;
    this.#isWanted = true;
    try {
      await this.#waitForDueWork();
      for (let patience = PATIENCE_MS; !(await this.#tryToClose(patience)); ) {
        await this.parts.wait(patience);
        patience = Math.min(2 * patience, MAX_PATIENCE_MS);
      }
    } catch (error) {
      log("vault.not-closed", { error: errorName(error) });
    }
    this.#isWanted = false;
  }

  async #enter(): Promise<void> {
    while (this.#gate !== null) await this.#gate.opened;
    this.#callsInside += 1;
    this.#callsBegun += 1;
  }

  #leave(): void {
    this.#callsInside -= 1;
    if (this.#callsInside === 0) this.#onEmpty?.();
  }

  async #waitForDueWork(): Promise<void> {
    const { clock, nextDue, wait } = this.parts;
    // Measured by the clock, because a check during a slice takes as long as the slice.
    for (const began = clock(); clock() - began < MAX_WAIT_FOR_WORK_MS; ) {
      await wait(CHECK_EVERY_MS);
      const due = nextDue();
      if (due === null || due - clock() >= SOON_MS) return;
    }
  }

  async #tryToClose(patience: number): Promise<boolean> {
    this.#closeGate();
    try {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onEmpty = resolve;
      if (this.#callsInside > 0) await Promise.race([promise, this.parts.wait(patience)]);
      if (this.#callsInside > 0) return false;
      await this.parts.settle();
      if (this.#callsInside > 0) return false;
      this.parts.abort(CLOSED);
      return true;
    } finally {
      this.#openGate();
    }
  }

  #closeGate(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = { opened: promise, open: resolve };
  }

  #openGate(): void {
    this.#gate?.open();
    this.#gate = null;
  }
}
