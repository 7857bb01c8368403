// PUT mask/async and PUT unmask/async: accept a background job.
import { type Context, Hono } from "hono";
import { hex } from "../../core/ids.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { callbacksOf } from "../../platform/callbacks.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";
import { callerOf, demand, namespaceCaller } from "../authenticate.ts";
import { readBytes } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, Refusal, respond } from "../handler.ts";
import { payloadStream, readSubmission } from "./submission.ts";

/** Same key and body, same job. */
const IDEMPOTENCY_KEY = "Idempotency-Key";
const MAX_KEY_LENGTH = 255;

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
  const key = readIdempotencyKey(c);
  const { submission, ranges } = orRefuse(await readSubmission(bytes, kind));
  if (submission.keepKnownTokens) demand(c, "unmask");
  const { names } = callbacksOf(c.env);
  if (submission.callback !== undefined && !names.includes(submission.callback)) {
    throw new Refusal({ code: "invalid_field", detail: "callback", allowed: names });
  }
  const policyName = submission.policyName ?? c.get("claims").policyName;
  const request = key === null ? {} : { request: { key, bodyDigest: await digestOf(bytes) } };
  const accepted = await callVault(c, (vault) =>
    vault.submitJob(
      callerOf(c),
      { ...submission, policyName, ...request },
      payloadStream(bytes, ranges),
    ),
  );
  return respond(c, [{ tracking_id: orRefuse(accepted), status: "PENDING" }]);
}

/** What tells that a submission is sent again; null when nothing does. Letters that a header may have. */
function readIdempotencyKey(c: Context<HttpEnv>): string | null {
  const key = c.req.header(IDEMPOTENCY_KEY) ?? null;
  const isSound = key === null || (/^[\x20-\x7e]+$/.test(key) && key.length <= MAX_KEY_LENGTH);
  if (!isSound) throw new Refusal({ code: "invalid_field", detail: IDEMPOTENCY_KEY });
  return key;
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
