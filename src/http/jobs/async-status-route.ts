// PUT async-status: state and result of background jobs, several ids in one call.
import { Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import { statusItem, statusOptions } from "../../contract/jobs.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_STATUS_IDS, MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { ok, type Result } from "../../core/result.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { listOf, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { checkItems } from "../mask/items.ts";
import { refuse } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import { answerStream } from "./job-records.ts";

const MISSING = { code: "status_missing" } as const;

/** Sub-app of the status operation. */
export const asyncStatusRoutes = new Hono<HttpEnv>().put("/", namespaceCaller(), async (c) => {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const list = listOf(body.value, "status", MISSING, MAX_STATUS_IDS);
  if (!list.ok) return refuse(c, list.error);
  const ids = checkItems(list.value, trackingIdOf);
  if (!ids.ok) return refuse(c, ids.error);
  const options = parseWith(statusOptions, body.value);
  if (!options.ok) return refuse(c, options.error);
  const includeInput = options.value.include_input ?? false;
  const jobs = await callVault(c, (vault) => vault.readJobs(callerOf(c), ids.value, includeInput));
  if (!jobs.ok) return refuse(c, jobs.error);
  if (jobs.value.every((job) => job === null)) return refuse(c, { code: "tracking_id_unknown" });
  c.header("Content-Type", "application/json");
  return c.body(answerStream(ids.value, jobs.value));
});

function trackingIdOf(item: unknown, index: number): Result<string, VaultError> {
  const parsed = parseWith(statusItem, item, index);
  return parsed.ok ? ok(parsed.value.tracking_id) : parsed;
}
