// GET jobs, GET jobs/{tracking_id} and POST jobs/{tracking_id}/cancel: lists jobs, shows one job's progress, cancels one.
import { Hono } from "hono";
import { jobListQuery } from "../../contract/jobs.ts";
import type { JobStatus } from "../../contract/responses/jobs.ts";
import { JOBS_PER_PAGE } from "../../core/limits.ts";
import { wireTimestamp } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import type { JobView } from "../../vault/job-rpc.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readQueryAs } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
import { recordOf } from "./job-records.ts";
import { readJobsWhenEnded, readWait, trackingIdIn } from "./wait.ts";

/** Sub-app of operations on jobs; async-status returns their results. */
export const jobRoutes = new Hono<HttpEnv>()
  .get("/", namespaceCaller(), async (c) => {
    const asked = readQueryAs(c, jobListQuery);
    const query = {
      state: asked.status ?? null,
      kind: asked.call_type ?? null,
      isOwn: asked.own === "true",
      pageToken: asked.next_page_token || null,
      limit: asked.limit ?? JOBS_PER_PAGE,
    };
    const page = orRefuse(await callVault(c, (vault) => vault.listJobs(callerOf(c), query)));
    const now = systemClock();
    const records = page.jobs.map((job) => statusOf(job, now));
    return respond(c, records, { next_page_token: page.next });
  })
  .get("/*", namespaceCaller(), async (c) => {
    const asked = { includeInput: false, waitMs: readWait(c) };
    const [job = null] = await readJobsWhenEnded(c, [trackingIdIn(c)], asked);
    if (job === null) return refuse(c, { code: "tracking_id_unknown" });
    return respond(c, statusOf(job, systemClock()));
  })
  // Not DELETE: the job's row stays and tells its end.
  .post("/*/cancel", namespaceCaller(), async (c) => {
    const tracking_id = trackingIdIn(c);
    const cancelled = await callVault(c, (vault) => vault.cancelJob(callerOf(c), tracking_id));
    return respond(c, { tracking_id, status: orRefuse(cancelled) });
  });

/** A job's record with its speed until `now` (milliseconds since 1970). */
function statusOf(job: JobView, now: number): JobStatus {
  const seconds = job.started === null ? 0 : ((job.finished ?? now) - job.started) / 1_000;
  const rate = seconds > 0 ? job.doneItems / seconds : 0;
  const isGoingOn = job.state === "IN-PROGRESS" && rate > 0;
  const end = isGoingOn ? now + ((job.items - job.doneItems) / rate) * 1_000 : null;
  return {
    ...recordOf(job),
    status: job.state,
    items_per_second: rate > 0 ? Math.round(10 * rate) / 10 : null,
    estimated_completion_time: end === null ? null : wireTimestamp(end),
  };
}
