// Health of a service with several cells. It is healthy while at least one of them serves: otherwise a load
// balancer would cut off all namespaces because some fail.

import { success } from "../../../src/contract/answers.ts";
import { type OwnAnswer, ownAnswer, refusal, UNAVAILABLE } from "./answers.ts";
import { ask } from "./ask.ts";

/** How long an answer is reused, also by requests that arrive before it is complete. */
const BELIEVED_MS = 1_000;
/** A cell that does not answer within this time is down. */
const PATIENCE_MS = 2_000;
const QUESTION = { method: "GET", headers: {}, url: "/healthz", body: Buffer.alloc(0) };

type CellHealth = { status: string; restarts?: number; refused_for_room?: number };

/** Reports the health of the cells on these sockets. */
export class Health {
  readonly #sockets: readonly string[];
  #answer: Promise<OwnAnswer> | null = null;

  constructor(sockets: readonly string[]) {
    this.#sockets = sockets;
  }

  /** 200 with each cell's state while at least one serves; `status` is `ok` when all do. */
  answer(): Promise<OwnAnswer> {
    if (this.#answer === null) {
      this.#answer = this.#ask();
      setTimeout(() => {
        this.#answer = null;
      }, BELIEVED_MS).unref();
    }
    return this.#answer;
  }

  async #ask(): Promise<OwnAnswer> {
    const cells = await Promise.all(this.#sockets.map(healthOf));
    const served = cells.filter(({ status }) => status === "ok");
    if (served.length === 0) return refusal(UNAVAILABLE);
    const sum = (name: "restarts" | "refused_for_room") =>
      cells.reduce((total, cell) => total + (cell[name] ?? 0), 0);
    const data = {
      status: served.length === cells.length ? "ok" : "degraded",
      restarts: sum("restarts"),
      refused_for_room: sum("refused_for_room"),
      cells,
    };
    return ownAnswer(200, success(data));
  }
}

async function healthOf(socket: string): Promise<CellHealth> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await ask(socket, { ...QUESTION, signal }, 0);
  if (answer.status !== 200) return { status: "down" };
  return (JSON.parse(answer.body) as { data: CellHealth }).data;
}
