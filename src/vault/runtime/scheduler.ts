// Sets the object's alarms; no other file does.
import { Part } from "../../core/part.ts";
import { DAY_MS } from "../../core/time.ts";
import type { Clock } from "../../platform/clock.ts";
import { errorName, log } from "../../platform/log.ts";

/** An alarm overdue by this much counts as lost: a restored database can hold one that never fires. */
const LOST_AFTER_MS = 5_000;
/** Longest time ahead for which an alarm is set. */
const MAX_WAIT_MS = 30 * DAY_MS;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly clock: Clock;
  /** When the next work is due (milliseconds since 1970), or null. */
  readonly nextDue: () => number | null;
  /** Tells the Registry, which wakes this object if its alarm is lost. */
  readonly reportDue: (due: number | null) => Promise<void>;
  readonly inBackground: (work: Promise<void>) => void;
}

/** Keeps the object's alarm on the next due time. */
export class Scheduler extends Part<Parts> {
  /** Time of the alarm that is set, null for none; undefined until it was read from storage. */
  #armed: number | null | undefined;
  /** The due time that the Registry was last told, and the one it is to be told. */
  #reportedDue: number | null | undefined;
  #dueToReport: number | null | undefined;
  #isReporting = false;
  /** Whether the alarm handler is running; it arms the next alarm itself. */
  #isRunning = false;

  /** Set the alarm for the next due work, never in the past, nor sooner than `waitMs` from now. Throws when none can be set. */
  async arm(waitMs = 0): Promise<void> {
    this.#isRunning = false;
    const due = this.parts.nextDue();
    // Told in the background, also when no alarm can be set: the Registry is the fallback.
    this.#dueToReport = due;
    if (!this.#isReporting && this.#reportedDue !== due) this.parts.inBackground(this.#reportDue());
    const now = this.parts.clock();
    // An alarm before the work is due does nothing. The cap: the platform refuses far times, which a damaged row may hold.
    const at = due === null ? null : Math.min(Math.max(due, now + waitMs), now + MAX_WAIT_MS);
    try {
      if (at !== null) await this.parts.storage.setAlarm(at);
      this.#armed = at;
    } catch (error) {
      // It is unknown whether one is set: the next request reads it.
      this.#armed = undefined;
      throw error;
    }
  }

  /** Arm the alarm when work is due now, unless the alarm handler is running. */
  async armIfDue(): Promise<void> {
    if (this.#isRunning) return;
    const due = this.parts.nextDue();
    if (due !== null && due <= this.parts.clock()) await this.arm();
  }

  /** Arm again when the alarm is missing, too late, or long overdue. Reads the stored alarm once in the object's life. */
  async ensureArmed(): Promise<void> {
    if (this.#armed === undefined) {
      const due = this.parts.nextDue();
      // When no work is due, a stored alarm does not matter.
      const armed = due === null ? null : await this.parts.storage.getAlarm();
      const missing = due !== null && (armed === null || armed > due);
      if (missing || this.#isLost(armed)) await this.arm();
      else this.#armed = armed;
    } else if (this.#isLost(this.#armed)) {
      await this.arm();
    }
  }

  /** Note that the alarm handler has begun: no alarm is set until it arms the next one. */
  alarmBegan(): void {
    this.#armed = null;
    this.#isRunning = true;
  }

  #isLost(armed: number | null): boolean {
    return armed !== null && armed < this.parts.clock() - LOST_AFTER_MS;
  }

  /** Tell the Registry the due time. One call at a time, so that it ends up with the latest. */
  async #reportDue(): Promise<void> {
    this.#isReporting = true;
    while (this.#dueToReport !== this.#reportedDue) {
      const due = this.#dueToReport ?? null;
      try {
        await this.parts.reportDue(due);
        this.#reportedDue = due;
      } catch (error) {
        log("vault.registry-not-told", { error: errorName(error) });
        // `arm` tries again when it next runs.
        if (this.#dueToReport === due) break;
      }
    }
    this.#isReporting = false;
  }
}
