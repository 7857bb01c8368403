// GET jobs, GET jobs/{tracking_id} and POST jobs/{tracking_id}/cancel: lists jobs, shows one job's progress, cancels one. GET
// jobs/{tracking_id}/results: a job's result, page by page, or line by line as one stream.
import { type Context, Hono } from "hono";
import { success } from "../../contract/answers.ts";
import { jobListQuery, resultQuery } from "../../contract/jobs.ts";
import type { JobStatus } from "../../contract/responses/jobs.ts";
import { JOBS_PER_PAGE } from "../../core/limits.ts";
import { wireTimestamp } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import type { JobChunk, JobView } from "../../vault/job-rpc.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readQueryAs } from "../body.ts";
import { askVault } from "../call.ts";
import { answer, type HttpEnv, Refusal, refuse, respond } from "../handler.ts";
import { compressed } from "./compressed.ts";
import { recordOf, streamOf } from "./job-records.ts";
import { readJobsWhenEnded, readWait, trackingIdIn } from "./wait.ts";

/** A page ends after the chunk of the result that reaches this length. A chunk has some hundred items, or one large one. */
const PAGE_BYTES = 256 * 1024;
const LINES = "application/x-ndjson";

/** Sub-app of job results. */
export const jobResultRoutes = new Hono<HttpEnv>().get(
  "/*/results",
  namespaceCaller(),
  async (c) => {
    const trackingId = trackingIdIn(c);
    const asked = { includeInput: false, waitMs: readWait(c) };
    const { next_page_token = "" } = readQueryAs(c, resultQuery);
    const [job = null] = await readJobsWhenEnded(c, [trackingId], asked);
    if (job === null) return refuse(c, { code: "tracking_id_unknown" });
    if (job.result === null) return refuse(c, { code: "no_result" });
    const from = firstChunk(next_page_token, job.result);
    const range = { trackingId, part: "result", from, chunks: job.result } as const;
    const fetchChunk = (chunk: JobChunk) =>
      askVault(c, (vault, caller) => vault.readJobChunk(caller, chunk));
    if (!wantsLines(c)) return compressed(c, answer(c, await page(range, fetchChunk)));
    const lines = await streamOf([{ ...range, asLines: true }], fetchChunk);
    return compressed(c, answer(c, lines, 200, { "content-type": LINES }));
  },
);

function firstChunk(token: string, chunks: number): number {
  if (token === "") return 0;
  const number = /^[1-9]\d{0,9}$/.test(token) ? Number(token) : chunks;
  if (number >= chunks) throw new Refusal({ code: "invalid_page_token" });
  return number;
}

function wantsLines(c: Context<HttpEnv>): boolean {
  return (c.req.header("accept") ?? "")
    .toLowerCase()
    .split(/[,;]/)
    .some((type) => type.trim() === LINES);
}

/** A page: the envelope with as many chunks as fit. */
async function page(
  { trackingId, part, from, chunks }: Omit<JobChunk, "number"> & { from: number; chunks: number },
  fetchChunk: (chunk: JobChunk) => Promise<Uint8Array>,
): Promise<string> {
  const texts: string[] = [];
  let number = from;
  for (let bytes = 0; number < chunks && bytes < PAGE_BYTES; number++) {
    const chunk = await fetchChunk({ trackingId, part, number });
    bytes += chunk.length;
    texts.push(new TextDecoder().decode(chunk));
  }
  const next_page_token = number < chunks ? String(number) : null;
  const { data: _, ...around } = success(null);
  const rest = JSON.stringify({ ...around, next_page_token }).slice(1);
  return `{"data":[${texts.join(",")}],${rest}`;
}

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
    const page = await askVault(c, (vault, caller) => vault.listJobs(caller, query));
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
    const status = await askVault(c, (vault, caller) => vault.cancelJob(caller, tracking_id));
    return respond(c, { tracking_id, status });
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
