// Waits until the service reports that it is ready.

import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { get } from "./node-http.ts";

const POLL_MS = 25;
const REQUEST_TIMEOUT_MS = 2000;

/** Poll GET /healthz, through a Unix socket if given. Returns null once it answers 200, or else the last answer. */
export async function waitUntilHealthy(
  url: string,
  patienceMs: number,
  signal: AbortSignal,
  socketPath?: string,
): Promise<string | null> {
  const deadline = performance.now() + patienceMs;
  let seen = "no answer";
  while (performance.now() < deadline && !signal.aborted) {
    seen = await ask(`${url}/healthz`, socketPath);
    if (seen === "200") return null;
    await sleep(POLL_MS);
  }
  return seen;
}

function ask(url: string, socketPath?: string): Promise<string> {
  return new Promise((resolve) => {
    // A new connection each time: none from the start-up stays open.
    const options = { agent: false, timeout: REQUEST_TIMEOUT_MS, socketPath };
    const request = get(url, options, async (response) => {
      const body = await text(response).catch(() => "and broke off");
      resolve(response.statusCode === 200 ? "200" : `${response.statusCode} ${body.slice(0, 500)}`);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve("no answer"));
  });
}
