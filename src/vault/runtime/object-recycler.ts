// Closes the object soon after a deletion, so that SQLite folds the write-ahead log into the file and
// removes it: until then erased bytes stay in it. The runtime closes an object only when nobody has
// called it for ten seconds, which in a busy namespace is never.
//
// Closing is an abort, which cuts whatever is under way. So a gate goes down first: calls that arrive
// wait before they have done anything. When those inside have ended, their writes are on the disk and
// a timer has fired (the event loop turns to timers only when it has nothing else to do, so their
// answers have left), nothing is there to be cut but calls that have not begun. Whoever sent those sees
// CLOSED and calls again (http/call.ts).
import { errorName, log } from "../../platform/log.ts";
import { CLOSED } from "../../platform/objects.ts";

/** Between two looks whether the object can be closed. */
const LOOK_EVERY_MS = 100;
/** Looks before it is left to the runtime: ten minutes. */
const MAX_LOOKS = 6_000;
/** How long those inside may take until the gate goes up again. */
const DRAIN_MS = 1_000;
const DRAIN_STEP_MS = 5;
/** For answers to leave. */
const SETTLE_MS = 20;
/** Work due sooner than this is waited for. */
const SOON_MS = 1_000;

interface Parts {
  /** Only where the files are on a disk of our own; the platform keeps a history anyway. */
  readonly isEnabled: boolean;
  /** Milliseconds until work is due, null when there is none. */
  readonly dueIn: () => number | null;
  /** Resolves when all writes are on the disk. */
  readonly sync: () => Promise<void>;
  readonly abort: (reason: string) => void;
  readonly wait: (ms: number) => Promise<unknown>;
}

/** What calls wait at while the object is being closed. */
interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** Knows who is inside the object, and closes it when nobody is. */
export class ObjectRecycler {
  readonly #parts: Parts;
  #inside = 0;
  #begun = 0;
  #streams = 0;
  #isWanted = false;
  #gate: Gate | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Calls begun in this object's life: who compares two readings knows whether anybody came. */
  get callsBegun(): number {
    return this.#begun;
  }

  /** Do something that must not be cut off. */
  async during<T>(run: () => Promise<T>): Promise<T> {
    while (this.#gate !== null) await this.#gate.opened;
    this.#inside += 1;
    this.#begun += 1;
    try {
      return await run();
    } finally {
      this.#inside -= 1;
    }
  }

  /** Due work comes first: a closing that has begun is called off. */
  async duringAlarm(run: () => Promise<void>): Promise<void> {
    this.#openGate();
    return this.during(run);
  }

  /** A stream that is being sent; call the result once it has ended, however often. */
  streamBegan(): () => void {
    let isOpen = true;
    this.#streams += 1;
    return () => {
      if (isOpen) this.#streams -= 1;
      isOpen = false;
    };
  }

  /** Close the object as soon as nothing is under way. Resolves when that is done or given up. */
  async closeSoon(): Promise<void> {
    if (!this.#parts.isEnabled || this.#isWanted) return;
    this.#isWanted = true;
    try {
      for (let look = 0; look < MAX_LOOKS; look++) {
        await this.#parts.wait(LOOK_EVERY_MS);
        if (await this.#tryToClose()) return;
      }
    } catch (error) {
      log("vault.not-closed", { error: errorName(error) });
    }
    this.#isWanted = false;
  }

  async #tryToClose(): Promise<boolean> {
    if (this.#isNeeded()) return false;
    const gate = this.#closeGate();
    try {
      for (let waited = 0; this.#inside > 0; waited += DRAIN_STEP_MS) {
        if (waited >= DRAIN_MS) return false;
        await this.#parts.wait(DRAIN_STEP_MS);
      }
      await this.#parts.sync();
      await this.#parts.wait(SETTLE_MS);
      // The gate is another one, or none, when an alarm has begun meanwhile.
      if (this.#gate !== gate || this.#inside > 0 || this.#isNeeded()) return false;
      this.#parts.abort(CLOSED);
      return true;
    } finally {
      this.#openGate();
    }
  }

  #isNeeded(): boolean {
    const due = this.#parts.dueIn();
    return this.#streams > 0 || (due !== null && due < SOON_MS);
  }

  #closeGate(): Gate {
    const { promise, resolve } = Promise.withResolvers<void>();
    const gate = { opened: promise, open: resolve };
    this.#gate = gate;
    return gate;
  }

  #openGate(): void {
    this.#gate?.open();
    this.#gate = null;
  }
}
