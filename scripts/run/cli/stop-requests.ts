// All requests to stop: signals, a closed terminal, and the end of the npm process above us.

import { once } from "node:events";
import { readLineage } from "./process-identity.ts";

const PARENT_POLL_MS = 500;
// npm forwards a Ctrl-C that the terminal has already delivered: two in quick succession are one request.
const SECOND_WISH_MS = 1000;

/** `asked` fires at the first request to stop, `hurry` at a signal a second or more later. */
export type StopRequests = { asked: AbortSignal; hurry: AbortSignal };

/** Listen until this process ends. */
export function listenForStop(): StopRequests {
  const asked = new AbortController();
  const hurry = new AbortController();
  let askedAt = 0;
  const ask = () => {
    askedAt ||= performance.now();
    asked.abort();
  };
  const onWish = () => {
    if (!asked.signal.aborted) ask();
    else if (performance.now() - askedAt >= SECOND_WISH_MS) hurry.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onWish);
  const { npm_lifecycle_event: startedByNpm } = process.env;
  if (startedByNpm) watchParent(ask);
  return { asked: asked.signal, hurry: hurry.signal };
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** SIGKILL to npm sends its child nothing, but the child then has a new parent. */
function watchParent(onGone: () => void): void {
  const started = readAncestry();
  const timer = setInterval(() => {
    if (readAncestry() === started) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Our parent's id; where that is the shell that npm runs scripts in, also the id of npm above it, which we watch. */
function readAncestry(): string {
  const parent = process.ppid;
  const lineage = readLineage(parent);
  const isShell = lineage !== null && /^(ba|da|a|z|k)?sh$/.test(lineage.command);
  return isShell ? `${parent} ${lineage.parent}` : `${parent}`;
}
