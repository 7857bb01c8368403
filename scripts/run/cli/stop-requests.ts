// Everything that means "please stop": signals, a closed terminal, and npm disappearing above us.

import { once } from "node:events";
import { readLineage } from "./process-identity.ts";

const PARENT_POLL_MS = 500;
// npm passes Ctrl-C on although the terminal already delivered it: two in a row are one wish.
const SECOND_WISH_MS = 1000;

/** `asked` fires at the first wish to stop, `hurry` at a second one a second or more later. */
export type StopRequests = { asked: AbortSignal; hurry: AbortSignal };

/** Listen for the rest of this process's life. */
export function listenForStop(): StopRequests {
  const asked = new AbortController();
  const hurry = new AbortController();
  let askedAt = 0;
  const onWish = () => {
    if (!asked.signal.aborted) {
      askedAt = Date.now();
      asked.abort();
    } else if (Date.now() - askedAt >= SECOND_WISH_MS) hurry.abort();
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onWish);
  const { npm_lifecycle_event: startedByNpm } = process.env;
  if (startedByNpm) watchParent(() => asked.abort());
  return { asked: asked.signal, hurry: hurry.signal };
}

/** A promise for an abort signal. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}

/** Killing npm with SIGKILL tells its child nothing, except that the child has a new parent. */
function watchParent(onGone: () => void): void {
  const started = readAncestry();
  const timer = setInterval(() => {
    if (readAncestry() === started) return;
    clearInterval(timer);
    onGone();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Our parent; and when that is the shell npm runs scripts in, npm above it, which is who matters. */
function readAncestry(): string {
  const parent = process.ppid;
  const lineage = readLineage(parent);
  const isShell = lineage !== null && /^(ba|da|a|z|k)?sh$/.test(lineage.command);
  return isShell ? `${parent} ${lineage.parent}` : `${parent}`;
}
