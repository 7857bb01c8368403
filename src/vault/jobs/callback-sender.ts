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
const MOST_AT_ONCE = 8;
/** The address wants no more of it (Standard Webhooks). */
const GONE = 410;

/** Tells the ends of one namespace's jobs. */
export class CallbackSender extends NamespacePart {
  #underWay = 0;

  /** Begin to tell some that are due. False when there is nothing to begin. */
  sendSome(): boolean {
    const { jobCallbacks, clock } = this.parts;
    const room = MOST_AT_ONCE - this.#underWay;
    const rows = room > 0 ? jobCallbacks.take(clock(), room, DELAYS) : [];
    for (const row of rows) {
      this.#underWay += 1;
      void this.#send(row).finally(() => {
        this.#underWay -= 1;
      });
    }
    return rows.length > 0;
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
