// PUT super-admin/erasure/replay: after a restore of everything, erase again what receipts prove was
// erased. All receipts are checked before any of them is acted on.
import { Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import { replayRequest } from "../../contract/replay.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { operator } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callRegistry, callVaultAt } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "data_missing" } as const;

/** Sub-app of the replay. */
export const replayRoutes = new Hono<HttpEnv>().put("/", operator(), async (c) => {
  const body = await readObject(c, MAX_ASYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const data = body.value["data"];
  if (data === undefined || data === null) return refuse(c, MISSING);
  const request = parseWith(replayRequest, data, undefined, "data");
  if (!request.ok) return refuse(c, request.error);
  const receipts = request.value.receipts.map(({ receipt, replay }) => ({ receipt, ...replay }));
  const replayed = await callRegistry(c, (registry) => registry.replayReceipts(receipts));
  if (!replayed.ok) return refuse(c, replayed.error);
  const { jobs, places } = replayed.value;
  for (const place of places) {
    // A namespace that does not answer now replays when it next starts; the operator asks again.
    const done = await callVaultAt(c, place, (vault) => vault.recheckLedger());
    if (!done.ok) return refuse(c, done.error);
  }
  return respond(c, {
    receipts: jobs.map(({ trackingId, isNew }) => ({
      tracking_id: trackingId,
      status: isNew ? "replayed" : "known",
    })),
  });
});
