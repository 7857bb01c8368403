// Requests of the long tests: an answer, or none because the service was just killed; anything else is noted.

import type { Secrets } from "../../../../scripts/run/secrets.ts";

/** The service of the moment. */
export type Place = {
  url: string;
  secrets: Secrets;
  /** Lives so far; a request that sees two may be cut. */
  life: number;
  /** Killed, and not known to serve again. */
  isDown: boolean;
};

// biome-ignore lint/suspicious/noExplicitAny: many shapes of answers.
export type Told = { status: number; body: any };

/** Refusals that mean: not now, or not known whether. */
const LATER = new Set([
  ...["unavailable", "busy", "policy_changed", "too_many_namespaces"],
  "namespace_being_deleted",
]);
const PATIENCE_MS = 60_000;

/** Sends requests to wherever the service is. */
export class Wire {
  readonly place: Place;
  /** What must not be. */
  readonly wrong: string[] = [];
  readonly counts = { answered: 0, cut: 0, outdated: 0, later: 0 };

  constructor(place: Place) {
    this.place = place;
  }

  /**
   * Send a PUT (a GET without a body) to the vault or, where a path begins with a slash, a POST to the gateway. Null when it was cut by a kill, or refused for now: what came of it is open. So it is
   * of an answer whose own contents may have been erased while it was sent: that ends it, too.
   */
  async send(
    token: string,
    path: string,
    body?: object,
    mayBeOutdated = () => false,
  ): Promise<Told | null> {
    // Most wait until it serves; some knock while it starts.
    for (let waited = 0; this.place.isDown && waited < 50; waited++) await pause(20);
    const { life, url } = this.place;
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
