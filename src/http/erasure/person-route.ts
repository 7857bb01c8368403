// Erasure of one person: by value, by token, by attribute.
import { type Context, Hono } from "hono";
import { parseAttribute, parseTexts, readDryRun } from "../../contract/erasure.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_BODY_BYTES } from "../../core/limits.ts";
import { ok, type Result } from "../../core/result.ts";
import type { PersonQuery } from "../../vault/rpc.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "data_missing" } as const;

/** Sub-app of the erasure operations. */
export const erasureRoutes = new Hono<HttpEnv>()
  .put("/by-value", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => wrap(parseTexts(data, "values"), (values) => ({ target: "value", values }))),
  )
  .put("/by-token", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => wrap(parseTexts(data, "tokens"), (tokens) => ({ target: "token", tokens }))),
  )
  .put("/by-attribute", namespaceCaller("metadata_change"), (c) =>
    erase(c, (data) => wrap(parseAttribute(data), (pair) => ({ target: "attribute", ...pair }))),
  );

async function erase(
  c: Context<HttpEnv>,
  parse: (data: unknown) => Result<PersonQuery, VaultError>,
): Promise<Response> {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const person = parse(body.value["data"]);
  if (!person.ok) return refuse(c, person.error);
  const dryRun = readDryRun(body.value);
  if (!dryRun.ok) return refuse(c, dryRun.error);
  if (dryRun.value === true) return preview(c, person.value);
  const accepted = await callVault(c, (vault) => vault.requestErasure(callerOf(c), person.value));
  if (!accepted.ok) return refuse(c, accepted.error);
  const { trackingId } = accepted.value;
  return respond(c, { tracking_id: trackingId, status: "PENDING", job_type: "data-deletion" });
}

/** A dry run tells whether a value is there, so it needs the permission to read values, too. */
async function preview(c: Context<HttpEnv>, person: PersonQuery): Promise<Response> {
  if (!c.var.claims.permissions.includes("unmask")) return refuse(c, { code: "forbidden" });
  const found = await callVault(c, (vault) => vault.previewErasure(callerOf(c), person));
  if (!found.ok) return refuse(c, found.error);
  const { mappings, matches } = found.value;
  const { exact, normalised, contained } = matches;
  return respond(c, {
    dry_run: true,
    would_clear: mappings,
    match: { exact, normalised, contained },
    kept_shared: matches.keptShared,
    attribute_pairs: matches.pairs,
  });
}

function wrap<T>(
  parsed: Result<T, VaultError>,
  personOf: (parsed: T) => PersonQuery,
): Result<PersonQuery, VaultError> {
  return parsed.ok ? ok(personOf(parsed.value)) : parsed;
}
