// Receipts of erasures: the public keys that have signed them, and taking them back in.
import { Hono } from "hono";
import { reAnchorRequest, replayRequest } from "../../contract/admin.ts";
import { MAX_ASYNC_BODY_BYTES } from "../../core/limits.ts";
import { FIRST_REGISTRY } from "../../core/registries.ts";
import { ok } from "../../core/result.ts";
import { systemClock } from "../../platform/clock.ts";
import { readData } from "../body.ts";
import { callRegistry, callVaultAt, findNamespace, hasHadVersions } from "../call.ts";
import { answerJson, type HttpEnv, orRefuse, respond } from "../handler.ts";
import { operator } from "../operator.ts";

/** What the Registry has said is believed this long, for anybody may ask. */
const KEPT_MS = 60_000;
let kept: { readonly until: number; readonly texts: readonly string[] } = { until: 0, texts: [] };

/**
 * Sub-app of GET /.well-known/jwks.json, a JWK set (RFC 7517). Bare, not in the envelope: verifiers expect the
 * set itself. Keys follow from the root key: there is one before the first receipt, and no object is asked before there has
 * been a rotation, which leaves keys behind of versions that go.
 */
export const jwksRoutes = new Hono<HttpEnv>().get("/", async (c) => {
  const own = await c.get("config").receiptKeys();
  if (hasHadVersions(c) && systemClock() >= kept.until) {
    const asked = await callRegistry(c, FIRST_REGISTRY, async (first) =>
      ok(await first.receiptKeys()),
    );
    kept = { until: systemClock() + KEPT_MS, texts: orRefuse(asked) };
  }
  const older = kept.texts.map((text) => JSON.parse(text) as { readonly kid: string });
  const byKid = new Map([...own, ...older].map((key) => [key.kid, key]));
  return answerJson(c, { keys: [...byKid.values()] });
});

/**
 * Sub-app of super-admin/erasure. re-anchor: how a namespace that stopped with `ledger_ahead` or `replay_expired` serves
 * again; shown first, and done when what was shown is confirmed. replay: after a restore of everything, erase again what
 * receipts prove was erased; all are checked before any of them is acted on.
 */
export const repairRoutes = new Hono<HttpEnv>()
  .put("/re-anchor", operator("erase"), async (c) => {
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
  })
  .put("/replay", operator("erase"), async (c) => {
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
