// Sends the callbacks of ended jobs to the operator's addresses: tracking id, kind and state, never a value. No request
// waits for them. A callback that was not taken is sent again, so a receiver may get it twice; the message id is the same.
import { webhookHeaders } from "../../crypto/webhook.ts";
import { errorName, log } from "../../platform/log.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { CallbackRow } from "../store/job-callbacks.ts";
import { shownState } from "./job-views.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Delays between tries, much as Standard Webhooks proposes: the first longer than a try takes, three days in all. */
const DELAYS = [
  20 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  24 * HOUR,
  30 * HOUR,
];
/** Most callbacks under way to one address, so that a slow address does not hold up the others. */
const MAX_AT_ONCE = 4;
/** Wait before a due callback is looked at again when its address has too many under way. */
const WAIT_FOR_ROOM_MS = 2_000;
/** HTTP status by which a receiver refuses a callback for good (Standard Webhooks). */
const GONE = 410;

/** Sends the callbacks of one namespace's jobs. */
export class CallbackSender extends NamespacePart {
  /** Number of callbacks being sent, by name of the address. */
  readonly #underWay = new Map<string, number>();

  /** Start sending some of the due callbacks. False when there was none to start. */
  sendSome(): boolean {
    const { storage, jobCallbacks, clock } = this.parts;
    const now = clock();
    const underWay = Object.fromEntries(this.#underWay);
    const rows = storage.transactionSync(() => {
      const taken = jobCallbacks.take(now, { underWay, limit: MAX_AT_ONCE, delays: DELAYS });
      // An alarm that ran for the others at once would find their addresses just as busy.
      jobCallbacks.putOff(now, now + WAIT_FOR_ROOM_MS);
      return taken;
    });
    for (const row of rows) {
      this.#count(row.address, 1);
      void this.#send(row).finally(() => this.#count(row.address, -1));
    }
    return rows.length > 0;
  }

  #count(address: string, by: number): void {
    this.#underWay.set(address, (this.#underWay.get(address) ?? 0) + by);
  }

  /** Never rejects: a failed callback stays in the table and is due again, until its tries are used up. */
  async #send(row: CallbackRow): Promise<void> {
    const { jobCallbacks, callbacks, clock, liveness } = this.parts;
    const { job, address, attempts } = row;
    const now = clock();
    const data = { tracking_id: row.tracking_id, call_type: row.kind, status: shownState(row) };
    const timestamp = new Date(now).toISOString();
    const body = JSON.stringify({ type: "job.ended", timestamp, data });
    const message = { id: row.tracking_id, timestamp: Math.floor(now / SECOND), body };
    let outcome: number | string;
    try {
      const headers = await webhookHeaders(message, callbacks.secret);
      outcome = await callbacks.post(address, headers, body);
    } catch (error) {
      outcome = errorName(error);
    }
    const isTaken = typeof outcome === "number" && outcome >= 200 && outcome < 300;
    const isOver = isTaken || outcome === GONE || attempts > DELAYS.length;
    if (!isTaken) log("callback.not-taken", { address, outcome: String(outcome), attempts });
    // If the namespace was closed meanwhile, the table may be gone.
    if (isOver && !liveness.isClosed) jobCallbacks.remove(job);
  }
}
