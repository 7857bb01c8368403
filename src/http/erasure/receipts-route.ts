// Receipts of erasures: the public keys that have signed them, and taking them back in.
import { Hono } from "hono";
import { replayRequest } from "../../contract/admin.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { ok } from "../../core/result.ts";
import { operator } from "../authenticate.ts";
import { readData } from "../body.ts";
import { callRegistry, callVaultAt } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

/**
 * Sub-app of GET /.well-known/jwks.json, a JWK set (RFC 7517). Bare, not in the envelope: verifiers expect the
 * set itself.
 */
export const jwksRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const keys = await callRegistry(c, async (registry) => ok(await registry.receiptKeys()));
  if (!keys.ok) return refuse(c, keys.error);
  return c.json({ keys: keys.value.map((jwk) => JSON.parse(jwk)) });
});

/**
 * Sub-app of PUT super-admin/erasure/replay: after a restore of everything, erase again what receipts prove was
 * erased. All receipts are checked before any of them is acted on.
 */
export const replayRoutes = new Hono<HttpEnv>().put("/", operator(), async (c) => {
  const request = await readData(c, replayRequest, MAX_ASYNC_BODY_BYTES);
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
