// PUT mask/async and PUT unmask/async: accept a background job.
import { type Handler, Hono } from "hono";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readBytes } from "../body.ts";
import { callVault } from "../call.ts";
import { checkMaskItem, checkUnmaskItem } from "../mask/items.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import { payloadStream, readSubmission, type SubmissionKind } from "./submission.ts";

/** Sub-app that accepts mask jobs. */
export const maskAsyncRoutes = new Hono<HttpEnv>().put(
  "/",
  namespaceCaller("mask"),
  submit({ kind: "mask", missing: { code: "mask_missing" }, check: checkMaskItem }),
);

/** Sub-app that accepts unmask jobs. */
export const unmaskAsyncRoutes = new Hono<HttpEnv>().put(
  "/",
  namespaceCaller("unmask"),
  submit({ kind: "unmask", missing: { code: "unmask_missing" }, check: checkUnmaskItem }),
);

function submit(kind: SubmissionKind): Handler<HttpEnv> {
  return async function submitJob(c) {
    const bytes = await readBytes(c, MAX_ASYNC_BODY_BYTES);
    if (!bytes.ok) return refuse(c, bytes.error);
    const read = await readSubmission(bytes.value, kind);
    if (!read.ok) return refuse(c, read.error);
    const { submission, ranges } = read.value;
    if (submission.keepKnownTokens && !c.var.claims.permissions.includes("unmask")) {
      return refuse(c, { code: "forbidden" });
    }
    const accepted = await callVault(c, (vault) =>
      vault.submitJob(callerOf(c), submission, payloadStream(bytes.value, ranges)),
    );
    if (!accepted.ok) return refuse(c, accepted.error);
    return respond(c, [{ tracking_id: accepted.value, status: "PENDING" }]);
  };
}
