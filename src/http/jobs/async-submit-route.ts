// PUT mask/async and PUT unmask/async: accept a background job.
import { type Context, Hono } from "hono";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";
import { callerOf, demand, namespaceCaller } from "../authenticate.ts";
import { readBytes } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { payloadStream, readSubmission } from "./submission.ts";

/** Sub-app that accepts mask jobs. */
export const maskAsyncRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), (c) =>
  submit(c, "mask"),
);

/** Sub-app that accepts unmask jobs. */
export const unmaskAsyncRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("unmask"), (c) =>
  submit(c, "unmask"),
);

async function submit(c: Context<HttpEnv>, kind: JobSubmission["kind"]): Promise<Response> {
  const bytes = await readBytes(c, MAX_ASYNC_BODY_BYTES, "cut");
  const { submission, ranges } = orRefuse(await readSubmission(bytes, kind));
  if (submission.keepKnownTokens) demand(c, "unmask");
  const policyName = submission.policyName ?? c.get("claims").policyName;
  const accepted = await callVault(c, (vault) =>
    vault.submitJob(callerOf(c), { ...submission, policyName }, payloadStream(bytes, ranges)),
  );
  return respond(c, [{ tracking_id: orRefuse(accepted), status: "PENDING" }]);
}
