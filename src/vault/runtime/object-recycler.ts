// Closes the object soon after a deletion, so that SQLite folds the write-ahead log into the file and
// removes it: until then erased bytes stay in it. The runtime closes an object only when nobody has
// called it for ten seconds, which in a busy namespace is never.
//
// Closing is an abort, which cuts whatever is under way. So a gate goes down first: calls that arrive
// wait before they have done anything. It is done when those inside have ended and their writes are on
// the disk. What it can cut then is a call that has not begun, or an answer that is on its way; whoever
// asked sees CLOSED and calls again (platform/object-calls.ts). So a call that must not be done twice stays inside
// until its answer has arrived.
import { Part } from "../../core/part.ts";
import type { Clock } from "../../platform/clock.ts";
import { Lease } from "../../platform/lease.ts";
import { errorName, log } from "../../platform/log.ts";
import { CLOSED } from "../../platform/object-calls.ts";

/** Between two looks whether the object can be closed. */
const LOOK_EVERY_MS = 100;
/** Work due sooner than this is waited for, but not for ever: somebody may always have jobs. */
const SOON_MS = 1_000;
const MAX_WAIT_FOR_WORK_MS = 10_000;
/**
 * How long those inside may take until the gate goes up again, for as long: each time twice what it was before. So whatever
 * ends within the longest one ends at the gate, however closely calls follow each other; what does not (a Registry that
 * hangs) holds up everybody else for half of the time at most.
 */
const PATIENCE_MS = 1_000;
const MAX_PATIENCE_MS = 32_000;

interface Parts {
  /** Only where the files are on a disk of our own; the platform keeps a history anyway. */
  readonly isEnabled: boolean;
  /** When work is due (milliseconds since 1970), null when there is none. */
  readonly nextDue: () => number | null;
  readonly clock: Clock;
  /** Resolves when all writes are on the disk, and no alarm is about to open the object again. */
  readonly settle: () => Promise<void>;
  readonly abort: (reason: string) => void;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** What calls wait at while the object is being closed. */
interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Knows who is inside the object, and closes it when nobody is. */
export class ObjectRecycler extends Part<Parts> {
  #inside = 0;
  #begun = 0;
  #isWanted = false;
  #gate: Gate | null = null;
  #lastHasLeft: (() => void) | null = null;

  /** Calls begun in this object's life: who compares two readings knows whether anybody came. */
  get callsBegun(): number {
    return this.#begun;
  }

  /** Whether calls wait for those inside to end. */
  get isClosing(): boolean {
    return this.#gate !== null;
  }

  /** Do something that must not be cut off. Its answer may be: whoever asked then asks again. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await run();
    } finally {
      this.#leave();
    }
  }

  /** In something that must not be cut off, wait for what may be: nothing is under way meanwhile, and the object may close. */
  async outside(wait: () => Promise<void>): Promise<void> {
    this.#leave();
    try {
      await wait();
    } finally {
      await this.#enter();
    }
  }

  /**
   * Do something that must not be done twice: the object stays open until the answer has arrived. A lease goes with it,
   * which ends when the caller lets go of the answer, or is itself gone.
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

  /** An alarm never waits at the gate, or the closing would cut it: it sees `isClosing`, and does nothing for now. */
  async duringAlarm(run: () => Promise<void>): Promise<void> {
    this.#inside += 1;
    try {
      await run();
    } finally {
      this.#leave();
    }
  }

  /** Close the object as soon as nothing is under way. Resolves when that is done. */
  async closeSoon(): Promise<void> {
    if (!this.parts.isEnabled || this.#isWanted) return;
    this.#isWanted = true;
    try {
      await this.#untilNoWork();
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
    this.#inside += 1;
    this.#begun += 1;
  }

  #leave(): void {
    this.#inside -= 1;
    if (this.#inside === 0) this.#lastHasLeft?.();
  }

  async #untilNoWork(): Promise<void> {
    const { clock, nextDue, wait } = this.parts;
    // By the clock: while slices run a look takes as long as they do.
    for (const began = clock(); clock() - began < MAX_WAIT_FOR_WORK_MS; ) {
      await wait(LOOK_EVERY_MS);
      const due = nextDue();
      if (due === null || due - clock() >= SOON_MS) return;
    }
  }

  async #tryToClose(patience: number): Promise<boolean> {
    this.#closeGate();
    try {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#lastHasLeft = resolve;
      if (this.#inside > 0) await Promise.race([promise, this.parts.wait(patience)]);
      if (this.#inside > 0) return false;
      await this.parts.settle();
      if (this.#inside > 0) return false;
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
