// Reads jobs once they have ended, or after a while. The namespace's object tells when they end, so nobody has to poll; only
// a few requests may wait at once, because each keeps a connection.
import type { Context } from "hono";
import { waitQuery } from "../../contract/jobs.ts";
import { MAX_WAITING, MAX_WAITING_OF_TOKEN } from "../../core/limits.ts";
import { systemClock } from "../../platform/clock.ts";
import type { JobView } from "../../vault/job-rpc.ts";
import { readQueryAs } from "../body.ts";
import { askVault, callVault } from "../call.ts";
import { claimsOf, type HttpEnv } from "../handler.ts";

/** Longest wait of one call to the object: after it the token is checked again, which may have been revoked. */
const CALL_MS = 5_000;

/** Requests that wait, and until when at most: one whose client disconnects never removes itself. */
const waiting = new Set<{ readonly token: string; readonly until: number }>();

/** The part of the path after `jobs/`. */
export function trackingIdIn(c: Context<HttpEnv>): string {
  return /\/jobs\/([^/]+)/.exec(c.req.path)?.[1] ?? "";
}

/** The query's `wait` in milliseconds. */
export function readWait(c: Context<HttpEnv>): number {
  const { wait = 0 } = readQueryAs(c, waitQuery);
  return wait * 1_000;
}

/** The jobs (null: unknown id) once all have ended, or after `waitMs`; without waiting when too many requests wait. */
export async function readJobsWhenEnded(
  c: Context<HttpEnv>,
  ids: readonly string[],
  { includeInput, waitMs }: { readonly includeInput: boolean; readonly waitMs: number },
): Promise<(JobView | null)[]> {
  const read = () => askVault(c, (vault, caller) => vault.readJobs(caller, ids, includeInput));
  const until = systemClock() + waitMs;
  let jobs = await read();
  if (waitMs === 0 || !jobs.some(isOpen)) return jobs;
  const waiter = admitWaiter(claimsOf(c).tokenId, until);
  if (waiter === null) return jobs;
  // The memory of the body is not needed any more, and other bodies wait for it.
  c.get("bodyHold")?.release();
  try {
    while (jobs.some(isOpen)) {
      const rest = until - systemClock();
      if (rest <= 0) break;
      const waited = await waitInVault(c, idsOfOpen(jobs), Math.min(rest, CALL_MS));
      jobs = await read();
      if (!waited.ok) break;
    }
  } finally {
    waiting.delete(waiter);
  }
  return jobs;
}

function waitInVault(c: Context<HttpEnv>, ids: readonly string[], ms: number) {
  // A repeated call, after the object has closed, must not keep it open again.
  let next = ms;
  return callVault(c, (vault, caller) => {
    const now = next;
    next = 0;
    return vault.awaitJobs(caller, ids, now);
  });
}

function admitWaiter(token: string, until: number) {
  const now = systemClock();
  for (const one of waiting) if (one.until < now) waiting.delete(one);
  const own = [...waiting].filter((one) => one.token === token).length;
  if (waiting.size >= MAX_WAITING || own >= MAX_WAITING_OF_TOKEN) return null;
  const waiter = { token, until };
  waiting.add(waiter);
  return waiter;
}

function isOpen(job: JobView | null): boolean {
  return job?.state === "PENDING" || job?.state === "IN-PROGRESS";
}

function idsOfOpen(jobs: readonly (JobView | null)[]): string[] {
  return jobs.flatMap((job) => (job !== null && isOpen(job) ? [job.trackingId] : []));
}
