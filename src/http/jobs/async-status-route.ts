// PUT async-status: state and result of background jobs, for several ids in one call.
import { Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import { statusItem, statusOptions } from "../../contract/jobs.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_STATUS_IDS } from "../../core/limits.ts";
import { ok, type Result } from "../../core/result.ts";
import { systemClock } from "../../platform/clock.ts";
import { failpoint } from "../../platform/failpoint.ts";
import type { JobChunk } from "../../vault/job-rpc.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { callVault } from "../call.ts";
import { answer, type HttpEnv, orRefuse, Refusal, refuse } from "../handler.ts";
import { checkItems } from "../mask/items.ts";
import { compressed } from "./compressed.ts";
import { answerStream } from "./job-records.ts";
import { readJobsWhenEnded, readWait } from "./wait.ts";

/** Most reads of the jobs, each after an erasure that came in between. */
const MAX_READS = 3;
/** How long an answer that has begun waits for an input that an erasure of one person has still to search, and how often it asks. */
const SEARCH_PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 200;

/** Sub-app of the status operation. */
export const asyncStatusRoutes = new Hono<HttpEnv>().put("/", namespaceCaller(), async (c) => {
  const { body, list } = await readList(c, "status", MAX_STATUS_IDS);
  const ids = orRefuse(await checkItems(list, trackingIdOf));
  const { include_input = false } = orRefuse(parseWith(statusOptions, body));
  const waitMs = readWait(c);
  let hasBegun = false;
  const fetchChunk = async (chunk: JobChunk) => {
    const until = systemClock() + SEARCH_PATIENCE_MS;
    for (;;) {
      const read = await callVault(c, (vault, caller) => vault.readJobChunk(caller, chunk));
      const mayComeBack = !read.ok && read.error.code === "unavailable" && hasBegun;
      if (!mayComeBack || systemClock() > until) return orRefuse(read);
      await scheduler.wait(ASK_AGAIN_MS);
    }
  };
  for (let reads = 1; ; reads++) {
    const asked = { includeInput: include_input, waitMs: reads === 1 ? waitMs : 0 };
    const jobs = await readJobsWhenEnded(c, ids, asked);
    if (jobs.every((job) => job === null)) return refuse(c, { code: "tracking_id_unknown" });
    if (TEST_BUILD) await failpoint("async-status.jobs-read");
    try {
      const stream = await answerStream(ids, jobs, fetchChunk);
      hasBegun = true;
      return compressed(c, answer(c, stream));
    } catch (error) {
      // The view is outdated: a job that was whole a moment ago has been purged, or is to be searched, and the next read says so.
      const code = error instanceof Refusal ? error.failure.code : null;
      const isOutdated = code === "erased" || code === "unavailable";
      if (!isOutdated || reads === MAX_READS) throw error;
    }
  }
});

function trackingIdOf(item: unknown, index: number): Result<string, VaultError> {
  const parsed = parseWith(statusItem, item, index);
  return parsed.ok ? ok(parsed.value.tracking_id) : parsed;
}
