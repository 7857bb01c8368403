// When the object next wakes up. The only file that sets alarms.
import { Part } from "../../core/part.ts";
import { DAY_MS } from "../../core/time.ts";
import type { Clock } from "../../platform/clock.ts";
import { errorName, log } from "../../platform/log.ts";

/** An alarm this late is taken for lost: a restored database can hold one that never fires. */
const LOST_AFTER_MS = 5_000;
/** No alarm is set further ahead. */
const LONGEST_MS = 30 * DAY_MS;

interface Parts {
  readonly storage: DurableObjectStorage;
  readonly clock: Clock;
  /** When the next work is due (milliseconds since 1970), or null. */
  readonly nextDue: () => number | null;
  /** Tells the Registry, which wakes this object if its alarm is lost. */
  readonly tellRegistry: (due: number | null) => Promise<void>;
  /** Lets something be done that nobody waits for. */
  readonly inBackground: (work: Promise<void>) => void;
}

/** Keeps the object's alarm on the next due time. */
export class Scheduler extends Part<Parts> {
  /** What this object knows to be armed; undefined until it has looked. */
  #armed: number | null | undefined;
  /** What the Registry knows, and what it is to know. */
  #told: number | null | undefined;
  #toTell: number | null | undefined;
  #isTelling = false;
  /** The alarm is running: whoever runs it arms the next one. */
  #isRunning = false;

  /** Set the alarm for the next due work, never in the past, nor sooner than `waitMs` from now. */
  async arm(waitMs = 0): Promise<void> {
    this.#isRunning = false;
    const due = this.parts.nextDue();
    if (due === null) {
      this.#armed = null;
    } else {
      const now = this.parts.clock();
      // Sooner than due does nothing; the platform refuses an alarm at the end of time, as a damaged row may want it.
      const at = Math.min(Math.max(due, now + waitMs), now + LONGEST_MS);
      await this.parts.storage.setAlarm(at);
      this.#armed = at;
    }
    // Nobody waits for the Registry: it is only the second line, the alarm itself is set.
    this.#toTell = due;
    if (!this.#isTelling && this.#told !== due) this.parts.inBackground(this.#tell());
  }

  /** Arm when work is due now, unless it is being done. */
  async armIfDue(): Promise<void> {
    if (this.#isRunning) return;
    const due = this.parts.nextDue();
    if (due !== null && due <= this.parts.clock()) await this.arm();
  }

  /**
   * On any request: arm again when the alarm is missing or long past. Cheap when all is well; looks
   * at the database only once in the object's life.
   */
  async ensureArmed(): Promise<void> {
    if (this.#armed === undefined) {
      const due = this.parts.nextDue();
      // An alarm that rings, or never does, where nothing is due: it does not matter.
      const armed = due === null ? null : await this.parts.storage.getAlarm();
      const missing = due !== null && (armed === null || armed > due);
      if (missing || this.#isLost(armed)) await this.arm();
      else this.#armed = armed;
    } else if (this.#isLost(this.#armed)) {
      await this.arm();
    }
  }

  /** The alarm is running: nothing is armed until it arms the next one. */
  alarmBegan(): void {
    this.#armed = null;
    this.#isRunning = true;
  }

  #isLost(armed: number | null): boolean {
    return armed !== null && armed < this.parts.clock() - LOST_AFTER_MS;
  }

  /** One call at a time, so that the Registry ends up with what was told last. */
  async #tell(): Promise<void> {
    this.#isTelling = true;
    while (this.#toTell !== this.#told) {
      const due = this.#toTell ?? null;
      try {
        await this.parts.tellRegistry(due);
        this.#told = due;
      } catch (error) {
        log("vault.registry-not-told", { error: errorName(error) });
        // Told again when the alarm is next set.
        if (this.#toTell === due) break;
      }
    }
    this.#isTelling = false;
  }
}
