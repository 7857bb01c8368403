// The operator's namespace tokens: generate, fetch, list, details, deactivate.
import { type Context, Hono } from "hono";
import {
  type AuthTokenRecord,
  deactivateRequest,
  fetchRequest,
  generateRequest,
} from "../../contract/admin.ts";
import type { VaultError } from "../../core/errors.ts";
import { DEFAULT_TOKEN_DAYS, MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { DAY_MS, isoDate } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import type { NamespaceRecord } from "../../registry/rpc.ts";
import type { IssuedToken } from "../../vault/rpc.ts";
import { operator } from "../authenticate.ts";
import { readData } from "../body.ts";
import { callRegistry, callVaultAt } from "../call.ts";
import { readToken, signToken } from "../namespace-token.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import { listTokens } from "./token-list.ts";

/** Sub-app of the operator's token operations. */
export const authTokenRoutes = new Hono<HttpEnv>()
  .put("/generate", operator(), async (c) => {
    const data = await readData(c, generateRequest, MAX_SYNC_BODY_BYTES);
    if (!data.ok) return refuse(c, data.error);
    const { namespace_name, _id, permissions, jurisdiction } = data.value;
    const dates = validity(data.value.start_date ?? null, data.value.end_date ?? null);
    if (!dates.ok) return refuse(c, dates.error);
    const place = await callRegistry(c, (registry) =>
      registry.openNamespace(namespace_name, jurisdiction ?? null),
    );
    if (!place.ok) return refuse(c, place.error);
    const { nid, isNew, creationTrackingId } = place.value;
    const grant = { userId: _id, permissions: [...new Set(permissions)], ...dates.value };
    const issued = await callVaultAt(c, place.value, (vault) => vault.issueToken(nid, grant));
    if (!issued.ok) return refuse(c, issued.error);
    const authKey = await signToken(issued.value, place.value, c.var.config.tokenSecret);
    const creation = {
      tracking_id: creationTrackingId,
      status: "PENDING",
      job_type: "namespace-creation",
    };
    return respond(c, { auth_key: authKey, ...(isNew ? { namespace_creation: creation } : {}) });
  })
  .put("/fetch", operator(), async (c) => {
    // Some callers send these members without the wrapper.
    const data = await readData(c, fetchRequest, MAX_SYNC_BODY_BYTES, true);
    if (!data.ok) return refuse(c, data.error);
    const { namespace_name, _id } = data.value;
    const place = await callRegistry(c, (registry) => registry.findNamespace(namespace_name));
    if (!place.ok) return refuse(c, place.error);
    const found = await callVaultAt(c, place.value, (vault) => vault.findToken(_id));
    if (!found.ok) return refuse(c, found.error);
    const record = await recordOf(c, found.value, place.value);
    return respond(c, { ...record, namespace: place.value.name });
  })
  .get("/details", operator(), async (c) => {
    const text = c.req.query("auth_token") ?? "";
    if (text === "") return refuse(c, { code: "invalid_field", detail: "auth_token" });
    const claims = await readToken(text, c.var.config.tokenSecret);
    if (claims === null) return refuse(c, { code: "token_unknown" });
    const place = await callRegistry(c, (registry) => registry.readNamespace(claims.nid));
    if (!place.ok) return refuse(c, { code: "token_unknown" });
    const found = await callVaultAt(c, place.value, (vault) => vault.readToken(claims.tokenId));
    if (!found.ok) return refuse(c, found.error);
    const record = await recordOf(c, found.value, place.value);
    const { name } = place.value;
    return respond(c, { ...record, namespace_name: name, active: found.value.active });
  })
  .get("/list", operator(), async (c) => {
    const page = await listTokens(c, c.req.query("namespace"), c.req.query("next_page_token"));
    if (!page.ok) return refuse(c, page.error);
    const records = page.value.entries.map(async ({ token, place }) => ({
      ...(await recordOf(c, token, place)),
      namespace: place.name,
      active: token.active,
    }));
    return respond(c, await Promise.all(records), { next_page_token: page.value.next });
  })
  .put("/deactivate", operator(), async (c) => {
    const data = await readData(c, deactivateRequest, MAX_SYNC_BODY_BYTES);
    if (!data.ok) return refuse(c, data.error);
    const claims = await readToken(data.value.auth_token, c.var.config.tokenSecret);
    if (claims === null) return refuse(c, { code: "token_unknown" });
    const done = await callVaultAt(c, claims, (vault) => vault.deactivateToken(claims.tokenId));
    if (!done.ok) return refuse(c, done.error);
    return respond(c, { message: "Given Auth token deactivated successfully." });
  });

/** Dates of five-digit years have no `YYYY-MM-DD` form. */
const LAST_DATE_MS = Date.parse("9999-12-31");

/** Dates with their defaults: from today, for 365 days. */
function validity(
  start: string | null,
  end: string | null,
): Result<{ startDate: string; endDate: string }, VaultError> {
  const startDate = start ?? isoDate(systemClock());
  const lastDay = Math.min(Date.parse(startDate) + DEFAULT_TOKEN_DAYS * DAY_MS, LAST_DATE_MS);
  const endDate = end ?? isoDate(lastDay);
  return endDate < startDate
    ? err({ code: "invalid_field", detail: "end_date" })
    : ok({ startDate, endDate });
}

async function recordOf(
  c: Context<HttpEnv>,
  token: IssuedToken,
  place: NamespaceRecord,
): Promise<AuthTokenRecord> {
  return {
    auth_token: await signToken(token, place, c.var.config.tokenSecret),
    _id: token.userId,
    permissions: token.permissions,
    start_date: token.startDate,
    end_date: token.endDate,
  };
}
