// Jobs as they are when they have ended, or after a while. The namespace's object tells when they end, so nothing asks again
// and again; and few may wait at once, for each of them keeps a connection.
import type { Context } from "hono";
import { waitQuery } from "../../contract/jobs.ts";
import { MAX_WAITING, MAX_WAITING_OF_TOKEN } from "../../core/limits.ts";
import { systemClock } from "../../platform/clock.ts";
import type { JobView } from "../../vault/job-rpc.ts";
import { callerOf } from "../authenticate.ts";
import { readQueryAs } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse } from "../handler.ts";

/** One call to the object waits no longer, so that a token is looked at again that was revoked meanwhile. */
const CALL_MS = 5_000;

/** Whoever waits, and until when at most: a request that its client breaks off never says that it is over. */
const waiting = new Set<{ readonly token: string; readonly until: number }>();

/** The part of the path behind `jobs/`. */
export function trackingIdIn(c: Context<HttpEnv>): string {
  return /\/jobs\/([^/]+)/.exec(c.req.path)?.[1] ?? "";
}

/** How long the query wants to wait, in milliseconds. */
export function readWait(c: Context<HttpEnv>): number {
  const { wait = 0 } = readQueryAs(c, waitQuery);
  return wait * 1_000;
}

/** The jobs, null for an unknown id: once all have ended, or so many milliseconds later; at once where many wait. */
export async function readJobsWhenEnded(
  c: Context<HttpEnv>,
  ids: readonly string[],
  { includeInput, waitMs }: { readonly includeInput: boolean; readonly waitMs: number },
): Promise<(JobView | null)[]> {
  const read = async () =>
    orRefuse(await callVault(c, (vault) => vault.readJobs(callerOf(c), ids, includeInput)));
  const until = systemClock() + waitMs;
  let jobs = await read();
  if (waitMs === 0 || !jobs.some(isOpen)) return jobs;
  const place = takePlace(c.get("claims").tokenId, until);
  if (place === null) return jobs;
  // What is held of the body is not needed any more, and others wait for that, too.
  c.get("bodyHold")?.release();
  try {
    while (jobs.some(isOpen)) {
      const rest = until - systemClock();
      if (rest <= 0) break;
      const waited = await waitOnce(c, idsOfOpen(jobs), Math.min(rest, CALL_MS));
      jobs = await read();
      if (!waited.ok) break;
    }
  } finally {
    waiting.delete(place);
  }
  return jobs;
}

function waitOnce(c: Context<HttpEnv>, ids: readonly string[], ms: number) {
  // Called again because the object has closed, it is not kept from closing again.
  let next = ms;
  return callVault(c, (vault) => {
    const now = next;
    next = 0;
    return vault.awaitJobs(callerOf(c), ids, now);
  });
}

function takePlace(token: string, until: number) {
  const now = systemClock();
  for (const one of waiting) if (one.until < now) waiting.delete(one);
  const own = [...waiting].filter((one) => one.token === token).length;
  if (waiting.size >= MAX_WAITING || own >= MAX_WAITING_OF_TOKEN) return null;
  const place = { token, until };
  waiting.add(place);
  return place;
}

function isOpen(job: JobView | null): boolean {
  return job?.state === "PENDING" || job?.state === "IN-PROGRESS";
}

function idsOfOpen(jobs: readonly (JobView | null)[]): string[] {
  return jobs.flatMap((job) => (job !== null && isOpen(job) ? [job.trackingId] : []));
}
