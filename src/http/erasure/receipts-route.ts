// Receipts of erasures: the public keys that have signed them, and taking them back in.
import { Hono } from "hono";
import { reAnchorRequest, replayRequest } from "../../contract/admin.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { FIRST_REGISTRY } from "../../core/registries.ts";
import { readData } from "../body.ts";
import { callRegistry, callVaultAt, findNamespace } from "../call.ts";
import { answerJson, type HttpEnv, orRefuse, respond } from "../handler.ts";
import { operator } from "../operator.ts";

/**
 * Sub-app of GET /.well-known/jwks.json, a JWK set (RFC 7517). Bare, not in the envelope: verifiers expect the
 * set itself. The key follows from the root key: no object is asked, and there is one before the first receipt.
 */
export const jwksRoutes = new Hono<HttpEnv>().get("/", async (c) =>
  answerJson(c, await c.get("config").receiptKeys()),
);

/**
 * Sub-app of PUT super-admin/erasure/re-anchor: how a namespace that stopped with `ledger_ahead` or `replay_expired` serves
 * again. Shown first, and done when what was shown is confirmed.
 */
export const reAnchorRoutes = new Hono<HttpEnv>().put("/", operator("erase"), async (c) => {
  const { namespace_name, confirm = null } = await readData(c, reAnchorRequest);
  const place = orRefuse(await findNamespace(c, namespace_name));
  const confirmed = confirm && {
    position: confirm.namespace_position,
    ledgerPosition: confirm.ledger_position,
  };
  const view = orRefuse(await callVaultAt(c, place, (vault) => vault.reAnchor(confirmed)));
  return respond(c, {
    namespace_name,
    problem: view.problem,
    namespace_position: view.position,
    ledger_position: view.ledgerPosition,
    written_again: view.missing,
    repeated: view.repeated,
    not_repeatable: view.lost,
    not_repeatable_folded: view.foldedSearches,
    done: confirm !== null && view.problem !== null,
  });
});

/**
 * Sub-app of PUT super-admin/erasure/replay: after a restore of everything, erase again what receipts prove was
 * erased. All receipts are checked before any of them is acted on.
 */
export const replayRoutes = new Hono<HttpEnv>().put("/", operator("erase"), async (c) => {
  const request = await readData(c, replayRequest, MAX_ASYNC_BODY_BYTES);
  const receipts = request.receipts.map(({ receipt, replay }) => ({ receipt, ...replay }));
  const { jobs, places } = orRefuse(
    await callRegistry(c, FIRST_REGISTRY, (registry) => registry.replayReceipts(receipts)),
  );
  for (const place of places) {
    // A namespace that does not answer now replays when it next starts; the operator asks again.
    orRefuse(await callVaultAt(c, place, (vault) => vault.recheckLedger(place.behind)));
  }
  return respond(c, {
    receipts: jobs.map(({ trackingId, isNew }) => ({
      tracking_id: trackingId,
      status: isNew ? "replayed" : "known",
    })),
  });
});
