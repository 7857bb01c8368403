// Erasure of one person: by value, by token, by attribute.
import { type Context, Hono } from "hono";
import { parseAttribute, parseTexts, readDryRun } from "../../contract/erasure.ts";
import type { PersonQuery } from "../../vault/rpc.ts";
import { callerOf, demand, namespaceCaller } from "../authenticate.ts";
import { type JsonObject, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { acceptedDeletion, dryRunOutcome } from "./deletion-route.ts";

/** Sub-app of the erasure operations. */
export const erasureRoutes = new Hono<HttpEnv>()
  .put("/by-value", namespaceCaller("metadata_change"), async (c) => {
    const body = await readObject(c);
    return erase(c, body, {
      target: "value",
      values: orRefuse(parseTexts(body["data"], "values")),
    });
  })
  .put("/by-token", namespaceCaller("metadata_change"), async (c) => {
    const body = await readObject(c);
    return erase(c, body, {
      target: "token",
      tokens: orRefuse(parseTexts(body["data"], "tokens")),
    });
  })
  .put("/by-attribute", namespaceCaller("metadata_change"), async (c) => {
    const body = await readObject(c);
    return erase(c, body, { target: "attribute", ...orRefuse(parseAttribute(body["data"])) });
  });

/** A dry run tells whether a value is there, so it needs the permission to read values, too. */
async function erase(
  c: Context<HttpEnv>,
  body: JsonObject,
  person: PersonQuery,
): Promise<Response> {
  if (!orRefuse(readDryRun(body))) {
    const accepted = await callVault(c, (vault) => vault.requestErasure(callerOf(c), person));
    return respond(c, acceptedDeletion(orRefuse(accepted)));
  }
  demand(c, "unmask");
  const found = await callVault(c, (vault) => vault.previewErasure(callerOf(c), person));
  const reply = orRefuse(found);
  if ("trackingId" in reply) return respond(c, { ...acceptedDeletion(reply), dry_run: true });
  return respond(c, dryRunOutcome(reply));
}
