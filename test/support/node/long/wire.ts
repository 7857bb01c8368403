// Sends requests of the long tests: returns an answer, or null because the service was killed; records anything else.

import type { Secrets } from "../../../../scripts/run/secrets.ts";

/** The service at this moment. */
export type Place = {
  url: string;
  secrets: Secrets;
  /** Number of starts so far; a request during which it changes may be cut. */
  life: number;
  /** The service was killed, and is not known to serve again. */
  isDown: boolean;
  /** How often a database was locked or released: it is locked while this is odd. */
  locks?: number;
};

// biome-ignore lint/suspicious/noExplicitAny: many shapes of answers.
export type Told = { status: number; body: any };

/** Error codes that mean: try again later, or unknown whether it was done. */
const LATER = new Set([
  ...["unavailable", "busy", "policy_changed", "too_many_namespaces"],
  "namespace_being_deleted",
]);
const PATIENCE_MS = 60_000;

/** Sends requests to the service's present address. */
export class Wire {
  readonly place: Place;
  /** Violations found. */
  readonly wrong: string[] = [];
  readonly counts = { answered: 0, cut: 0, outdated: 0, later: 0 };

  constructor(place: Place) {
    this.place = place;
  }

  /**
   * PUT (GET without a body) to the vault, or POST to the gateway if the path begins with a slash. Null when a kill cut it
   * or it was refused for now: its result is unknown. Null, too, when an erasure of the answer's content may have ended it.
   */
  async send(
    token: string,
    path: string,
    body?: object,
    mayBeOutdated = () => false,
  ): Promise<Told | null> {
    // Most requests wait until it serves; some are sent while it starts.
    for (let waited = 0; this.place.isDown && waited < 50; waited++) await pause(20);
    const { life, url, locks = 0 } = this.place;
    const wasDown = this.place.isDown;
    try {
      const isGateway = path.startsWith("/");
      const response = await fetch(isGateway ? url + path : `${url}/api/vault/${path}`, {
        method: isGateway ? "POST" : body === undefined ? "GET" : "PUT",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const told: Told = { status: response.status, body: await response.json() };
      const code = told.body?.error?.code;
      if (told.status === 503 && LATER.has(code)) {
        this.counts.later += 1;
        await pause(20);
        return null;
      }
      // A model's answer is given, too, when what it refers to could not be remembered.
      const wasLocked = locks % 2 === 1 || locks !== (this.place.locks ?? 0);
      if (isGateway && wasLocked) return null;
      const hasEnvelope = isGateway || typeof told.body?.success === "boolean";
      if (told.status >= 500 || !hasEnvelope) {
        this.wrong.push(`${path}: ${told.status} ${JSON.stringify(told.body).slice(0, 300)}`);
        return null;
      }
      this.counts.answered += 1;
      return told;
    } catch (error) {
      const isKilled = wasDown || this.place.isDown || this.place.life !== life;
      if (!isKilled && mayBeOutdated()) {
        this.counts.outdated += 1;
        return null;
      }
      if (!isKilled)
        this.wrong.push(
          `${path} at ${Date.now() % 1e6} ${JSON.stringify(body).slice(0, 80)}: no answer (${reasonOf(error)})`,
        );
      this.counts.cut += 1;
      await pause(20);
      return null;
    }
  }
}

/** Wait. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
