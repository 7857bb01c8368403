// Erasure of one person: by value, by token, by attribute.
import { type Context, Hono } from "hono";
import { parseAttribute, parseTexts, readDryRun } from "../../contract/erasure.ts";
import type { PersonQuery, RepeatableRequest } from "../../vault/deletion-rpc.ts";
import { demandWholeUnmask, namespaceCaller } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { askVault } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { acceptedDeletion, dryRunOutcome, repeatableRequest } from "./deletion-route.ts";

/** Sub-app of the erasure operations. */
export const erasureRoutes = new Hono<HttpEnv>()
  .put("/by-value", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => ({ target: "value", values: orRefuse(parseTexts(data, "values")) })),
  )
  .put("/by-token", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => ({ target: "token", tokens: orRefuse(parseTexts(data, "tokens")) })),
  )
  .put("/by-attribute", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => ({ target: "attribute", ...orRefuse(parseAttribute(data)) })),
  );

/** Accepts or previews the erasure that a request asks for. */
async function erase(
  c: Context<HttpEnv>,
  personOf: (data: unknown) => PersonQuery,
): Promise<Response> {
  const body = await readObject(c);
  const person = personOf(body["data"]);
  const request = await repeatableRequest(c, person);
  const isDryRun = orRefuse(readDryRun(body));
  return respond(c, await erasePerson(c, person, isDryRun, request));
}

/** The answer's data of an erasure, or of a dry run, which reveals whether values exist and so needs `unmask`. */
export async function erasePerson(
  c: Context<HttpEnv>,
  person: PersonQuery,
  isDryRun: boolean,
  request?: RepeatableRequest,
): Promise<object> {
  if (!isDryRun) {
    const accepted = await askVault(c, (vault, caller) =>
      vault.requestErasure(caller, person, request),
    );
    return acceptedDeletion(accepted);
  }
  demandWholeUnmask(c);
  const reply = await askVault(c, (vault, caller) => vault.previewErasure(caller, person));
  if ("trackingId" in reply) return { ...acceptedDeletion(reply), dry_run: true };
  return dryRunOutcome(reply);
}
