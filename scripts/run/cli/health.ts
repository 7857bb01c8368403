// Waits until the service says that it can serve.

import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { get } from "./node-http.ts";

const POLL_MS = 25;
const REQUEST_TIMEOUT_MS = 2000;

/**
 * Poll GET /healthz until it answers 200 (null) or the time is over (what was last seen). A service that listens on a
 * socket in a folder is asked there.
 */
export async function waitUntilHealthy(
  url: string,
  patienceMs: number,
  signal: AbortSignal,
  socketPath?: string,
): Promise<string | null> {
  const deadline = Date.now() + patienceMs;
  let seen = "no answer";
  while (Date.now() < deadline && !signal.aborted) {
    seen = await ask(`${url}/healthz`, socketPath);
    if (seen === "200") return null;
    await sleep(POLL_MS);
  }
  return seen;
}

function ask(url: string, socketPath?: string): Promise<string> {
  return new Promise((resolve) => {
    // A connection of its own each time: nothing of the start-up stays open.
    const options = { agent: false, timeout: REQUEST_TIMEOUT_MS, socketPath };
    const request = get(url, options, async (response) => {
      const body = await text(response).catch(() => "and broke off");
      resolve(response.statusCode === 200 ? "200" : `${response.statusCode} ${body.slice(0, 500)}`);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve("no answer"));
  });
}
