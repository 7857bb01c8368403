// PUT mask/async and PUT unmask/async: accept background jobs.
import { type Context, Hono } from "hono";
import { jobQueryFlags, maskJobQuery, unmaskJobQuery } from "../../contract/mask.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { callbacksOf } from "../../platform/callbacks.ts";
import type { JobSubmission } from "../../vault/job-rpc.ts";
import { audited } from "../audit-notes.ts";
import { demandWholeUnmask, namespaceCaller } from "../authenticate.ts";
import { type JsonObject, mediaType, readBytes, readQueryAs } from "../body.ts";
import { readParts } from "../body-parts.ts";
import { askVault } from "../call.ts";
import { claimsOf, type HttpEnv, orRefuse, Refusal, respond } from "../handler.ts";
import { bodyDigestOf, readIdempotencyKey } from "../idempotency-key.ts";
import { isJsonByDefault } from "../mask/items.ts";
import { ItemChecks } from "./item-checks.ts";
import { linesStream } from "./lines-submission.ts";
import { keptRest, payloadStream, readJobOptions, readSubmission } from "./submission.ts";

const LINES = "application/x-ndjson";

/** Sub-app that accepts mask jobs. */
export const maskAsyncRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), (c) =>
  submit(c, "mask"),
);

/** Sub-app that accepts unmask jobs. */
export const unmaskAsyncRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("unmask"), (c) =>
  submit(c, "unmask"),
);

async function submit(c: Context<HttpEnv>, kind: JobSubmission["kind"]): Promise<Response> {
  const given = mediaType(c) === LINES ? await readLines(c, kind) : await readWhole(c, kind);
  const named = given.submission.policyName;
  if (named !== null) audited(c, { policy: named });
  const policyName = named ?? claimsOf(c).policyName;
  const tracking_id = await askVault(c, (vault, caller) =>
    vault.submitJob(caller, { ...given.submission, policyName }, given.payload()),
  );
  audited(c, { tracking_id });
  return respond(c, [{ tracking_id, status: "PENDING" }]);
}

/** A submission, and its payload for each call that sends it. */
interface Submitted {
  readonly submission: JobSubmission;
  payload(): ReadableStream<Uint8Array>;
}

/** Reads a JSON body to its end. */
async function readWhole(c: Context<HttpEnv>, kind: JobSubmission["kind"]): Promise<Submitted> {
  const bytes = await readBytes(c, MAX_ASYNC_BODY_BYTES, "cut");
  const requestKey = readIdempotencyKey(c);
  const { submission, ranges, end } = orRefuse(await readSubmission(bytes, kind));
  refuseForbidden(c, submission);
  audited(c, { items: ranges.reduce((sum, { items }) => sum + items, 0) });
  const bodyDigest = requestKey === undefined ? {} : { bodyDigest: await bodyDigestOf(bytes) };
  return {
    submission: { ...submission, ...withRequestKey(requestKey) },
    payload: () => payloadStream(bytes, ranges, { ...end, ...bodyDigest }),
  };
}

/** Reads lines while they are sent on. Their options are in the query, which therefore is part of the digest. */
async function readLines(c: Context<HttpEnv>, kind: JobSubmission["kind"]): Promise<Submitted> {
  const body = await readParts(c);
  const requestKey = readIdempotencyKey(c);
  const members = membersInQuery(c, kind);
  const options = orRefuse(readJobOptions(kind, members));
  refuseForbidden(c, options);
  const checks = new ItemChecks(kind, options, isJsonByDefault(members));
  const rest = keptRest(members);
  const digest = requestKey === undefined ? null : new crypto.DigestStream("SHA-256");
  let isTaken = false;
  return {
    submission: { kind, rest, ...options, ...withRequestKey(requestKey) },
    payload() {
      // The object closed in the middle of the body: the part that was sent is lost.
      if (isTaken) throw new Error("a body of lines is sent on once");
      isTaken = true;
      return linesStream({ kind, body, checks, digest, head: rest });
    },
  };
}

/** The query as members of a JSON body. */
function membersInQuery(c: Context<HttpEnv>, kind: JobSubmission["kind"]): JsonObject {
  const query = readQueryAs<object>(c, kind === "mask" ? maskJobQuery : unmaskJobQuery);
  const isFlag = (name: string) => Object.hasOwn(jobQueryFlags.shape, name);
  const members = Object.entries(query).map(([name, given]) => [
    name,
    isFlag(name) ? given === "true" : given,
  ]);
  return Object.fromEntries(members) as JsonObject;
}

function refuseForbidden(
  c: Context<HttpEnv>,
  { keepKnownTokens, callback }: Pick<JobSubmission, "keepKnownTokens" | "callback">,
): void {
  if (keepKnownTokens) demandWholeUnmask(c);
  const { names } = callbacksOf(c.env);
  if (callback !== undefined && !names.includes(callback)) {
    throw new Refusal({ code: "invalid_field", detail: "callback", allowed: names });
  }
}

function withRequestKey(requestKey: string | undefined): Pick<JobSubmission, "requestKey"> {
  return requestKey === undefined ? {} : { requestKey };
}
