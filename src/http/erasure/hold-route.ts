// PUT super-admin/namespace/hold: the operator's legal hold.
import { Hono } from "hono";
import { parseWith } from "../../contract/fields.ts";
import { holdRequest } from "../../contract/hold.ts";
import { MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { operator } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callRegistry, callVaultAt } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "data_missing" } as const;

/** Sub-app of the hold. */
export const holdRoutes = new Hono<HttpEnv>().put("/", operator(), async (c) => {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const data = body.value["data"];
  if (data === undefined || data === null) return refuse(c, MISSING);
  const request = parseWith(holdRequest, data, undefined, "data");
  if (!request.ok) return refuse(c, request.error);
  const { namespace_name, hold } = request.value;
  const place = await callRegistry(c, (registry) => registry.findNamespace(namespace_name));
  if (!place.ok) return refuse(c, place.error);
  const done = await callVaultAt(c, place.value, (vault) => vault.setHold(hold));
  if (!done.ok) return refuse(c, done.error);
  if (!hold) {
    const { nid } = place.value;
    const resumed = await callRegistry(c, (registry) => registry.resumeDeletion(nid));
    if (!resumed.ok) return refuse(c, resumed.error);
  }
  return respond(c, { namespace_name, hold });
});
