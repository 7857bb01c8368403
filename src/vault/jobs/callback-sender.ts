// Tells addresses of the operator that jobs have ended: which, and how. Never a value. Nobody waits for it, and it is told
// again when it was not taken, so a receiver may be told twice and knows it by the message's id.
import { webhookHeaders } from "../../crypto/webhook.ts";
import { errorName, log } from "../../platform/log.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { CallbackRow } from "../store/job-callbacks.ts";
import { shownState } from "./job-views.ts";

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/**
 * From one try to the next, some as Standard Webhooks proposes them; the first is longer than a try may take. What is not taken
 * in three days never is.
 */
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
/** To one address: one that is slow holds up no other. */
const MOST_AT_ONCE = 4;
/** Where there was no room for one. */
const WAIT_FOR_ROOM_MS = 2_000;
/** The address wants no more of it (Standard Webhooks). */
const GONE = 410;

/** Tells the ends of one namespace's jobs. */
export class CallbackSender extends NamespacePart {
  /** How many are being told, by address. */
  readonly #underWay = new Map<string, number>();

  /** Begin to tell some that are due. False when there is nothing to begin. */
  sendSome(): boolean {
    const { storage, jobCallbacks, clock } = this.parts;
    const now = clock();
    const full = [...this.#underWay].flatMap(([name, n]) => (n < MOST_AT_ONCE ? [] : [name]));
    const rows = storage.transactionSync(() => {
      const taken = jobCallbacks.take(now, { full, limit: MOST_AT_ONCE, delays: DELAYS });
      // An alarm for them now would find no room either.
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

  /** Does not fail: it is tried again, until that has been done often enough. */
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
    // Destroyed meanwhile: there is no table any more.
    if (isOver && !liveness.isClosed) jobCallbacks.remove(job);
  }
}
