// The operator's requests about namespace tokens: generate, fetch, details, deactivate; list, in pages of one namespace or
// of all, ordered by namespace name and time of issue.

import { type Context, Hono } from "hono";
import { decodeBase64Url, encodeBase64Url } from "hono/utils/encode";
import {
  type DeactivateRequest,
  deactivateRequest,
  fetchRequest,
  generateRequest,
} from "../../contract/admin.ts";
import { readRateLimits, writeRateLimits } from "../../contract/rate-limits.ts";
import type { AuthTokenRecord } from "../../contract/responses/admin.ts";
import { readUnmaskBrakes, writeUnmaskBrakes } from "../../contract/unmask-brakes.ts";
import { hasBrakes } from "../../core/brakes/unmask-brakes.ts";
import type { VaultError } from "../../core/errors.ts";
import { DEFAULT_TOKEN_DAYS, MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { hasAny } from "../../core/rate-limits.ts";
import { registryOfName, registryOfNid } from "../../core/registries.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { DAY_MS, isoDate } from "../../core/time.ts";
import { systemClock } from "../../platform/clock.ts";
import type { NamespaceRecord } from "../../registry/rpc.ts";
import type { IssuedToken } from "../../vault/rpc.ts";
import { readData, readQuery } from "../body.ts";
import {
  askFirstRegistry,
  askRegistry,
  askVaultAt,
  callRegistry,
  callVaultAt,
  dropAdmission,
  findNamespace,
} from "../call.ts";
import { type HttpEnv, orRefuse, Refusal, refuse, respond } from "../handler.ts";
import { type Claims, readToken, signToken } from "../namespace-token.ts";
import { hasMasterKey, operator } from "../operator.ts";

const PAGE_SIZE = 200;
/** Most namespaces visited for one page: each costs a call to an object. */
const MAX_NAMESPACES_PER_PAGE = 25;

/** One page; `next` asks for the following one; null on the last. */
interface TokenPage {
  readonly entries: { readonly token: IssuedToken; readonly namespace: NamespaceRecord }[];
  readonly next: string | null;
}

/** A page begins after this serial number of this namespace. */
interface Cursor {
  readonly name: string;
  readonly serial: number;
}

/** The page after `pageToken` (opaque; undefined for the first). */
async function listTokens(
  c: Context<HttpEnv>,
  namespace: string | undefined,
  pageToken: string | undefined,
): Promise<TokenPage> {
  const cursor = readCursor(pageToken);
  if (cursor === null) throw new Refusal({ code: "invalid_field", detail: "next_page_token" });
  const namespaces = await namespacesFrom(c, namespace, cursor.name);
  const entries: TokenPage["entries"] = [];
  let last = cursor;
  for (const namespace of namespaces) {
    const after = namespace.name === cursor.name ? cursor.serial : 0;
    const limit = PAGE_SIZE - entries.length;
    const tokens = await callVaultAt(c, namespace, (vault) => vault.listTokens(after, limit));
    // A namespace that is still issuing its first token has no tables yet.
    const isEmpty = !tokens.ok && tokens.error.code === "token_unknown";
    const found = isEmpty ? [] : orRefuse(tokens);
    for (const token of found) entries.push({ token, namespace });
    last = { name: namespace.name, serial: found.at(-1)?.serial ?? after };
    if (entries.length >= PAGE_SIZE) return { entries, next: writeCursor(last) };
  }
  const more = namespace === undefined && namespaces.length === MAX_NAMESPACES_PER_PAGE;
  return { entries, next: more ? writeCursor(last) : null };
}

async function namespacesFrom(
  c: Context<HttpEnv>,
  namespace: string | undefined,
  from: string,
): Promise<NamespaceRecord[]> {
  if (namespace !== undefined) return [await findNamespace(c, namespace)];
  return askFirstRegistry(c, async (first) => {
    const here = from === "" ? null : await first.findNamespace(from);
    const after = await first.listNamespaces(from, MAX_NAMESPACES_PER_PAGE);
    return [...(here?.ok ? [here.value] : []), ...after].slice(0, MAX_NAMESPACES_PER_PAGE);
  });
}

function writeCursor(cursor: Cursor): string {
  // base64url (RFC 4648 section 5) needs no escaping in a query string.
  const bytes = new TextEncoder().encode(`${cursor.serial}:${cursor.name}`);
  return encodeBase64Url(bytes.buffer).replaceAll("=", "");
}

function readCursor(text: string | undefined): Cursor | null {
  if (text === undefined || text === "") return { name: "", serial: 0 };
  try {
    const match = /^(\d{1,15}):(.+)$/s.exec(new TextDecoder().decode(decodeBase64Url(text)));
    return match === null ? null : { name: match[2] ?? "", serial: Number(match[1]) };
  } catch {
    return null;
  }
}

/** Header for the token in question, instead of the query. */
const TOKEN_HEADER = "x-auth-token";

/** Sub-app of the token operations. */
export const authTokenRoutes = new Hono<HttpEnv>()
  .put("/generate", operator("tokens"), async (c) => {
    const request = await readData(c, generateRequest);
    const { namespace_name, _id, permissions, jurisdiction, policy_name } = request;
    const limits = readRateLimits(request.limits ?? {});
    const brakes = readUnmaskBrakes(request.unmask ?? {});
    if (hasBrakes(brakes) && !permissions.includes("unmask")) {
      throw new Refusal({ code: "invalid_field", detail: "unmask" });
    }
    const dates = orRefuse(validityDates(request.start_date ?? null, request.end_date ?? null));
    const namespace = await askRegistry(c, registryOfName(namespace_name), (registry) =>
      registry.makeNamespace(namespace_name, jurisdiction ?? null),
    );
    const { nid, isNew, creationTrackingId } = namespace;
    const own = {
      ...(policy_name ? { policyName: policy_name } : {}),
      ...(hasAny(limits) ? { limits } : {}),
      ...(hasBrakes(brakes) ? { brakes } : {}),
    };
    const grant = { userId: _id, permissions: [...new Set(permissions)], ...dates, ...own };
    const issued = await askVaultAt(c, namespace, (vault) => vault.issueToken(nid, grant));
    const authKey = await signToken(issued, namespace, c.get("config").tokenSecrets);
    const creation = {
      tracking_id: creationTrackingId,
      status: "PENDING",
      job_type: "namespace-creation",
    };
    return respond(c, { auth_key: authKey, ...(isNew ? { namespace_creation: creation } : {}) });
  })
  .put("/fetch", operator("read"), async (c) => {
    // Some callers send these members without the wrapper.
    const { namespace_name, _id } = await readData(c, fetchRequest, MAX_SYNC_BODY_BYTES, true);
    const namespace = await findNamespace(c, namespace_name);
    const found = await askVaultAt(c, namespace, (vault) => vault.findToken(_id));
    const record = await recordOf(c, found, namespace, hasMasterKey(c));
    return respond(c, { ...record, namespace: namespace.name });
  })
  .get("/details", operator("read"), async (c) => {
    // The header exists because copies of URLs are kept on the way.
    const claims = await claimsIn(c, c.req.header(TOKEN_HEADER) ?? readQuery(c, "auth_token"));
    const namespace = await callRegistry(c, registryOfNid(claims.nid), (registry) =>
      registry.readNamespace(claims.nid),
    );
    if (!namespace.ok) return refuse(c, { code: "token_unknown" });
    const found = await askVaultAt(c, namespace.value, (vault) => vault.readToken(claims.tokenId));
    // The caller has the token already, so it is returned.
    const record = await recordOf(c, found, namespace.value, true);
    return respond(c, { ...record, namespace_name: namespace.value.name, active: found.active });
  })
  .get("/list", operator("read"), async (c) => {
    const page = await listTokens(c, c.req.query("namespace"), c.req.query("next_page_token"));
    const showsToken = c.env.LIST_BEARERS === "1" && hasMasterKey(c);
    const records = page.entries.map(async ({ token, namespace }) => ({
      ...(await recordOf(c, token, namespace, showsToken)),
      namespace: namespace.name,
      active: token.active,
    }));
    return respond(c, await Promise.all(records), { next_page_token: page.next });
  })
  .put("/deactivate", operator("tokens"), async (c) => {
    const token = await tokenToRevoke(c, await readData(c, deactivateRequest));
    const done = await callVaultAt(c, token, (vault) => vault.deactivateToken(token.tokenId));
    // After a failure as well: the token may be revoked, and the answer lost.
    dropAdmission(token);
    orRefuse(done);
    return respond(c, { message: "Given Auth token deactivated successfully." });
  });

/** The token to revoke: the one sent, or the one with this id. */
async function tokenToRevoke(
  c: Context<HttpEnv>,
  { auth_token, namespace_name, token_id }: DeactivateRequest,
): Promise<Pick<Claims, "nid" | "jurisdiction" | "tokenId">> {
  if (typeof auth_token === "string") return claimsIn(c, auth_token);
  if (!token_id) throw new Refusal({ code: "invalid_field", detail: "auth_token" });
  if (!namespace_name) throw new Refusal({ code: "invalid_field", detail: "namespace_name" });
  return { ...(await findNamespace(c, namespace_name)), tokenId: token_id };
}

async function claimsIn(c: Context<HttpEnv>, token: string): Promise<Claims> {
  const claims = await readToken(token, c.get("config").tokenSecrets);
  if (claims === null) throw new Refusal({ code: "token_unknown" });
  return claims;
}

/** Dates of five-digit years have no `YYYY-MM-DD` form. */
const LAST_DATE_MS = Date.parse("9999-12-31");

/** Dates with their defaults: from today, for 365 days. */
function validityDates(
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
  namespace: NamespaceRecord,
  showsToken: boolean,
): Promise<AuthTokenRecord> {
  return {
    auth_token: showsToken ? await signToken(token, namespace, c.get("config").tokenSecrets) : null,
    token_id: token.tokenId,
    namespace_id: namespace.nid,
    _id: token.userId,
    permissions: token.permissions,
    start_date: token.startDate,
    end_date: token.endDate,
    ...(token.policyName === undefined ? {} : { policy_name: token.policyName }),
    ...(token.limits === undefined ? {} : { limits: writeRateLimits(token.limits) }),
    ...(token.brakes === undefined ? {} : { unmask: writeUnmaskBrakes(token.brakes) }),
  };
}
