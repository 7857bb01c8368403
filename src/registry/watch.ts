// The watch over Vault objects whose alarm was lost, and the Registry's own alarm, set for the earliest due work, and
// not set when there is none.
import { errorName, log } from "../platform/log.ts";
import type { Handover } from "./handover.ts";
import { RegistryPart } from "./registry-base.ts";
import type { OverdueRow } from "./store/due-work.ts";

/** Work this late was missed by its Vault's own alarm. */
export const OVERDUE_MS = 60_000;
/** Objects woken in one round. */
const WAKE_LIMIT = 100;
const NEVER = Number.POSITIVE_INFINITY;

/** Wakes overdue objects, and keeps the alarm set for the next due work. */
export class Watch extends RegistryPart<{ readonly handover: Pick<Handover, "due"> }> {
  /** Wake Vault objects whose work is overdue. Returns the number woken. */
  async wakeOverdue(): Promise<number> {
    const { dueWork, clock } = this.parts;
    const overdue = dueWork.overdue(clock() - OVERDUE_MS, WAKE_LIMIT);
    const outcomes = await Promise.all(overdue.map((row) => this.#wake(row)));
    return outcomes.filter((isAwake) => isAwake).length;
  }

  /**
   * Set the alarm for the next due work, unless there is none or an earlier alarm is set. Rounds of waking are
   * OVERDUE_MS apart, except the first after a start: what became due meanwhile is late already.
   */
  async arm(isStart = false): Promise<void> {
    const { storage, dueWork, handover, clock } = this.parts;
    const now = clock();
    if (isStart) dueWork.bringForward(now);
    const { work, replay, deletion } = dueWork.earliest();
    const overdue = (work ?? NEVER) + OVERDUE_MS;
    const drop = replay ?? NEVER;
    const erasure = deletion ?? NEVER;
    const at = Math.min(
      Math.max(Math.min(overdue, drop), isStart ? now : now + OVERDUE_MS),
      Math.max(erasure, now),
      handover.due() ?? NEVER,
    );
    if (at === NEVER) return;
    const armed = await storage.getAlarm();
    // An earlier alarm that is not in the past will set the next one itself.
    if (armed !== null && armed >= now && armed <= at) return;
    await storage.setAlarm(at);
  }

  /** Wake one object. One that cannot be woken goes to the end of the queue; a deleted one leaves it. */
  async #wake(row: OverdueRow): Promise<boolean> {
    const { dueWork, clock, callVault } = this.parts;
    try {
      const isThere = await callVault(row, (vault) => vault.wake());
      if (!isThere) dueWork.remove(row.nid);
      return isThere;
    } catch (error) {
      log("registry.wake-failed", { error: errorName(error) });
      dueWork.put(row.nid, clock());
      return false;
    }
  }
}
